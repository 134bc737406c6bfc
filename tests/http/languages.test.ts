import { describe, expect, test } from "vitest";

import { inLanguage, languages } from "../../config/language/current.ts";
import { t } from "../../config/language/t.ts";
import { type Answer, header, send } from "../helpers/http/http.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { addToCart, signIn } from "../helpers/shop/shopper.ts";
import { readHead } from "../helpers/text-browser/head.ts";
import { TextBrowser } from "../helpers/text-browser/page.ts";

const shop = useSharedShop();
const HINDI = languages.get("hi")!;
const inHindi = <T>(run: () => T) => inLanguage(HINDI, run);

const read = (path: string, headers: Record<string, string> = {}) => send(shop().url("aurora", path), { headers });
const varyOf = ({ headers }: Answer) => [headers.vary].flat().join(", ");
const localeOf = ({ text }: { text: string }) => /<html lang="([^"]+)"/.exec(text)?.[1];

describe("the language of a page", () => {
  test.each<[string, string, Record<string, string>, string]>([
    ["the brand's first one", "/login", {}, "en-IN"],
    ["an accepted one", "/login", { "accept-language": "hi-IN,hi;q=0.9,en;q=0.8" }, "hi-IN"],
    ["the first one if none is accepted", "/login", { "accept-language": "ta-IN,ta" }, "en-IN"],
    ["the cookie's", "/login", { "accept-language": "en", cookie: "lang=hi" }, "hi-IN"],
    ["the address's", "/login?lang=hi", { "accept-language": "en", cookie: "lang=en" }, "hi-IN"],
    ["the address's, between other parameters", "/search?q=tea&lang=hi&page=1", {}, "hi-IN"],
    ["the address's first offered one", "/login?lang=ta&lang=hi&lang=en", {}, "hi-IN"],
    ["an offered one", "/login?lang=ta", { cookie: "lang=xx" }, "en-IN"],
  ])("is %s", async (_name, path, headers, locale) => {
    expect(localeOf(await read(path, headers))).toBe(locale);
  });

  test("is kept by a cookie once it is chosen, and the address loses the choice", async () => {
    const browser = new TextBrowser();
    const page = await browser.open(shop().url("aurora", "/search?q=tea&lang=hi"));
    expect(page.text).toContain(inHindi(() => t("frame.home")));
    expect(page.answer.text).not.toContain("lang=hi&");
    expect(localeOf((await browser.open(shop().url("aurora", "/cookies"))).answer)).toBe("hi-IN");
    expect(localeOf((await browser.open(shop().url("aurora", "/cookies?lang=en"))).answer)).toBe("en-IN");
    expect(localeOf((await browser.open(shop().url("aurora", "/login"))).answer)).toBe("en-IN");
  });

  test("is that of a refused form", async () => {
    const browser = new TextBrowser();
    const page = await browser.open(shop().url("aurora", "/login?lang=hi"));
    const pairs: [string, string][] = [
      ["username", "nobody@awning.test"],
      ["password", "Wrong@2026"],
    ];
    const refused = await page.send({
      method: "POST",
      action: "/login",
      type: "application/x-www-form-urlencoded",
      pairs,
    });
    expect(localeOf(refused.answer)).toBe("hi-IN");
    expect(refused.alerts().join()).toMatch(/\p{Script=Devanagari}/u);
  });
});

