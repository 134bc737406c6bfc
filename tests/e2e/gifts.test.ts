import { expect, test } from "vitest";

import { goTo, hasJavaScript, useBrowser } from "../helpers/browser/browser.ts";
import { takeOver } from "../helpers/browser/session.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { readMail, signUp } from "../helpers/shop/shopper.ts";

const shop = useSharedShop();
const openWindow = useBrowser();

const CODE = /[A-Z]{2,3}\d{4}-\d{4}-\d{4}/;
const TERMS = "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.";

test("a gift goes to a phone, and its link opens it in another language, with additions of other programs", async () => {
  const phone = hasJavaScript ? "9000000001" : "9000000002";
  const giver = await signUp(shop(), "aurora");
  const { page } = await openWindow();
  await takeOver(page, giver);
  await goTo(page, shop().url("aurora", "/search?q=Raga%20Stream"));
  await page.getByRole("button", { name: /View Coupon for Raga Stream/ }).click();
  await page.getByLabel("Send as Gift").check();
  await page.getByLabel("Recipient's name").fill("Meera");
  const submit = () => page.getByRole("button", { name: "Add to Cart" }).click();
  const fault = (field: string) => page.locator(`#buy-${field}-error`);
  await submit();
  await expect
    .poll(() => fault("gift_phone").innerText())
    .toContain("Please enter the recipient's mobile number or e-mail address");
  await page.getByLabel("Recipient's mobile number").fill("080 2345 6789");
  await submit();
  await expect.poll(() => fault("gift_phone").innerText()).toContain("landline");
  await page.getByLabel("Recipient's mobile number").fill(`+91 ${phone}`);
  await submit();
  await page.waitForURL("**/cart");

  // The rest of the checkout has its own tests.
  const cart = await giver.browser.open(new URL("/cart", giver.url).href);
  const waiting = await (await cart.submit("Proceed to Checkout")).submit(/^Pay ₹/, { PhonePe: true, [TERMS]: true });
  await (await waiting.follow(/^Open/)).submit("Approve");
  const message = await readMail(giver, `+91${phone}`, /SMS: a gift/);
  const [, token] = /\/gift\?([\w-]{22})/.exec(message.text)!;

  const { page: recipient } = await openWindow();
  const leaks: string[] = [];
  recipient.on("request", (request) => {
    const { origin } = new URL(shop().url("aurora"));
    if (!request.url().startsWith(origin) && request.headers().referer?.includes(token!)) leaks.push(request.url());
  });
  await goTo(recipient, shop().url("aurora", `/gift?${token}&utm_source=chat`));
  await recipient.getByRole("heading", { name: "Asha Rao has sent you a gift" }).waitFor();
  await recipient.getByRole("link", { name: "हिन्दी" }).first().click();
  await recipient.getByRole("button", { name: "अपना गिफ़्ट खोलें" }).click();
  await recipient.getByText(CODE).first().waitFor();
  expect(new URL(recipient.url()).search).toContain(token);
  await recipient.getByRole("link", { name: "English" }).first().click();
  await recipient.getByRole("button", { name: "Open your gift" }).click();
  await recipient.getByText(CODE).first().waitFor();
  await goTo(recipient, shop().url("aurora", `/gift/${token}`));
  await recipient.getByRole("button", { name: "Open your gift" }).click();
  await recipient.getByText(CODE).first().waitFor();
  expect(leaks).toEqual([]);
});
