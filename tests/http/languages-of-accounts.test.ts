import SqliteDatabase from "better-sqlite3";
import { afterAll, afterEach, describe, expect, test } from "vitest";

import { inLanguage, languages } from "../../config/language/current.ts";
import { t } from "../../config/language/t.ts";
import { ForeignHost } from "../helpers/backend/foreign-host.ts";
import { send } from "../helpers/http/http.ts";
import { useShop } from "../helpers/shop/shop.ts";
import { type Page, TextBrowser } from "../helpers/text-browser/page.ts";
import { waitFor, waitUntil } from "../helpers/waiting/patience.ts";

// A shopper's choice of a language goes along with the account.

const host = await new ForeignHost({ unknownCall: 401 }).start();
const shop = useShop(() => {
  const branding = { organization_name: "Maple", email: "care@maple.example" };
  const brand = { branding, languages: ["en", "hi"] };
  const foreign = { ...brand, api: { url: host.url } };
  return {
    tenants: { maple: brand, plain: foreign, keeper: { ...foreign, features: { accountLanguage: true } } },
  };
});
afterEach(() => host.heal());
afterAll(() => host[Symbol.asyncDispose]());

const FARAH = { name: "9876543210", password: "Foreign@1" };
const localeOf = ({ answer }: Page) => /<html lang="([^"]+)"/.exec(answer.text)?.[1];
const open = (page: Page, path: string) => page.browser.open(new URL(path, page.url).href);
const cookieOf = (page: Page, name: string) => page.browser.cookies.of(page.url).get(name)?.value;

/** A browser whose reader prefers a language. */
const browserIn = (language: string, more: Record<string, string> = {}) =>
  new TextBrowser("fetch-metadata", (url, sending) =>
    send(url, { ...sending, headers: { "accept-language": language, ...sending?.headers, ...more } }),
  );

/** Sends the login form, whose labels are in the language of the page. */
async function logIn(browser: TextBrowser, brand: string, { name, password }: { name: string; password: string }) {
  const page = await browser.open(shop().url(brand, "/login"));
  const language = [...languages.values()].find(({ locale }) => locale === localeOf(page))!;
  const { button, values } = inLanguage(language, () => ({
    button: t("account.login"),
    values: { [t("fields.emailOrPhone")]: name, [t("fields.password")]: password },
  }));
  return page.submit(button, values);
}

function database<T>(run: (database: SqliteDatabase.Database) => T): T {
  const maple = new SqliteDatabase(`${shop().dataDir}/maple.db`);
  try {
    return run(maple);
  } finally {
    maple.close();
  }
}
const keptLanguage = (email: string) =>
  database((maple) => maple.prepare("select language from users where email = ?").pluck().get(email));
const keep = (email: string, language: string) =>
  database((maple) => maple.prepare("update users set language = ? where email = ?").run(language, email));

/** A new account of the sign-up in English, and its browser. */
async function signUp() {
  const login = { name: `reader-${++readers}@example.test`, password: "Gulmohar-7!" };
  const page = await browserIn("en").open(shop().url("maple", "/signup"));
  const passwords = { Password: login.password, "Confirm Password": login.password };
  await page.submit("Register Now", { "Full Name": "Asha Rao", Email: login.name, ...passwords });
  return { login, home: await logIn(page.browser, "maple", login) };
}
let readers = 0;

describe("two browsers of one account", () => {
  test("share the language that one of them chooses, until the other chooses one itself", async () => {
    const { login, home } = await signUp();
    expect(localeOf(await open(home, "/?lang=hi"))).toBe("hi-IN");
    await waitUntil(() => keptLanguage(login.name) === "hi");
    const second = await logIn(browserIn("en"), "maple", login);
    expect([localeOf(second), keptLanguage(login.name)]).toEqual(["hi-IN", "hi"]);
    expect([cookieOf(second, "account_lang"), cookieOf(second, "lang")]).toEqual(["hi", undefined]);

    await open(home, "/about-us?lang=en");
    await waitFor(async () => expect(localeOf(await open(second, "/edit-profile"))).toBe("en-IN"));
    expect(cookieOf(second, "account_lang")).toBe("en");

    expect(localeOf(await open(second, "/cart?lang=hi"))).toBe("hi-IN");
    await waitUntil(() => keptLanguage(login.name) === "hi");
    expect([localeOf(await open(home, "/")), localeOf(await open(home, "/cart"))]).toEqual(["en-IN", "en-IN"]);
  });
});

