import { afterAll, describe, expect, test } from "vitest";

import { ForeignHost } from "../helpers/backend/foreign-host.ts";
import { header, send } from "../helpers/http/http.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { DEMO, useShop } from "../helpers/shop/shop.ts";
import { addToCart, signIn } from "../helpers/shop/shopper.ts";
import { countScripts, readHead, readThings } from "../helpers/text-browser/head.ts";
import { TextBrowser } from "../helpers/text-browser/page.ts";

// Data for search engines and link previews: once in each page, with the brand's own origin, nothing private.

const shop = useSharedShop();
const open = (path: string, brand = "aurora") => new TextBrowser().open(shop().url(brand, path));

const PUBLIC = [
  "/",
  "/?category=1",
  "/?category=2",
  "/?subcategories=3",
  "/?category=1&page=2",
  "/?page=2",
  "/shopping-cart?product=1",
  "/shopping-cart?product=2",
  "/login",
  "/signup",
  "/purchase-voucher",
  "/redeem-voucher",
  "/redemptionpage",
  "/help-center",
  "/about-us",
  "/contact-us",
  "/terms-conditions",
  "/privacy",
  "/cookies",
];

test("gives every public page a title, a description, an address and a matching preview", async () => {
  const heads = await Promise.all(PUBLIC.map(async (path) => readHead(await open(path))));
  expect(new Set(heads.map(({ title }) => title)).size).toBe(PUBLIC.length);
  expect(new Set(heads.map(({ meta }) => meta.description)).size).toBe(PUBLIC.length);
  for (const [index, { title, canonical, meta, names }] of heads.entries()) {
    const url = shop().url("aurora", PUBLIC[index]);
    expect(canonical).toEqual([url]);
    expect(meta).toMatchObject({
      "og:url": url,
      "og:site_name": "Aurora Rewards",
      "og:title": title.replace(" · Aurora Rewards", ""),
      "og:description": meta.description,
    });
    expect(meta.description!.length).toBeLessThanOrEqual(160);
    expect(meta).not.toHaveProperty("robots");
    expect(new Set(names).size).toBe(names.length);
  }
});

test.each([
  ["/?sort=price_low_high&page=1&category=2&utm_source=mail", "/?category=2"],
  ["/?price_min=100&price_max=500", "/"],
  ["/?subcategories=7,3", "/?subcategories=3&subcategories=7"],
  ["/shopping-cart?quantity=3&denomination=500&product=2&ref=x", "/shopping-cart?product=2"],
  ["/redemption", "/redemptionpage"],
  ["/login?returnTo=%2Fcart", "/login"],
])("%s has the canonical address %s", async (path, address) => {
  expect(readHead(await open(path)).canonical).toEqual([shop().url("aurora", address)]);
});

test("keeps private pages, searches and missing pages out of search engines", async () => {
  const page = await signIn(shop(), "aurora", DEMO);
  await addToCart(page, "Kettle & Clove");
  const paths = [
    "/cart",
    "/profile",
    "/edit-profile",
    "/order-history",
    "/search?q=card",
    "/shopping-cart",
    "/nowhere",
  ];
  for (const path of [
    ...paths,
    "/?category=999",
    "/forgot",
    "/welcome",
    "/verify-otp",
    "/shopping-cart?product=9999",
  ]) {
    const { canonical, meta, title } = readHead(await page.browser.open(shop().url("aurora", path)));
    expect([path, canonical, meta.robots]).toEqual([path, [], "noindex"]);
    expect(title).toMatch(/\S · Aurora Rewards$/);
  }
});

test("the home page names the shop, a product page its price and its place in the catalogue", async () => {
  const origin = shop().url("tamarind", "");
  expect(readThings(await open("/", "tamarind")).Organization).toMatchObject({
    url: `${origin}/`,
    logo: expect.stringMatching(new RegExp(`^${origin}/media/brand/logo\\.svg\\?v=[\\w.-]+$`)),
    email: "namaste@tamarind.test",
  });
  const page = await open("/search?q=Indigo%20Loom");
  const product = await page.part("View Coupon for Indigo Loom").submit(/^View Coupon/);
  const { Product, BreadcrumbList } = readThings(product);
  expect(Product).toMatchObject({
    name: "Indigo Loom",
    offers: {
      "@type": "AggregateOffer",
      lowPrice: "500.00",
      highPrice: "5000.00",
      priceCurrency: "INR",
      availability: "https://schema.org/InStock",
    },
  });
  expect(BreadcrumbList.itemListElement.map(({ name }: { name: string }) => name)).toEqual([
    "Home",
    "Women",
    "Indigo Loom",
  ]);
});

