import { expect, test } from "vitest";

import { send } from "../helpers/http/http.ts";
import { neglectAccount } from "../helpers/shop/books.ts";
import { useShop } from "../helpers/shop/shop.ts";
import { addToCart, enterByPhone, newNumber, readMail, readPhoneCode, signUpHere } from "../helpers/shop/shopper.ts";
import { type Page, TextBrowser } from "../helpers/text-browser/page.ts";

const features = { passwordReset: true, contact: true, gift: true, bulk: true, productById: true };
const shop = useShop(() => ({
  tenants: { maple: { seed: "demo", features }, plain: { seed: "demo", features: { phoneSignIn: false } } },
}));

const RESET = /code for a new password/;
const CODE = /[A-Z]{2,3}\d{4}-\d{4}-\d{4}/;
const TERMS = "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.";
const url = (path: string) => shop().url("maple", path);
const open = (page: Page, path: string) => page.browser.open(url(path));
const visit = (path: string) => new TextBrowser().open(url(path));
const enter = async (phone: string, browser = new TextBrowser()) => enterByPhone(await browser.open(url("/")), phone);
const otherThan = (code: string) => (code === "000000" ? "000001" : "000000");

async function buy(home: Page): Promise<Page> {
  const cart = await addToCart(home, "Raga Stream", "₹299.00");
  const screen = await cart.submit("Proceed to Checkout");
  const waiting = await screen.submit(/^Pay ₹/, { PhonePe: true, [TERMS]: true });
  const back = await (await waiting.follow(/^Open/)).submit("Approve");
  return back.follow("See your vouchers");
}

test("signs a new number up, keeps the code out of addresses, and returns to the page before it", async () => {
  const phone = newNumber();
  const login = await visit("/login?returnTo=%2Fcart");
  const start = await login.follow("Continue with a phone number");
  expect(start.path).toBe("/phone?returnTo=%2Fcart");
  const form = await start.submit("Send me a code", { "Mobile number": `+91 ${phone}` });
  expect([form.heading, form.text]).toEqual([
    "Enter the code",
    expect.stringContaining(`A 6-digit code is on its way to +91 ${phone}. It works for 10 minutes.`),
  ]);
  expect(form.text).toMatch(/You can ask for another code from \d{1,2}:\d\d:\d\d [ap]m\./);
  const code = await readPhoneCode(form, phone);
  const cart = await form.submit("Continue", { "6-digit code": `${code.slice(0, 3)} ${code.slice(3)}` });
  expect([cart.status, cart.path]).toEqual([200, "/cart"]);
  expect(form.url + cart.url).not.toContain(code);
  expect((await open(cart, "/phone")).path).toBe("/");
});

test("adds the card that the visitor wanted, and sells it, with the codes shown in this browser", async () => {
  const phone = newNumber();
  const login = await addToCart(await visit("/"), "Raga Stream", "₹299.00");
  expect(login.path).toMatch(/^\/login/);
  const start = await login.follow("Continue with a phone number");
  const form = await start.submit("Send me a code", { "Mobile number": phone });
  const cart = await form.submit("Continue", { "6-digit code": await readPhoneCode(form, phone) });
  expect([cart.path, cart.text]).toEqual(["/cart", expect.stringContaining("Raga Stream")]);
  expect(cart.text).not.toContain("confirm your e-mail");
  const screen = await cart.submit("Proceed to Checkout");
  const waiting = await screen.submit(/^Pay ₹/, { PhonePe: true, [TERMS]: true });
  const back = await (await waiting.follow(/^Open/)).submit("Approve");
  const history = await back.follow("See your vouchers");
  expect(history.text).toMatch(CODE);
  const receipt = await history.follow(/Receipt/);
  expect(receipt.text).not.toContain("@");
});

test("names what is wrong, and what to do, at each wrong step", async () => {
  const start = await visit("/phone");
  for (const [typed, problem] of [
    ["", "Enter your mobile number"],
    ["12345", "Enter 10-digit mobile number"],
    ["1234567890", "Enter 10-digit mobile number"],
    ["080 2345 6789", "landline"],
  ] as const) {
    const refused = await start.submit("Send me a code", { "Mobile number": typed });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(problem)]);
  }
  const phone = newNumber();
  const form = await start.submit("Send me a code", { "Mobile number": phone });
  const code = await readPhoneCode(form, phone);
  for (const typed of ["", "12345", "letters"]) {
    const refused = await form.submit("Continue", { "6-digit code": typed });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Enter the 6-digit code")]);
  }
  const early = await form.submit("Send another code");
  expect(early.text).toContain("You can ask for another code from");
  for (let attempt = 0; attempt < 5; attempt++) {
    const wrong = await form.submit("Continue", { "6-digit code": otherThan(code) });
    expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("This code is wrong.")]);
  }
  const over = await form.submit("Continue", { "6-digit code": code });
  expect(over.text).toContain("This code was tried too often. Please ask for another code.");
});

