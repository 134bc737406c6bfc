import { expect, test } from "vitest";

import { ForeignHost } from "../helpers/backend/foreign-host.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { startShop } from "../helpers/shop/shop.ts";
import { addToCart, readMail, signIn, signUpHere } from "../helpers/shop/shopper.ts";
import { type Page, TextBrowser } from "../helpers/text-browser/page.ts";

// The pages of an account, without scripts.

const shop = useSharedShop();
const PASSWORD = "Gulmohar-7!";
const open = (page: Page, path: string) => page.browser.open(new URL(path, page.url).href);
const logIn = async (email: string) =>
  (await new TextBrowser().open(shop().url("aurora", "/login"))).submit("Login", {
    "Email or phone": email,
    Password: PASSWORD,
  });

/** A shopper whose address and browser are confirmed. */
async function enter() {
  const { email, home } = await signUpHere(shop(), "aurora");
  return { email, home };
}

test("one page leads to everything about the account", async () => {
  const { home } = await enter();
  const page = await (await open(home, "/edit-profile")).follow("Your account");
  expect(page.path).toBe("/account");
  for (const [link, path] of [
    [/^Order History Your orders/, "/order-history"],
    [/^Load Coins 0 coins/, "/redeem-voucher"],
    [/^Coin History/, "/order-history?coins=open"],
    [/^Edit profile/, "/edit-profile"],
    [/^Name and e-mail/, "/account/details"],
    [/^Change password/, "/change-password"],
    [/^Your devices/, "/sessions"],
    [/^Delete your account/, "/account/delete"],
  ] as const) {
    const next = await page.follow(link);
    expect([next.status, next.path.replace(/#.*/, "")]).toEqual([200, path]);
  }
  const hindi = await open(page, "/account?lang=hi");
  expect(hindi.text).toContain("अपना अकाउंट हटाएँ");
});

test("changes the name; a wrong one stays in its field", async () => {
  const { home } = await enter();
  const page = await open(home, "/account/details");
  const refused = await page.submit("Save my name", { Name: "Asha <b>" });
  expect([refused.status, refused.value("Name")]).toEqual([400, "Asha <b>"]);
  const changed = await refused.submit("Save my name", { Name: "Meera Nair" });
  expect([changed.path, changed.alerts(), changed.value("Name")]).toEqual([
    "/account/details",
    expect.arrayContaining(["Your name is changed."]),
    "Meera Nair",
  ]);
});

test("changes the address once the mailed link is opened, and sends a notice to the former one", async () => {
  const { email, home } = await enter();
  const moved = `moved.${email}`;
  const page = await open(home, "/account/details");
  const refused = await page.submit("Mail me the link", { "New e-mail address": moved, Password: "Wrong-pass-1" });
  expect([refused.status, refused.value("New e-mail address"), refused.value("Password")]).toEqual([400, moved, ""]);
  expect(refused.text).toContain("This password is wrong.");
  const sent = await refused.submit("Mail me the link", { Password: PASSWORD });
  expect(sent.alerts()).toContain(`We have sent a link to ${moved}. Your address changes when you open it.`);
  expect(sent.text).toContain(`You sign in with ${email}.`);
  const mail = await readMail(sent, moved, /Confirm your new e-mail address/);
  const link = await home.browser.open(mail.href(/verify-email/));
  const confirmed = await link.submit("Confirm my e-mail address");
  expect(confirmed.alerts()).toContain("Thank you. Your e-mail address is confirmed.");
  const told = await readMail(sent, email, /Your e-mail address was changed/);
  expect(told.text).toContain("has another e-mail address now");
  expect((await open(home, "/account/details")).text).toContain(`You sign in with ${moved}.`);
  expect((await logIn(moved)).path).toBe("/");
});

test("asks a browser without a session to sign in with the former address first, and returns to the link", async () => {
  const { email, home } = await enter();
  const moved = `elsewhere.${email}`;
  const page = await open(home, "/account/details");
  const sent = await page.submit("Mail me the link", { "New e-mail address": moved, Password: PASSWORD });
  const href = (await readMail(sent, moved)).href(/verify-email/);
  const refused = await (await new TextBrowser().open(href)).submit("Confirm my e-mail address");
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("Sign in to confirm this address.")]);
  expect(refused.text).not.toContain(email);
  expect((await open(home, "/account/details")).text).toContain(`You sign in with ${email}.`);
  const login = await refused.submit("Continue with e-mail and password");
  const link = await login.submit("Login", { "Email or phone": email, Password: PASSWORD });
  expect(link.url).toBe(href);
  const confirmed = await link.submit("Confirm my e-mail address");
  expect(confirmed.alerts()).toContain("Thank you. Your e-mail address is confirmed.");
  expect((await open(home, "/account/details")).text).toContain(`You sign in with ${moved}.`);
});

test("deletes the account after a tick and the password, and lists the losses before", async () => {
  const { email, home } = await enter();
  const loaded = await (await open(home, "/redeem-voucher")).submit("Add Coins", { "Voucher code": "TRY-50-07" });
  const ordered = await (await addToCart(loaded, "Raga Stream", "₹299.00")).submit("Proceed to Checkout");
  let page = await open(ordered, "/account/delete");
  expect(page.text).toContain("You have no gift cards that still work. You lose 50 coins.");
  const untouched = await page.submit("Delete my account for good", { Password: PASSWORD });
  expect([untouched.status, untouched.text]).toEqual([
    400,
    expect.stringContaining("Please tick the box to delete your account"),
  ]);
  const agree = "I understand that this cannot be undone";
  page = await page.submit("Delete my account for good", { [agree]: true, Password: "Wrong-pass-1" });
  expect([page.status, page.value(agree), page.text]).toEqual([
    400,
    "yes",
    expect.stringContaining("This password is wrong."),
  ]);
  page = await page.submit("Delete my account for good", { Password: PASSWORD });
  expect([page.status, page.alerts().join()]).toEqual([400, expect.stringContaining("An order is still open.")]);

  const other = await enter();
  const gone = await (
    await open(other.home, "/account/delete")
  ).submit("Delete my account for good", { [agree]: true, Password: PASSWORD });
  expect([gone.path, gone.alerts()]).toEqual(["/", expect.arrayContaining(["Your account is deleted."])]);
  expect((await open(gone, "/account")).path).toBe("/login?returnTo=%2Faccount");
  expect((await logIn(other.email)).status).toBe(400);
  expect((await logIn(email)).path).toBe("/");
});

test("offers a shopper of another backend only what it can do", async () => {
  await using host = await new ForeignHost().start();
  await using foreign = await startShop({ tenants: { foreign: { api: { url: host.url } } } });
  const { email, password } = host.shop.user;
  const home = await signIn(foreign, "foreign", { "Email or phone": email, Password: password });
  const page = await open(home, "/account");
  expect([page.status, page.text.includes("Delete your account"), page.text.includes("Name and e-mail")]).toEqual([
    200,
    false,
    false,
  ]);
  for (const path of ["/account/details", "/account/delete"]) expect((await open(home, path)).status).toBe(404);
});
