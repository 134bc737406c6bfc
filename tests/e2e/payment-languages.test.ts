import type { Page } from "playwright";
import { afterAll, expect, test } from "vitest";

import { readTexts } from "../../config/language/load-languages.ts";
import { ForeignHost } from "../helpers/backend/foreign-host.ts";
import { settled, type Shopper, stopClock, useBrowser, visit } from "../helpers/browser/browser.ts";
import { FARAH, useSession } from "../helpers/browser/session.ts";
import { useShop } from "../helpers/shop/shop.ts";

// The payment screens in another language than English, before and after React takes them over. The browser's clock is stopped.

let host: ForeignHost;
const shop = useShop(async () => {
  host = await new ForeignHost().start();
  const foreign = {
    api: { url: host.url },
    languages: ["en", "hi"],
    translations: { hi: { texts: { congrats: "शुक्रिया" } } },
  };
  return { tenants: { foreign }, env: { COMMERCE_API_PORT: "0" } };
});
const openWindow = useBrowser();
const enter = useSession(shop, "foreign", FARAH);
afterAll(() => host[Symbol.asyncDispose]());

const url = (path: string) => shop().url("foreign", path);

/** A payment screen of a new order, in a language. */
async function openPayment(path: string, code: string): Promise<Shopper> {
  const item = { product_id: "gc-002", quantity: 1, selectedDenomination: 200 };
  host.shop.answer("POST /cart/", new URLSearchParams(), { cart_items: [item] });
  const shopper = await openWindow();
  const { page } = shopper;
  await enter(page);
  await visit(page, url("/cart"));
  await page.getByRole("button", { name: "Proceed to Checkout" }).click();
  await page.waitForURL(/verify-details/);
  await stopClock(page);
  await visit(page, url(`${path}${new URL(page.url()).search}&lang=${code}`));
  return shopper;
}

const SCREENS = {
  en: {
    "/verify-details": ["₹ 200.00 | Make Payment", "Payment Success"],
    "/payment": ["Payment of ₹200.00", "Congrats"],
    left: "Time remaining",
    clock: /^\d min( \d+ s)? left$/,
    pay: ["Pay ₹200.00 with UPI", "Pay ₹200.00 with Google Pay", "Pay ₹200.00 with Other UPI app"],
    accept: "Please accept the terms and conditions",
    terms: "Terms and Conditions",
    stays: "This page stays open until you press a button.",
    stay: "Stay on this page",
  },
  hi: {
    "/verify-details": ["₹ 200.00 | पेमेंट करें", "पेमेंट हो गया"],
    "/payment": ["₹200.00 का पेमेंट", "शुक्रिया"],
    left: "बचा समय",
    clock: /^\d मिनट( \d+ सेकंड)? बाकी$/,
    pay: ["UPI से ₹200.00 पे करें", "Google Pay से ₹200.00 पे करें", "दूसरे UPI ऐप से ₹200.00 पे करें"],
    accept: "आगे बढ़ने के लिए नियम और शर्तें मंज़ूर करें",
    terms: "नियम और शर्तें",
    stays: "जब तक कोई बटन न दबाया जाए, यह पेज खुला रहेगा।",
    stay: "इसी पेज पर रहें",
  },
} as const;

const [english, hindi] = ["en", "hi"].map((code) => readTexts(`config/languages/${code}`));
/** Texts of several words, without values, that Hindi has in other words. */
const ENGLISH = ["payment", "checkout", "ui", "frame", "shop"].flatMap((area) =>
  Object.entries(english!.get(area)!)
    .filter(([key, text]) => /^[^{<]+ [^{<]+$/.test(text) && hindi!.get(area)![key] !== text)
    .map(([, text]) => text),
);

/** The English texts in a page, its attributes too. */
async function findEnglish(page: Page) {
  const html = await page.locator("body").innerHTML();
  return ENGLISH.filter((text) => html.replaceAll(/<script[^]*?<\/script>/g, "").includes(text));
}

async function payAndStay(page: Page, code: keyof typeof SCREENS, path: "/payment" | "/verify-details") {
  const texts = SCREENS[code];
  host.shop.pay(host.shop.orders.at(-1)!.number);
  await page.clock.runFor(2_200);
  await page.getByRole("dialog", { name: texts[path][1] }).waitFor();
  expect(await page.title()).toMatch(new RegExp(`^${texts[path][1]}`));
  await page.getByRole("link", { name: texts.stay }).click();
  await page.getByText(texts.stays).waitFor();
}

test.each([
  ["/verify-details", "en"],
  ["/verify-details", "hi"],
  ["/payment", "en"],
  ["/payment", "hi"],
] as const)("%s speaks the language %s, before and after scripts run", async (path, code) => {
  const { page, problems } = await openPayment(path, code);
  const texts = SCREENS[code];
  expect(await page.locator("html").getAttribute("lang")).toBe(`${code}-IN`);
  await page.getByRole("heading", { name: texts[path][0] }).waitFor();
  await page.getByText(texts.left).waitFor();
  await page.getByRole("link", { name: texts.terms, exact: true }).first().waitFor();
  await page.getByRole("button", { name: texts.pay[0] }).waitFor();
  await page.getByRole("radio", { name: "Google Pay" }).check();
  await page.getByRole("button", { name: texts.pay[1] }).waitFor();
  const timer = page.getByRole("timer");
  const before = await timer.getAttribute("aria-label");
  await page.clock.runFor(6_000);
  await expect.poll(() => timer.getAttribute("aria-label")).not.toBe(before);
  expect(await timer.getAttribute("aria-label")).toMatch(texts.clock);
  await page.getByRole("button", { name: /₹200\.00/ }).click();
  await page.getByText(texts.accept).first().waitFor();
  await settled(page);
  expect(await findEnglish(page)).toEqual(code === "en" ? expect.arrayContaining([texts.left]) : []);
  await payAndStay(page, code, path);
  expect(problems).toEqual([]);
});