describe("caches", () => {
  test("receive Accept-Language in Vary with each page", async () => {
    for (const path of ["/", "/login", "/cart", "/nothing"])
      expect([path, varyOf(await read(path))]).toEqual([path, expect.stringContaining("Accept-Language")]);
    expect(varyOf(await read("/media/brand/favicon.svg"))).not.toContain("Accept-Language");
  });

  test("do not keep the answer that sets the cookie", async () => {
    const answer = await read("/?lang=hi");
    expect(header(answer, "set-cookie")).toMatch(/^lang=hi; Path=\/; Max-Age=\d+; SameSite=Lax; HttpOnly$/);
    expect(header(answer, "cache-control")).toContain("no-store");
  });

  test("keep files, which set no cookie, also with a language in the address", async () => {
    const css = /\/brand\.css\?v=\w+/.exec((await read("/")).text)![0];
    for (const path of [`${css}&lang=hi`, css, "/media/brand/favicon.svg?lang=hi"]) {
      const answer = await read(path);
      expect([path, answer.status, header(answer, "set-cookie")]).toEqual([path, 200, undefined]);
    }
  });

  test("do not mix two languages at one address, for visitors and shoppers", async () => {
    const { browser, url } = await signIn(shop(), "aurora");
    const cookie = browser.cookies.headerFor(url)!;
    const wrong: string[] = [];
    for (let round = 0; round < 10; round++) {
      const asked = ["hi", "en", "hi", "en"].map(async (code, at) => {
        const headers = { "accept-language": code, ...(at > 1 && { cookie: `${cookie}; lang=${code}` }) };
        const answer = await read("/", headers);
        const home = inLanguage(languages.get(code)!, () => t("frame.home"));
        const cart = inLanguage(languages.get(code)!, () => t("frame.cartLink"));
        if (localeOf(answer) !== languages.get(code)!.locale || !answer.text.includes(home)) wrong.push(code);
        if (!answer.text.includes(`<span>${cart}</span>`)) wrong.push(`${code}: the shopper's part`);
      });
      await Promise.all(asked);
    }
    expect(wrong).toEqual([]);
  });
});

describe("search engines", () => {
  test("read the address of each language", async () => {
    const url = (path: string) => shop().url("aurora", path);
    const hindi = await new TextBrowser().open(url("/?category=2&lang=hi"));
    const english = await new TextBrowser().open(url("/?category=2"));
    expect(readHead(hindi).canonical).toEqual([url("/?category=2&lang=hi")]);
    expect(readHead(english).canonical).toEqual([url("/?category=2")]);
    const sitemap = (await read("/sitemap.xml")).text.replaceAll("&#38;", "&");
    const links = `<xhtml:link rel="alternate" hreflang="en-IN" href="${url("/?category=2")}"/><xhtml:link rel="alternate" hreflang="hi-IN" href="${url("/?category=2&lang=hi")}"/>`;
    for (const path of ["/?category=2", "/?category=2&lang=hi"])
      expect(sitemap).toContain(`<url><loc>${url(path)}</loc>${links}</url>`);
    expect((await send(shop().url("aurora", "/cookies?lang=hi"))).status).toBe(200);
  });
});

test("a brand's name and its own texts are in the language of the page", async () => {
  const [english, hindi] = [await read("/about-us"), await read("/about-us?lang=hi")];
  expect(english.text).toContain("A thank-you people can spend as they like");
  expect(hindi.text).toContain("ऐसा शुक्रिया, जिसे लोग अपनी पसंद से खर्च करें");
  expect(/<title>([^<]*)</.exec(hindi.text)![1]).toContain("ऑरोरा");
  expect(hindi.text).not.toContain("A thank-you");
  expect(english.text).not.toContain("शुक्रिया");
});

test("an address with several languages loses them all", async () => {
  const page = await read("/search?lang=hi&q=tea&lang=en");
  expect(page.text).toContain('href="/search?q=tea&amp;lang=en"');
  expect(page.text).not.toMatch(/lang=en&amp;lang=/);
});

test("header and footer lead to the same page in the other language", async () => {
  const page = await read("/search?q=tea");
  const links = page.text.match(/<a href="\/search\?q=tea&amp;lang=hi" lang="hi-IN">हिन्दी<\/a>/g);
  expect(links?.length).toBeGreaterThan(2);
});

test("a cart that was shown in one language can be ordered in another", async () => {
  const cart = await addToCart(await signIn(shop(), "aurora"), "Kettle & Clove", "₹100.00");
  await cart.browser.open(shop().url("aurora", "/login?lang=hi"));
  const paid = await cart.submit("Proceed to Checkout");
  expect(localeOf(paid.answer)).toBe("hi-IN");
  expect(new URL(paid.url).pathname).toBe("/verify-details");
  const hindi = await cart.browser.open(shop().url("aurora", "/cart"));
  expect(localeOf(hindi.answer)).toBe("hi-IN");
});
