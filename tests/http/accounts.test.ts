import { describe, expect, test } from "vitest";

import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { DEMO } from "../helpers/shop/shop.ts";
import { addToCart, askForReset, readMail, signIn, signUp, typeCode } from "../helpers/shop/shopper.ts";
import { TextBrowser } from "../helpers/text-browser/page.ts";

const shop = useSharedShop();
const open = (path: string, brand = "aurora") => new TextBrowser().open(shop().url(brand, path));
const OLD = "Gulmohar-7!";
const NEW = "N3w-passw0rd!";

/** A new shopper who has not opened the mail of the sign-up. */
async function signUpOnly(email: string, brand = "aurora") {
  const page = await open("/signup", brand);
  const values = { "Full Name": "Asha Rao", Email: email, Password: OLD, "Confirm Password": OLD };
  const done = await page.submit("Register Now", values);
  expect([done.heading, done.title, done.text]).toEqual([
    "Check your e-mail",
    expect.stringMatching(/^Check your e-mail/),
    expect.stringContaining("We are sending you an e-mail."),
  ]);
  return signIn(shop(), brand, { "Email or phone": email, Password: OLD });
}

describe("a forgotten password", () => {
  test("is replaced with the code in the mail, which signs out every device [A-10] [AUTH-10]", async () => {
    const signedIn = await signUp(shop(), "tamarind");
    const email = /shopper-\S+@example\.com/.exec(signedIn.text)![0];
    const { form: asked, code } = await askForReset(await open("/", "tamarind"), email);
    expect(asked.path).toBe("/verify-otp");
    const wrong = await typeCode(asked, code === "0000" ? "1111" : "0000");
    expect([wrong.status, wrong.text]).toEqual([
      400,
      expect.stringContaining("This code is wrong or no longer valid."),
    ]);
    const form = await typeCode(wrong, code.toLowerCase());
    expect(form.path).toBe("/reset-password");
    const done = await form.submit("Reset Password", { "New Password": NEW, "Confirm Password": NEW });
    expect([done.path, done.alerts()]).toEqual(["/login", ["Your password is changed. Please log in with it."]]);

    expect((await signedIn.browser.open(shop().url("tamarind", "/cart"))).path).toMatch(/^\/login/);
    const old = await done.submit("Login", { "Email or phone": email, Password: OLD });
    expect(old.status).toBe(400);
    expect((await old.submit("Login", { "Email or phone": email, Password: NEW })).path).toBe("/");
    expect((await readMail(done, email, /Your password was changed/)).text).toContain("every device was signed out");
  });

  test("gets the same answer for an unknown name, and no code fits [A-10]", async () => {
    const ask = async (name: string) =>
      (await open("/forgot")).submit("Send Reset Instructions", { "Email / Mobile Number": name });
    const [known, unknown] = [await ask(DEMO["Email or phone"]), await ask("nobody@example.com")];
    expect([unknown.path, unknown.text]).toEqual([known.path, known.text]);
    expect((await typeCode(unknown, "1234")).status).toBe(400);
  });

  test("is mailed another code by Send Again", async () => {
    const page = await (
      await open("/forgot", "meridian")
    ).submit("Send Reset Instructions", {
      "Email / Mobile Number": DEMO["Email or phone"],
    });
    const first = (await readMail(page, DEMO["Email or phone"], /code/)).url;
    const again = await page.submit("Send Again");
    expect(again.alerts()).toContain("A new code is on its way.");
    await expect.poll(async () => (await readMail(page, DEMO["Email or phone"], /code/)).url).not.toBe(first);
  });

  test("begins with the first step: a code or a password without the step before redirects there", async () => {
    for (const page of [await open("/verify-otp"), await open("/reset-password")])
      expect([page.path, page.alerts()]).toEqual(["/forgot", ["Please ask for a new code first."]]);
  });
});