test("leads to the number without a number, and to the reason without cookies", async () => {
  const start = await visit("/phone-code");
  expect([start.path, start.text]).toEqual(["/phone", expect.stringContaining("Please ask for a code first.")]);
  const body = "phone=9876501234";
  const headers = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
  const sent = await send(url("/phone"), { method: "POST", headers, body });
  expect([sent.status, sent.headers.location]).toEqual([303, "/phone-code?returnTo=%2F&sent="]);
  const lost = await send(url("/phone-code?returnTo=%2F&sent="));
  expect(lost.headers.location).toBe("/phone?signed-in");
  expect((await visit("/phone?signed-in")).text).toContain("cookies");
});

test("covers the codes on a second device until the first one confirms it", async () => {
  const phone = newNumber();
  const home = await enter(phone);
  const [code = ""] = CODE.exec((await buy(home)).text) ?? [];
  expect(code).not.toBe("");
  const second = await enter(phone);
  const covered = await open(second, "/order-history");
  expect(covered.text).not.toContain(code);
  const confirm = await covered.follow(/^Confirm this device to see it/);
  expect(confirm.text).toContain("so you confirm this device on another one");
  const early = await confirm.submit("I have confirmed it");
  expect([early.status, early.text]).toEqual([400, expect.stringContaining("This device is not confirmed yet.")]);
  expect((await open(second, "/sessions")).text).not.toContain("waits for your confirmation");
  for (const path of ["/add-email", "/confirm-phone"]) {
    const form = await open(second, path);
    const sent =
      path === "/add-email"
        ? await form.submit("Mail me the link", { Email: "thief@example.com" })
        : await form.submit("Send me a code", { "Mobile number": newNumber() });
    expect(sent.heading).toBe("Confirm this device");
  }
  const devices = await open(home, "/sessions");
  expect(devices.text).toContain("Confirm it only if you signed in on it yourself.");
  const done = await devices.submit(/^Confirm this device/);
  expect([done.path, done.text]).toEqual(["/sessions", expect.stringContaining("The device is confirmed.")]);
  const shown = await confirm.submit("I have confirmed it");
  expect(shown.text).toContain(code);
});

test("adds an address with a mailed link, and has no password before", async () => {
  const phone = newNumber();
  const home = await enter(phone);
  const profile = await open(home, "/edit-profile");
  expect(profile.text).toContain(`You can sign in with +91 ${phone} and a code.`);
  expect((await open(home, "/change-password")).text).toContain("your account has no password");
  const email = `added-${phone}@example.com`;
  const form = await profile.follow("Add an e-mail address");
  expect((await form.submit("Mail me the link", { Email: "nobody" })).status).toBe(400);
  const sent = await form.submit("Mail me the link", { Email: email });
  expect(sent.text).toContain("A link is on its way to this address.");
  const mail = await readMail(sent, email);
  const link = await home.browser.open(mail.href(/\/verify-email\?token=/));
  const confirmed = await link.submit("Confirm my e-mail address");
  expect([confirmed.path, confirmed.text]).toEqual(["/", expect.stringContaining("Your e-mail address is confirmed")]);
  expect((await open(home, "/profile")).text).toContain(email);
  expect((await open(home, "/add-email")).path).toBe("/edit-profile");
});

test("confirms an added address only after a sign-in with the account's number", async () => {
  const phone = newNumber();
  const home = await enter(phone);
  const email = `mistyped-${phone}@example.com`;
  const sent = await (await open(home, "/add-email")).submit("Mail me the link", { Email: email });
  const href = (await readMail(sent, email)).href(/\/verify-email\?token=/);

  const stranger = await (await new TextBrowser().open(href)).submit("Confirm my e-mail address");
  expect([stranger.status, stranger.text]).toEqual([400, expect.stringContaining("Sign in to confirm this address.")]);
  expect((await open(home, "/profile")).text).not.toContain(email);
  const askForReset = async () =>
    (await visit("/forgot")).submit("Send Reset Instructions", { "Email / Mobile Number": email });
  await askForReset();

  const other = await enter(newNumber());
  const refused = await (await other.browser.open(href)).submit("Confirm my e-mail address");
  expect(refused.text).toContain("You are signed in to another account here.");
  const start = await refused.submit("Continue with a phone number");
  const former = await readPhoneCode(start, phone);
  const form = await start.submit("Send me a code", { "Mobile number": phone });
  const back = await form.submit("Continue", { "6-digit code": await readPhoneCode(form, phone, former) });
  expect(back.path).toBe(new URL(href).pathname + new URL(href).search);
  const done = await back.submit("Confirm my e-mail address");
  expect(done.text).toContain("Your e-mail address is confirmed");
  expect((await open(home, "/profile")).text).toContain(email);
  await readMail(await askForReset(), email, RESET);
  const mails = (await open(home, "/sandbox/outbox")).parts(`To ${email},`);
  expect(mails.filter((mail) => RESET.test(mail.links()[0] ?? ""))).toHaveLength(1); // none before the confirmation
});

