import { describe, expect, test, vi } from "vitest";

import { setCookiesOf } from "../helpers/http/cookie-jar.ts";
import { tokenIn } from "../helpers/http/token-cookies.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { DEMO } from "../helpers/shop/shop.ts";
import { signUpHere } from "../helpers/shop/shopper.ts";
import { TextBrowser } from "../helpers/text-browser/page.ts";

const shop = useSharedShop();

async function openLogin(brand = "aurora", path = "/login") {
  return new TextBrowser().open(shop().url(brand, path));
}
const logIn = async (brand = "aurora", path = "/login") => (await openLogin(brand, path)).submit("Login", DEMO);

describe("login", () => {
  test("leads to the home page with points, name and e-mail in the header [A-06] [H-05] [H-06]", async () => {
    const home = await logIn();
    expect(home.path).toBe("/");
    expect(home.text).toMatch(/[\d,.]+ Points/);
    expect(home.text).toContain("Ananya Iyer demo@awning.test");
    expect(home.href(/demo@awning\.test/)).toBe(shop().url("aurora", "/edit-profile"));
    expect(home.href(/^CART/)).toBe(shop().url("aurora", "/cart"));
    expect(home.links()).not.toContain("SIGN IN");
    expect((await home.browser.open(shop().url("aurora", "/login"))).path).toBe("/");
  });

  test("gives the reason to a browser that keeps no cookies, and leads it on once it does", async () => {
    const browser = new TextBrowser();
    const keeping = vi.spyOn(browser.cookies, "keep").mockImplementation(() => {});
    const page = await browser.open(shop().url("aurora", "/login?returnTo=%2Fcart"));
    const refused = await page.submit("Login", DEMO);
    expect(refused.heading).toBe("Login");
    expect(refused.alerts()).toEqual([
      "You are not signed in, because your browser keeps no cookies from this shop. Allow them, then log in again.",
    ]);
    keeping.mockRestore();
    expect((await refused.submit("Login", DEMO)).path).toBe("/cart");
  });

  test("sets two HttpOnly cookies for a week, and no token anywhere else [A-11] [SES-01]", async () => {
    const { browser } = await logIn();
    const set = browser.answers.flatMap(setCookiesOf).filter(({ name }) => name.endsWith("_token"));
    expect(set.map(({ name }) => name).toSorted()).toEqual(["access_token", "refresh_token"]);
    for (const { attributes, value } of set) {
      expect(Object.fromEntries(attributes)).toEqual({ "max-age": "604800", path: "/", httponly: "", samesite: "Lax" });
      for (const token of [value, decodeURIComponent(value), tokenIn(value)]) {
        expect(browser.answers.some(({ text, url }) => text.includes(token) || url.includes(token))).toBe(false);
        expect(shop().log).not.toContain(token);
      }
    }
  });

  test("has its texts and links, and the attributes that a password manager needs [A-01] [A-04]", async () => {
    const page = await openLogin();
    expect(page.text).toContain("Login to your store or admin account");
    expect([page.href("Forgot Password?"), page.href("SIGN UP")]).toEqual([
      shop().url("aurora", "/forgot"),
      shop().url("aurora", "/signup"),
    ]);
    expect(page.value("Remember me")).toBeUndefined();
    expect(page.answer.text).toContain('data-busy="Signing in..."');
    expect(page.answer.text).toMatch(/<input(?=[^>]*name="username")(?=[^>]*autoComplete="username")/i);
    expect(page.answer.text).toMatch(/<input(?=[^>]*type="password")(?=[^>]*autoComplete="current-password")/i);
  });

  test.each([
    [{ "Email or phone": "", Password: "" }, ["Email is required", "Password is required"]],
    [{ "Email or phone": "demo", Password: "x" }, ["Please enter a valid email"]],
    [{ "Email or phone": "12345", Password: "" }, ["Please enter a valid email", "Password is required"]],
  ])("refuses %j on the server too [A-02]", async (values, texts) => {
    const page = await (await openLogin()).submit("Login", values);
    expect([page.status, page.path]).toEqual([400, "/login"]);
    expect(page.alerts()).toEqual(texts);
    expect(page.value("Email or phone")).toBe(values["Email or phone"]);
    expect(page.value("Password")).toBe("");
  });

  test("answers an unknown shopper and a wrong password alike [E-01] [AUTH-03]", async () => {
    const pages = [];
    for (const values of [
      { "Email or phone": "nobody@awning.test", Password: "Secret@123" },
      { "Email or phone": DEMO["Email or phone"], Password: "Secret@123" },
    ]) {
      const page = await (await openLogin()).submit("Login", values);
      expect(page.status).toBe(400);
      expect(page.alerts()).toEqual(["Invalid email or password. Please check your credentials."]);
      expect(page.answer.text).not.toContain("Secret@123");
      const noise = /[0-9a-f]{8}-[0-9a-f-]{27}|nonce(?:="|-|&quot;:&quot;)[^"']+|[\w.+-]+@awning\.test/g;
      pages.push(page.answer.text.replace(noise, ""));
    }
    expect(pages[0]).toBe(pages[1]);
  });

  test.each([
    "//evil.example",
    "https://evil.example/",
    "/\\evil.example",
    "/.//evil.example",
    "javascript:alert(1)",
    "/%09/evil.example",
  ])("leads home for returnTo=%s [RED-02]", async (target) => {
    const page = await logIn("aurora", `/login?returnTo=${encodeURIComponent(target)}`);
    expect(new URL(page.url).host).toBe(new URL(shop().url("aurora")).host);
    expect(page.answer.text).not.toContain("evil.example/");
  });

  test("leads to a page of the shop [RED-02]", async () => {
    expect((await logIn("aurora", "/login?returnTo=%2Forder-history")).path).toBe("/order-history");
  });

  test("works for text browsers, which send nothing but Referer", async () => {
    const page = await new TextBrowser("referer").open(shop().url("tamarind", "/login"));
    expect((await page.submit("Login", DEMO)).text).toContain("Logout");
  });
});

describe("logout", () => {
  test("ends the session here and at the backend [A-13] [SES-05]", async () => {
    const home = await logIn();
    const { browser } = home;
    const stolen = browser.cookies.headerFor(home.url)!;
    const page = await home.submit("Logout");
    expect(page.path).toBe("/login");
    expect(page.text).not.toMatch(/Points CART|demo@awning\.test/);
    expect([...browser.cookies.of(page.url).keys()].filter((name) => name.endsWith("_token"))).toEqual([]);
    expect((await browser.open(shop().url("aurora", "/order-history"))).path).toContain("/login");

    const thief = new TextBrowser();
    for (const pair of stolen.split("; ")) {
      const [name = "", value = ""] = pair.split(/=(.*)/s);
      thief.cookies.of(page.url).set(name, { name, value, attributes: new Map() });
    }
    expect((await thief.open(shop().url("aurora", "/order-history"))).path).toContain("/login");
  });

  test("does not follow from a link [CSRF-03]", async () => {
    const { browser } = await logIn();
    await browser.open(shop().url("aurora", "/logout"));
    expect((await browser.open(shop().url("aurora"))).text).toContain("Logout");
  });
});

describe("two brands", () => {
  test("ignore each other's cookies [TEN-01]", async () => {
    const { browser, url } = await logIn("aurora");
    const other = shop().url("tamarind", "/order-history");
    for (const [name, cookie] of browser.cookies.of(url)) browser.cookies.of(other).set(name, cookie);
    const page = await browser.open(other);
    expect(page.path).toContain("/login");
    expect(page.text).not.toContain("demo@awning.test");
  });

  test("hold different shoppers under the same e-mail [TEN-08]", async () => {
    const signUp = async (brand: string, password: string) => {
      const page = await new TextBrowser().open(shop().url(brand, "/signup"));
      const values = {
        "Full Name": "Asha Rao",
        Email: "asha@example.com",
        Password: password,
        "Confirm Password": password,
      };
      return page.submit("Register Now", values);
    };
    const logInAs = async (brand: string, password: string) =>
      (await openLogin(brand)).submit("Login", { "Email or phone": "asha@example.com", Password: password });
    await signUp("aurora", "Passw0rd!A");
    await signUp("tamarind", "Passw0rd!B");
    expect((await logInAs("aurora", "Passw0rd!A")).text).toContain("Logout");
    expect((await logInAs("aurora", "Passw0rd!B")).status).toBe(400);
    expect((await logInAs("tamarind", "Passw0rd!B")).text).toContain("Logout");
  });
});

describe("signup", () => {
  const good = {
    "Full Name": "Meera Iyer",
    Email: "meera@example.com",
    Password: "Gulmohar-7!",
    "Confirm Password": "Gulmohar-7!",
  };
  const open = () => new TextBrowser().open(shop().url("meridian", "/signup"));

  test("registers once, confirms it, and redirects to the login [A-07] [A-08] [E-04]", async () => {
    const page = await (await open()).submit("Register Now", good);
    expect(page.text).toContain("Signup Successful! Redirecting to login page...");
    expect(page.refresh).toEqual({ seconds: 3, url: shop().url("meridian", "/login") });
    expect(page.href("Go to Login")).toBe(shop().url("meridian", "/login"));
    const again = await (await open()).submit("Register Now", good);
    expect([again.status, again.text, again.refresh]).toEqual([page.status, page.text, page.refresh]);
  });

  test("shows the backend's reason for a refusal, and the form keeps all but the password", async () => {
    const common = { Password: "Password@123", "Confirm Password": "Password@123" };
    const refused = await (await open()).submit("Register Now", { ...good, ...common });
    expect([refused.status, refused.alerts().join()]).toEqual([400, expect.stringMatching(/too common/)]);
    expect([refused.value("Full Name"), refused.value("Password")]).toEqual(["Meera Iyer", ""]);
  });

  test("accepts sixteen characters in both password boxes, and links to the login [A-07]", async () => {
    const page = await open();
    expect([...page.answer.text.matchAll(/<input[^>]+type="password"[^>]*>/g)].map(([input]) => input)).toEqual([
      expect.stringMatching(/(?=.*maxlength="16")(?=.*autocomplete="new-password")/i),
      expect.stringMatching(/(?=.*maxlength="16")(?=.*autocomplete="new-password")/i),
    ]);
    // In the header, and beneath the form.
    expect(page.links().filter((name) => name === "SIGN IN")).toHaveLength(2);
    expect(page.href("SIGN IN")).toBe(shop().url("meridian", "/login"));
  });

  test("does not let the placeholder phone log in [A-07] [AUTH-08]", async () => {
    await (await open()).submit("Register Now", { ...good, Email: "other@example.com" });
    const page = await (
      await openLogin("meridian")
    ).submit("Login", { "Email or phone": "0000000000", Password: good.Password });
    expect(page.alerts()).toEqual(["Invalid email or password. Please check your credentials."]);
  });

  test("checks every rule on the server, with its text beside its field [A-07]", async () => {
    const page = await (
      await open()
    ).submit("Register Now", { "Full Name": "A1", Email: "1@x", Password: "short", "Confirm Password": "other" });
    expect(page.status).toBe(400);
    expect(page.alerts()).toEqual([
      "Name can only contain letters, spaces, and basic punctuation ( . ' - )",
      expect.stringMatching(/^Email must start with a letter and use valid format \(e\.g\., .+@.+\)$/),
      "Password must be 8-16 characters",
      "Passwords do not match",
    ]);
    expect(page.answer.text).not.toMatch(/value="(short|other)"/);
  });
});

test("stops password guessing [E-01]", async () => {
  const { email } = await signUpHere(shop(), "meridian");
  const page = await openLogin("meridian");
  let last = page;
  for (let tries = 0; tries < 12; tries++)
    last = await page.submit("Login", { "Email or phone": email, Password: `Wrong@${tries}` });
  expect(last.alerts()).toEqual(["Too many login attempts. Please try again later."]);
});