describe("/sitemap.xml and /robots.txt", () => {
  const urlsOf = (xml: string) =>
    [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => url!.replaceAll("&#38;", "&"));

  test("list each product and page of the brand once, under its canonical address", async () => {
    const answer = await send(shop().url("meridian", "/sitemap.xml"));
    expect(header(answer, "content-type")).toBe("application/xml; charset=utf-8");
    const urls = urlsOf(answer.text);
    expect(new Set(urls).size).toBe(urls.length);
    const catalogue = await open("/?page=12", "meridian");
    const products = catalogue.buttons().filter((name) => name.startsWith("View Coupon"));
    const inEnglish = urls.filter((url) => url.includes("/shopping-cart") && !url.includes("lang=hi"));
    expect(inEnglish).toHaveLength(products.length);
    expect(urls.filter((url) => url.includes("lang=hi"))).toHaveLength(urls.length / 2);
    for (const url of urls.filter((_url, index) => index % 8 === 0))
      expect(readHead(await new TextBrowser().open(url)).canonical).toEqual([url]);
  });

  test("name the sitemap of their own origin, and close private pages, none of which the sitemap lists", async () => {
    const { text } = await send(shop().url("meridian", "/robots.txt"));
    expect(text).toContain(`\nSitemap: ${shop().url("meridian", "/sitemap.xml")}\n`);
    const rules = [...text.matchAll(/^Disallow: (.+)$/gm)].map(([, rule]) => rule!);
    const isClosed = (path: string) =>
      rules.some((rule) => (rule.endsWith("$") ? path === rule.slice(0, -1) : path.startsWith(rule)));
    const closed = ["/cart", "/cart?coins=1", "/order-history", "/payment?orderid=1", "/sandbox/pay/1", "/search?q=a"];
    expect(closed.filter((path) => !isClosed(path))).toEqual([]);
    const urls = urlsOf((await send(shop().url("meridian", "/sitemap.xml"))).text);
    expect(urls.filter((url) => isClosed(new URL(url).pathname + new URL(url).search))).toEqual([]);
  });
});

describe("text from a backend", async () => {
  const TEXTS = [
    `</script><script>alert(1)</script>`,
    `<!--<script>`,
    `]]>{{7*7}}\${7*7}<%= 7*7 %>`,
    `"><img src=x onerror=alert(1)>`,
    `a\u2028b\u2029\\u003c/script>`,
    `&lt;/script&gt;&amp;`,
  ];
  const hosts = await Promise.all(TEXTS.map(() => new ForeignHost().start()));
  afterAll(() => Promise.all(hosts.map((host) => host[Symbol.asyncDispose]())));
  const foreign = useShop(() => ({
    tenants: Object.fromEntries(hosts.map(({ url }, index) => [`foreign-${index}`, { api: { url } }])),
    env: { COMMERCE_API_PORT: "0" },
  }));
  const visit = (index: number, path: string) => new TextBrowser().open(foreign().url(`foreign-${index}`, path));
  const product = (id: number, name: string) => ({
    id,
    name,
    price: 100,
    price_mrp: 100,
    is_available: true,
    category: { id: 1, name },
    denominations: [{ id: 1, min: 100, max: 100 }],
    details: name.replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
  });

  test("is escaped in the sitemap of a backend without ids, which is called once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => send(foreign().url("foreign-0", "/sitemap.xml"))),
    );
    for (const { status, text } of answers) {
      expect(status).toBe(200);
      expect(text).toContain("/shopping-cart?product=gc-007&#38;name=Foreign+Card+7</loc>");
    }
    const calls = hosts[0]!.recorded("GET /products/").filter(({ query }) => query.get("perPage") === "48");
    expect(calls).toHaveLength(1);
  });

  const texts = TEXTS.map((text, index) => [text, index] as const);
  test.each(texts)("stays text for %j in the head and in the structured data [INJ-03]", async (text, index) => {
    const host = hosts[index]!;
    host.fail("GET /configurator/", 200, { organization_name: text, product_name: text, address: text });
    host.fail("GET /products/", 200, { results: [product(1, text), product(2, "Plain")], count: 2 });
    const plain = await visit(index, "/shopping-cart?product=2");
    const page = await visit(index, "/shopping-cart?product=1");
    expect(countScripts(page)).toBe(countScripts(plain));

    const { meta, title } = readHead(page);
    expect([title, meta["og:title"], meta["og:site_name"]]).toEqual([`${text} · ${text}`, text, text]);
    const { Product, BreadcrumbList } = readThings(page);
    expect([Product.name, Product.category, Product.offers.seller.name]).toEqual([text, text, text]);
    expect(BreadcrumbList.itemListElement[2].name).toBe(text);
    expect(Product.description.replaceAll(/\s/g, "")).toBe(text.replaceAll(/\s/g, ""));
    const { Organization } = readThings(await visit(index, "/"));
    expect([Organization.name, Organization.alternateName, Organization.address]).toEqual([text, text, text]);
  });
});