test("confirms the number of an account with an address, which then opens with a code", async () => {
  const phone = newNumber();
  const { email, home } = await signUpHere(shop(), "maple");
  const form = await (await open(home, "/edit-profile")).follow("Confirm your phone number");
  const asked = await form.submit("Send me a code", { "Mobile number": phone });
  const code = await readPhoneCode(asked, phone);
  expect((await asked.submit("Continue", { "6-digit code": otherThan(code) })).text).toContain("This code is wrong.");
  const done = await asked.submit("Continue", { "6-digit code": code });
  expect(done.text).toContain("Your phone number is confirmed.");
  const outbox = newNumber();
  const other = await enter(outbox);
  expect(other.path).toBe("/");
  expect((await open(done, "/edit-profile")).text).toContain(`You can sign in with +91 ${phone} and a code.`);
  expect((await open(home, "/profile")).text).toContain(email);
});

test("takes the number of an account of long ago after a question", async () => {
  const phone = newNumber();
  const former = await readPhoneCode(await enter(phone), phone);
  neglectAccount(shop(), "maple", phone, 91);
  const { home } = await signUpHere(shop(), "maple");
  const form = await (await open(home, "/edit-profile")).follow("Confirm your phone number");
  const asked = await form.submit("Send me a code", { "Mobile number": phone });
  const question = await asked.submit("Continue", { "6-digit code": await readPhoneCode(asked, phone, former) });
  expect([question.status, question.heading]).toEqual([200, "Is this account yours?"]);
  expect(question.text).toContain("The other account keeps its orders and coins");
  const done = await question.submit("Use the number in this account");
  expect([done.path, done.text]).toEqual(["/edit-profile", expect.stringContaining("Your phone number is confirmed.")]);
  expect(done.text).toContain(`You can sign in with +91 ${phone} and a code.`);
});

test("shows the consent to a reminder by SMS beside its box, and another one once SMS is off", async () => {
  const home = await enter(newNumber());
  const label = "Remind me by SMS two days before coins end";
  const page = await open(home, "/account/details");
  expect(page.value(label)).toBeUndefined();
  const saved = await page.submit("Save reminders", { [label]: true });
  expect([saved.alerts(), saved.value(label)]).toEqual([
    expect.arrayContaining(["We remind you before coins end."]),
    "1",
  ]);
  await (await open(saved, "/edit-profile")).submit("Stop messages by SMS");
  expect((await open(home, "/account/details")).text).toContain("Remind me by WhatsApp two days before coins end");
});

test("shows nothing of it in a shop without the feature", async () => {
  const plain = (path: string) => new TextBrowser().open(shop().url("plain", path));
  for (const path of ["/login", "/signup"]) expect((await plain(path)).text).not.toContain("phone number");
  expect((await plain("/phone")).status).toBe(404);
});

test("asks an account without a name for one before an order of 50,000 rupees, and prints it on the receipt", async () => {
  const home = await enter(newNumber());
  let cart = await addToCart(home, "Voltbazaar", "₹10,000.00");
  expect(cart.text).not.toContain("Your full name");
  cart = await cart.submit("Update cart", { "Quantity of Voltbazaar": "5" });
  expect(cart.text).toContain("The law requires a name on the receipt of an order of ₹50,000 or more.");
  const refused = await cart.submit("Proceed to Checkout", { "Your full name, for the receipt": "7" });
  expect([refused.status, refused.path]).toEqual([400, "/cart"]);
  expect(refused.alerts().join()).toContain("Please enter your name for the receipt");
  expect(refused.value("Your full name, for the receipt")).toBe("7");
  const kept = await refused.submit("Apply", { "Your full name, for the receipt": "Asha Rao" });
  const screen = await kept.submit("Proceed to Checkout");
  const waiting = await screen.submit(/^Pay ₹/, { PhonePe: true, [TERMS]: true });
  await (await waiting.follow(/^Open/)).submit("Approve");
  const receipt = await open(waiting, `/receipt?orderid=${new URL(screen.url).searchParams.get("orderid")}`);
  expect(receipt.text).toContain("Asha Rao");
  expect((await open(receipt, "/cart")).text).not.toContain("Your full name");
});
