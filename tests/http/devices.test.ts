import { expect, test } from "vitest";

import { setCookiesOf } from "../helpers/http/cookie-jar.ts";
import { header, send } from "../helpers/http/http.ts";
import { DEMO, useShop } from "../helpers/shop/shop.ts";
import { addToCart, readMail, signUpHere } from "../helpers/shop/shopper.ts";
import { type Page, TextBrowser } from "../helpers/text-browser/page.ts";

const features = { passwordReset: true, contact: true, gift: true, bulk: true, productById: true };
const TRUST_PROXY = "127.0.0.1,10.0.0.0/8";
const shop = useShop(() => ({ tenants: { maple: { seed: "demo", features } }, env: { TRUST_PROXY } }));

const TERMS = "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.";
const CODE = /[A-Z]{2,3}\d{4}-\d{4}-\d{4}/;
const PASSWORD = "Gulmohar-7!";
const url = (path: string) => shop().url("maple", path);
const open = (page: Page, path: string) => page.browser.open(url(path));
const logIn = async (browser: TextBrowser, email: string) =>
  (await browser.open(url("/login"))).submit("Login", { "Email or phone": email, Password: PASSWORD });
const deviceOf = (page: Page) => page.browser.cookies.of(url("/")).get("device");

/** The text of a mail, without its date. */
const bodyOf = (mail: Page) => mail.text.slice(mail.text.indexOf("Hello "));

/** From the page that confirms the device: has the code sent, types it, and comes back. */
async function confirmHere(page: Page, email: string): Promise<Page> {
  const asked = await page.submit("Send me a code");
  expect(asked.text).toContain(`We have sent a code of four letters and digits to ${email}.`);
  const code = /\b[0-9A-Z]{4}\b(?=\s+If you did not ask)/.exec(
    bodyOf(await readMail(asked, email, /code for a new device/)),
  )![0];
  const wrong = await asked.submit("Confirm this device", { Code: code === "0000" ? "1111" : "0000" });
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("This code is wrong or no longer valid.")]);
  return wrong.submit("Confirm this device", { Code: code.toLowerCase() });
}

const checkOut = async (home: Page, delivery: Record<string, string | boolean> = {}) =>
  (await addToCart(home, "Raga Stream", "₹299.00", "1", delivery)).submit("Proceed to Checkout");

async function pay(screen: Page): Promise<Page> {
  const waiting = await screen.submit(/^Pay ₹/, { PhonePe: true, [TERMS]: true });
  const back = await (await waiting.follow(/^Open/)).submit("Approve");
  return back.follow("See your vouchers");
}

test("shows a purchase's code in the sign-up's browser, and covers it in a second one until the mailed code is typed there", async () => {
  const { email, home } = await signUpHere(shop(), "maple");
  const history = await pay(await checkOut(home));
  const [code = ""] = CODE.exec(history.text) ?? [];
  expect(code).not.toBe("");
  expect(history.text).not.toContain("Confirm this device");

  const second = await logIn(new TextBrowser(), email);
  const covered = await open(second, "/order-history");
  expect(covered.answer.text).not.toContain(code);
  expect(covered.text).toContain(`•••• ${code.slice(-4)}`);
  expect(covered.text).toContain("Covered on this device");
  expect(covered.text).toContain("Your codes are covered on this device until you confirm that it is yours.");
  const page = await covered.follow(/^Confirm this device to see it/);
  expect([page.path.split("?")[0], page.heading]).toEqual(["/confirm-device", "Confirm this device"]);
  expect(page.text).toContain("This protects them from anyone who learns your password");
  const back = await confirmHere(page, email);
  expect(back.path).toContain("/order-history");
  expect(back.alerts()).toContain("This device is confirmed.");
  expect(back.text).toContain(code);

  // The device outlives the session, and its next login sees no new step.
  const known = deviceOf(back)!.value;
  await (await open(back, "/")).submit("Logout");
  expect(deviceOf(back)!.value).toBe(known);
  const again = await open(await logIn(back.browser, email), "/order-history");
  expect(again.text).toContain(code);
});

test("keeps a changed delivery address and the typed text until the device is confirmed", async () => {
  const { email } = await signUpHere(shop(), "maple");
  const screen = await checkOut(await logIn(new TextBrowser(), email));
  const edit = await open(screen, `${screen.path}&edit=1`);
  const refused = await edit.submit("Save", { Phone: "9876543210", "New email": "office@example.com" });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("Please confirm this device first");
  expect(refused.value("New email")).toBe("office@example.com");
  const back = await confirmHere(await refused.follow("Confirm this device"), email);
  expect(back.path).toBe(`${screen.path}&edit=1`);
  expect([back.value("Phone"), back.value("New email")]).toEqual(["9876543210", "office@example.com"]);
  const saved = await back.submit("Save");
  expect(saved.text).toContain("office@example.com");
  expect((await open(saved, `${screen.path}&edit=1`)).value("New email")).toBe("");
});