describe("a new shopper's e-mail address", () => {
  test("must be confirmed by the link in the mail before the first purchase", async () => {
    const home = await signUpOnly("fresh@example.com");
    const cart = await addToCart(home, "Kettle & Clove", "₹250.00");
    expect(cart.href("confirm your e-mail address")).toBe(shop().url("aurora", "/verify-email"));
    const refused = await cart.submit("Proceed to Checkout");
    expect(refused.status).toBe(400);
    expect(refused.alerts()).toEqual([
      "Before your first purchase, please confirm your e-mail address with the link in our mail. Send the mail again",
    ]);

    const again = await cart.submit("Send the mail again");
    expect([again.path, again.alerts()]).toEqual(["/cart", expect.arrayContaining(["The mail is on its way."])]);

    const mail = await readMail(home, "fresh@example.com");
    const link = await new TextBrowser().open(mail.href(/verify-email/));
    expect(new URL(link.url).origin).toBe(new URL(shop().url("aurora")).origin);
    const done = await link.submit("Confirm my e-mail address");
    expect([done.path, done.alerts()]).toEqual(["/login", ["Thank you. Your e-mail address is confirmed."]]);

    const confirmed = await cart.reload();
    expect(confirmed.links()).not.toContain("confirm your e-mail address");
    expect((await confirmed.submit("Proceed to Checkout")).path).toMatch(/^\/verify-details/);
  });

  test("gets the mail again on request, and a false link is refused", async () => {
    const home = await signUpOnly("slow@example.com", "tamarind");
    const first = (await readMail(home, "slow@example.com")).url;
    const bad = await home.browser.open(shop().url("tamarind", "/verify-email?token=none"));
    const refused = await bad.submit("Confirm my e-mail address");
    expect([refused.status, refused.alerts()]).toEqual([
      400,
      expect.arrayContaining(["This link is not valid any more."]),
    ]);
    expect((await refused.submit("Send the mail again")).alerts()).toContain("The mail is on its way.");
    await expect.poll(async () => (await readMail(home, "slow@example.com")).url).not.toBe(first);
  });
});

test("needs a new password from its owner after two people signed up with it", async () => {
  const email = "squatted@example.com";
  const squatter = await signUpOnly(email);
  const form = await open("/signup");
  const values = { "Full Name": "Meera Rao", Email: email, Password: NEW, "Confirm Password": NEW };
  await form.submit("Register Now", values);
  expect((await squatter.browser.open(shop().url("aurora", "/cart"))).path).toMatch(/^\/login/);

  const mail = await readMail(form, email, /Confirm your e-mail address/);
  const link = await new TextBrowser().open(mail.href(/verify-email/));
  const choice = await link.submit("Confirm my e-mail address");
  expect([choice.path, choice.alerts()]).toEqual([
    "/reset-password",
    ["Someone signed up with this address more than once. Please choose your password."],
  ]);
  const own = "Kingfisher-4!";
  const done = await choice.submit("Reset Password", { "New Password": own, "Confirm Password": own });
  expect(done.path).toBe("/login");
  const home = await done.submit("Login", { "Email or phone": email, Password: own });
  expect(home.path).toBe("/");
  expect((await home.browser.open(shop().url("aurora", "/verify-email"))).text).toContain(`${email} is confirmed`);
});

test("sign-up with a taken address looks like any other, and the owner gets a mail", async () => {
  const owner = await signUp(shop(), "aurora");
  const email = /shopper-\S+@example\.com/.exec(owner.text)![0];
  const submit = async (address: string) => {
    const values = { "Full Name": "Asha Rao", Email: address, Password: NEW, "Confirm Password": NEW };
    return (await open("/signup")).submit("Register Now", values);
  };
  const [known, fresh] = [await submit(email), await submit("quite-new@example.com")];
  expect([known.path, known.text, known.refresh]).toEqual([fresh.path, fresh.text, fresh.refresh]);
  expect((await readMail(owner, email, /already have an account/)).text).toContain("nothing has changed");
});

test("login in a signed-in browser ends the earlier session", async () => {
  const email = "twice@example.com";
  const held = await open("/login");
  await (
    await open("/signup")
  ).submit("Register Now", {
    "Full Name": "Asha Rao",
    Email: email,
    Password: OLD,
    "Confirm Password": OLD,
  });
  const login = { "Email or phone": email, Password: OLD };
  await held.submit("Login", login);
  const home = await held.submit("Login", login);
  expect(home.path).toBe("/");
  const sessions = await home.browser.open(shop().url("aurora", "/sessions"));
  expect([sessions.parts("This device").length, sessions.buttons().join()]).toEqual([
    1,
    expect.not.stringMatching(/Sign out /),
  ]);
});