describe("a login", () => {
  test("in a browser with a chosen language gives it to the account", async () => {
    const { login } = await signUp();
    const browser = browserIn("en");
    await browser.open(shop().url("maple", "/?lang=hi"));
    expect(localeOf(await logIn(browser, "maple", login))).toBe("hi-IN");
    expect(keptLanguage(login.name)).toBe("hi");
  });

  test("in a browser that only prefers another language keeps the account's", async () => {
    const { login } = await signUp();
    expect(localeOf(await logIn(browserIn("hi"), "maple", login))).toBe("en-IN");
    expect(keptLanguage(login.name)).toBe("en");
  });

  test("of an account whose language is no longer offered leaves the page to the browser", async () => {
    const { login } = await signUp();
    keep(login.name, "ta");
    const home = await logIn(browserIn("hi"), "maple", login);
    expect([localeOf(home), localeOf(await open(home, "/cart")), keptLanguage(login.name)]).toEqual([
      "hi-IN",
      "hi-IN",
      "ta",
    ]);
  });
});

test("after a logout the browser's language counts again, after the end of a session the account's", async () => {
  const { login } = await signUp();
  keep(login.name, "hi");
  const home = await logIn(browserIn("en"), "maple", login);
  const out = await home.submit(inLanguage(languages.get("hi")!, () => t("frame.logout")));
  expect([localeOf(out), cookieOf(out, "account_lang")]).toEqual(["en-IN", undefined]);
  const again = await logIn(out.browser, "maple", login);
  database((maple) => maple.prepare("update sessions set revoked_at = 1").run());
  const ended = await open(again, "/cart");
  expect([new URL(ended.url).pathname, localeOf(ended)]).toEqual(["/login", "hi-IN"]);
});

describe("a host with the feature", () => {
  const chosen = () => host.recorded("PUT /user/language/").map(({ body }) => body.language);

  test("gets the choice from the shop's own pages and typed addresses only, and its failure harms no page", async () => {
    host.fail("PUT /user/language/", 500);
    const home = await logIn(browserIn("en"), "keeper", FARAH);
    for (const [name, value] of [
      ["sec-fetch-site", "cross-site"],
      ["sec-fetch-site", "same-site"],
      ["sec-purpose", "prefetch"],
      ["sec-purpose", "prefetch;prerender"],
    ] as const) {
      const other = browserIn("en", { [name]: value });
      const cookie = home.browser.cookies.headerFor(home.url)!;
      const page = await other.load(new URL("/cart?lang=hi", home.url).href, { headers: { cookie } }, undefined);
      expect([value, localeOf(page), page.status]).toEqual([value, "hi-IN", 200]);
    }
    await send(new URL("/cart?lang=hi", home.url).href, {
      method: "HEAD",
      headers: { cookie: home.browser.cookies.headerFor(home.url)! },
    });
    const page = await open(home, "/cart?lang=hi");
    expect([localeOf(page), page.status]).toEqual(["hi-IN", 200]);
    await waitUntil(() => chosen().length > 0);
    expect(chosen()).toEqual(["hi"]);
  });

  test("is not waited for", async () => {
    const home = await logIn(browserIn("en"), "keeper", FARAH);
    const release = host.hold("PUT /user/language/");
    expect(localeOf(await open(home, "/cart?lang=hi"))).toBe("hi-IN");
    release();
  });
});

test("a host without the feature gets nothing, and its own language counts for nothing", async () => {
  const withLanguage = ({ body, status }: { status: number; body?: unknown }) => ({
    status,
    body: { ...(body as object), language: "hi" },
  });
  const tokens = { access_token: "access-0001", refresh_token: "refresh-0001" };
  host.answer("POST /user/login/", () => withLanguage({ status: 200, body: tokens }));
  host.answer("GET /user-data/", () => withLanguage({ status: 200, body: { username: "Farah", coins: 5 } }));
  host.requests.length = 0;
  const browser = browserIn("en");
  await browser.open(shop().url("plain", "/?lang=en"));
  const home = await logIn(browser, "plain", FARAH);
  expect([localeOf(home), cookieOf(home, "account_lang")]).toEqual(["en-IN", undefined]);
  expect(Object.keys(host.recorded("POST /user/login/")[0]!.body)).not.toContain("language");
  expect(localeOf(await open(home, "/about-us?lang=hi"))).toBe("hi-IN");
  expect(localeOf(await open(home, "/about-us"))).toBe("hi-IN");
  expect(host.recorded("PUT /user/language/")).toEqual([]);
});