test("keeps a changed gift address until the device is confirmed", async () => {
  const { email } = await signUpHere(shop(), "maple");
  const home = await logIn(new TextBrowser(), email);
  const gift = { "Send as Gift": true, "Recipient's name": "Meera", "Recipient's e-mail": "meera@example.com" };
  const history = await pay(await checkOut(home, gift));
  const refused = await history.submit(/^(Send again|Save)$/, { "Recipient's e-mail": "mira@example.com" });
  expect(refused.text).toContain("Please confirm this device first");
  const back = await confirmHere(await refused.follow("Confirm this device"), email);
  expect(back.value("Recipient's e-mail")).toBe("mira@example.com");
  const sent = await back.submit(/^(Send again|Save)$/);
  expect(sent.alerts()).toContain("The gift goes to mira@example.com.");
});

test("keeps a gift paid with coins, and its cart, until the device is confirmed", async () => {
  const { "Email or phone": email, Password } = DEMO;
  const page = await new TextBrowser().open(url("/login"));
  const home = await page.submit("Login", { "Email or phone": email, Password });
  const gift = { "Send as Gift": true, "Recipient's name": "Meera", "Recipient's e-mail": "meera@example.com" };
  await addToCart(home, "Raga Stream", "₹299.00", "1", gift);
  const asked = await (await open(home, "/cart?coins=1")).submit("Proceed to Checkout");
  expect(asked.heading).toBe("Confirm this device");
  expect(asked.text).toContain("Only a confirmed device can show voucher codes");
  const back = await confirmHere(asked, email);
  expect([back.path, back.text]).toEqual(["/cart", expect.stringContaining("Coin discount")]);
  expect((await back.submit("Proceed to Checkout")).path).toMatch(/^\/verify-details/);
});

test("leads a shopper with an unproven address to prove it", async () => {
  const email = "unproven@example.com";
  const page = await new TextBrowser().open(url("/signup"));
  const values = { "Full Name": "Asha Rao", Email: email, Password: PASSWORD, "Confirm Password": PASSWORD };
  await page.submit("Register Now", values);
  const confirm = await open(await logIn(page.browser, email), "/confirm-device");
  expect(confirm.href(/confirm that address/)).toBe(url("/verify-email"));
});

test.each(["//evil.example", "https://evil.example/", "/\\evil.example"])("never leads back to %s", async (target) => {
  const { email } = await signUpHere(shop(), "maple");
  const home = await logIn(new TextBrowser(), email);
  const page = await open(home, `/confirm-device?returnTo=${encodeURIComponent(target)}`);
  expect((await confirmHere(page, email)).url).toBe(url("/order-history"));
});

test("sets an HttpOnly device cookie for 400 days at sign-up and login", async () => {
  const answer = await send(url("/login"), {
    method: "POST",
    headers: { origin: url("").replace(/\/$/, ""), "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ username: "demo@awning.test", password: "Demo@2026" }).toString(),
  });
  const device = setCookiesOf(answer).find(({ name }) => name === "device")!;
  expect(Object.fromEntries(device.attributes)).toMatchObject({
    "max-age": String(400 * 24 * 60 * 60),
    httponly: "",
    samesite: "Lax",
    path: "/",
  });
});

test("a cached page is the same with a device's cookie as without, and contains nothing of it", async () => {
  const { home } = await signUpHere(shop(), "maple");
  const cookie = `device=${deviceOf(home)!.value}`;
  for (const path of ["/", "/login", "/privacy"]) {
    const headers = { "sec-fetch-site": "none" };
    await send(url(path), { headers }); // from now on it is kept
    const plain = await send(url(path), { headers });
    const known = await send(url(path), { headers: { ...headers, cookie } });
    expect(header(known, "cache-control")).toBe("public, no-cache");
    expect(header(known, "etag")).toBe(header(plain, "etag"));
    expect(known.text).toBe(plain.text);
    expect(JSON.stringify(known.headers) + known.text).not.toContain(deviceOf(home)!.value);
    expect(known.headers["set-cookie"]).toBeUndefined();
  }
  const signedIn = await send(url("/privacy"), { headers: { cookie: `${cookie}; refresh_token=x` } });
  expect(header(signedIn, "cache-control")).toBe("private, no-store, no-cache");
});

test("counts wrong logins from one address together, even if proxies add different ports", async () => {
  const { email } = await signUpHere(shop(), "maple");
  const attempt = (from: string) =>
    send(url("/login"), {
      method: "POST",
      headers: {
        origin: url("").replace(/\/$/, ""),
        "content-type": "application/x-www-form-urlencoded",
        "x-forwarded-for": `${from}, 10.0.0.2:443`,
      },
      body: new URLSearchParams({ username: email, password: "Wrong@2026" }).toString(),
    });
  const statuses: number[] = [];
  for (let port = 4711; port < 4723; port++) statuses.push((await attempt(`192.168.7.9:${port}`)).status);
  expect(statuses).toEqual([...Array(5).fill(400), ...Array(7).fill(429)]);
  expect((await attempt("192.168.7.10:4711")).status).toBe(400);
});

test("logs neither the token nor the code", async () => {
  const { email, home } = await signUpHere(shop(), "maple");
  const second = await logIn(new TextBrowser(), email);
  await confirmHere(await open(second, "/confirm-device"), email);
  for (const page of [home, second]) expect(shop().log).not.toContain(deviceOf(page)!.value);
});