describe("changing the password", () => {
  const fill = (old: string, password: string, confirm = password) => ({
    "Old Password": old,
    "New Password": password,
    "Confirm Password": confirm,
  });

  test("requires the old one, keeps this device and signs the others out", async () => {
    const here = await signUp(shop(), "meridian");
    const email = /shopper-\S+@example\.com/.exec(here.text)![0];
    const there = await signIn(shop(), "meridian", { "Email or phone": email, Password: OLD });
    const form = await (await here.browser.open(shop().url("meridian", "/edit-profile"))).follow("Change password");
    expect([form.path, form.heading]).toEqual(["/change-password", "Change password"]);

    const wrong = await form.submit("Change Password", fill("Wrong@2026", NEW));
    expect([wrong.status, wrong.alerts()]).toEqual([400, expect.arrayContaining(["Your old password is wrong."])]);
    expect(wrong.answer.text).not.toContain("Wrong@2026");
    const unequal = await wrong.submit("Change Password", fill(OLD, NEW, "other"));
    expect([unequal.status, unequal.text]).toEqual([400, expect.stringContaining("Passwords do not match")]);
    const common = await unequal.submit("Change Password", fill(OLD, "Password@123"));
    expect([common.status, common.alerts()]).toEqual([
      400,
      expect.arrayContaining(["This password is too common. Please choose another one."]),
    ]);

    const done = await common.submit("Change Password", fill(OLD, NEW));
    expect([done.path, done.alerts()]).toEqual([
      "/edit-profile",
      ["Your password is changed. Your other devices are signed out."],
    ]);
    expect((await there.browser.open(shop().url("meridian", "/cart"))).path).toMatch(/^\/login/);
    expect((await here.browser.open(shop().url("meridian", "/cart"))).path).toBe("/cart");
    await signIn(shop(), "meridian", { "Email or phone": email, Password: NEW });
  });

  test("requires a session", async () => {
    expect((await open("/change-password")).path).toMatch(/^\/login/);
  });
});

test("sign-up refuses a common password and names the reason", async () => {
  const values = { "Full Name": "Asha Rao", Email: "common@example.com" };
  const common = { Password: "Password@123", "Confirm Password": "Password@123" };
  const refused = await (await open("/signup")).submit("Register Now", { ...values, ...common });
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining("This password is too common. Please choose another one."),
  ]);
});

test("a shopper sees the signed-in devices and signs another one out", async () => {
  const here = await signUp(shop(), "meridian");
  const email = /shopper-\S+@example\.com/.exec(here.text)![0];
  const there = await signIn(shop(), "meridian", { "Email or phone": email, Password: OLD });
  const page = await here.browser.open(shop().url("meridian", "/sessions"));
  expect(page.parts("This device")).toHaveLength(1);
  expect((await page.follow("change your password")).path).toBe("/change-password");
  const profile = await here.browser.open(shop().url("meridian", "/edit-profile"));
  expect((await profile.follow("Your devices")).path).toBe("/sessions");
  const left = await page.submit(/^Sign out/);
  expect([left.path, left.alerts()]).toEqual(["/sessions", ["The device is signed out."]]);
  expect((await there.browser.open(shop().url("meridian", "/cart"))).path).toMatch(/^\/login/);
  expect((await here.browser.open(shop().url("meridian", "/cart"))).path).toBe("/cart");
});

describe("the contact form", () => {
  const MESSAGE = { Name: "Asha Rao", Email: "asha@example.com", Message: "Where is <b>my</b> card?" };

  test("sends a message to the brand [S-06]", async () => {
    const sent = await (await open("/contact-us")).submit("Send Message", MESSAGE);
    expect(sent.path).toBe("/contact-us?sent");
    const mail = await readMail(sent, "care@aurora.test");
    expect(mail.text).toContain("Where is <b>my</b> card?");
  });

  test("sends a bulk enquiry with its recipient group and number", async () => {
    const page = await (await open("/", "tamarind")).follow("Bulk Enquiry");
    expect([page.path, page.heading]).toEqual(["/contact-us?topic=bulk", "Bulk Enquiry"]);
    const refused = await page.submit("Send Message", { ...MESSAGE, Organisation: "", "Number of cards": "many" });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain("Please enter your organisation");
    expect(refused.text).toContain("Please enter a whole number up to 99999");
    const values = { ...MESSAGE, Organisation: "Rain Ltd", "Number of cards": "250" };
    const sent = await refused.submit("Send Message", values);
    const mail = await readMail(sent, "namaste@tamarind.test");
    expect(mail.text).toMatch(/Organisation: Rain Ltd\s+Number of cards: 250/);
  });
});
