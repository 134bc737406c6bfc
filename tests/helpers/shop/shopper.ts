import type { Values } from "../text-browser/form.ts";
import { type Page, type Provenance, TextBrowser } from "../text-browser/page.ts";
import { waitUntil } from "../waiting/patience.ts";
import { DEMO, type Shop } from "./shop.ts";

/** A shopper without JavaScript who is signed in; the demo's, or a new one without coins. */
export async function signIn(
  shop: Pick<Shop, "url">,
  brand: string,
  login = DEMO,
  provenance?: Provenance,
): Promise<Page> {
  const page = await new TextBrowser(provenance).open(shop.url(brand, "/login"));
  const home = await page.submit("Login", login);
  if (home.path !== "/") throw new Error(`Not signed in: ${home.alerts().join(" | ")}`);
  return home;
}

/** Gives the browser of a page the session of another one, as a sign-in in a second tab does. */
export function continueAs(page: Page, other: Page) {
  const cookies = page.browser.cookies.of(page.url);
  cookies.clear();
  for (const [name, cookie] of other.browser.cookies.of(other.url)) cookies.set(name, cookie);
}

let shoppers = 0;

/** A new shopper who has confirmed their e-mail address with the link in the mail, and is signed in. */
export async function signUp(shop: Pick<Shop, "url">, brand: string, name = "Asha Rao"): Promise<Page> {
  const email = `shopper-${++shoppers}@example.com`;
  const password = "Gulmohar-7!";
  const page = await new TextBrowser().open(shop.url(brand, "/signup"));
  const values = { "Full Name": name, Email: email, Password: password, "Confirm Password": password };
  await page.submit("Register Now", values);
  const home = await signIn(shop, brand, { "Email or phone": email, Password: password });
  const mail = await readMail(home, email);
  await (await mail.follow(/\/verify-email\?token=/)).submit("Confirm my e-mail address");
  return home.browser.open(home.url);
}

/** Signs up a shopper, confirms their address and logs in, with one browser, which becomes a known device. */
export async function signUpHere(shop: Pick<Shop, "url">, brand: string): Promise<{ email: string; home: Page }> {
  const email = `owner-${++shoppers}@example.com`;
  const password = "Gulmohar-7!";
  const page = await new TextBrowser().open(shop.url(brand, "/signup"));
  const values = { "Full Name": "Asha Rao", Email: email, Password: password, "Confirm Password": password };
  await page.submit("Register Now", values);
  await (await (await readMail(page, email)).follow(/\/verify-email\?token=/)).submit("Confirm my e-mail address");
  const login = await page.browser.open(shop.url(brand, "/login"));
  return { email, home: await login.submit("Login", { "Email or phone": email, Password: password }) };
}

/** The newest mail to an address about something, as a demo's outbox shows it. */
export async function readMail(page: Page, address: string, subject = /./): Promise<Page> {
  const newest = await waitUntil(async () => {
    const outbox = await page.browser.open(new URL("/sandbox/outbox", page.url).href);
    return outbox.parts(`To ${address},`).find((mail) => subject.test(mail.links()[0] ?? ""));
  }, 100);
  return newest.follow(subject);
}

/** The code of the newest message to a number, which differs from `former`, as a demo's outbox shows it. */
export const readPhoneCode = (page: Page, phone: string, former = ""): Promise<string> =>
  waitUntil(async () => {
    const outbox = await page.browser.open(new URL("/sandbox/outbox", page.url).href);
    const [newest] = outbox.parts(`To +91${phone},`);
    const [, code] = /^SMS: (\d{6}) is your code/.exec(newest?.links()[0] ?? "") ?? [];
    return code !== undefined && code !== former && code;
  }, 100);

let numbers = 0;

/** A mobile number that no other shopper of a test file has. */
export const newNumber = () => `97${String(10_000_000 + Math.floor(Math.random() * 80_000_000) + ++numbers)}`;

const usedCodes = new Map<string, string>();

/** Signs in, or signs up, with a number and the code in the outbox; from a page of the shop. @returns the page after it */
export async function enterByPhone(page: Page, phone: string): Promise<Page> {
  const form = await (
    await page.browser.open(new URL("/phone", page.url).href)
  ).submit("Send me a code", { "Mobile number": phone });
  const code = await readPhoneCode(form, phone, usedCodes.get(phone));
  usedCodes.set(phone, code);
  return form.submit("Continue", { "6-digit code": code });
}

/** Requests a new password for a demo's address. @returns the form of the mailed code, and that code */
export async function askForReset(page: Page, address: string): Promise<{ form: Page; code: string }> {
  const start = await page.browser.open(new URL("/forgot", page.url).href);
  const form = await start.submit("Send Reset Instructions", { "Email / Mobile Number": address });
  const { text } = await readMail(form, address, /code for a new password/);
  const [code = ""] = RESET_CODE.exec(text.slice(text.indexOf("Hello"))) ?? [];
  return { form, code };
}

/** One of the 32 letters and digits at each of its four places. */
const RESET_CODE = /\b[0-9A-HJKMNP-TV-Z]{4}\b/;

/** Fills the boxes of a mailed code. */
export const typeCode = (page: Page, code: string) =>
  page.submit(
    "Validate OTP",
    Object.fromEntries([...code].map((character, index) => [`Character ${index + 1}`, character])),
  );

/** Adds a product, by name, to the cart; `amount` as the card shows it, `delivery` for a gift. @returns the cart */
export async function addToCart(
  page: Page,
  name: string,
  amount?: string,
  quantity = "1",
  delivery: Values = {},
): Promise<Page> {
  const results = await page.browser.open(new URL(`/search?q=${encodeURIComponent(name)}`, page.url).href);
  const card = results.part(`View Coupon for ${name}`);
  const values = { Quantity: quantity, ...(amount && { [card.fields()[0]!]: amount }) };
  return (await card.submit(/^View Coupon/, values)).submit("Add to Cart", delivery);
}

/** The balance in the header, in coins. */
export function coinsOf(page: Page): number {
  const [, coins] = page.text.match(/([\d.,]+) Points/) ?? [];
  if (coins === undefined) throw new Error(`No balance on ${page.url}`);
  return Number(coins.replaceAll(",", ""));
}
