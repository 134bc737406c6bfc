import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { request } from "undici";
import { describe, expect, test } from "vitest";

import { header, send } from "../helpers/http/http.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { DEMO, useShop } from "../helpers/shop/shop.ts";
import { addToCart, signIn } from "../helpers/shop/shopper.ts";
import { pngSize } from "../helpers/shots/png.ts";
import { readHead } from "../helpers/text-browser/head.ts";
import { attribute, findAll } from "../helpers/text-browser/html.ts";
import { type Page, TextBrowser } from "../helpers/text-browser/page.ts";

const shop = useSharedShop();

async function download(url: string) {
  const { host, port, pathname, search } = new URL(url);
  const answer = await request(`http://127.0.0.1:${port}${pathname}${search}`, { headers: { host } });
  return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.from(await answer.body.arrayBuffer()) };
}

describe.each([
  ["aurora", "Aurora Rewards", "#2b2391"],
  ["meridian", "Meridian Privileges", "#10284f"],
  ["tamarind", "Tamarind Gifts", "#8f1846"],
])("%s", (brand, name, colour) => {
  test("has a manifest with the brand's name and colour, and icons of the stated sizes", async () => {
    const answer = await send(shop().url(brand, "/manifest.webmanifest"));
    expect(header(answer, "content-type")).toBe("application/manifest+json");
    const manifest = JSON.parse(answer.text);
    expect(manifest).toMatchObject({ name, theme_color: colour, start_url: "/" });
    expect(manifest.icons).toHaveLength(4);
    for (const { src, sizes, type } of manifest.icons) {
      const { status, headers, bytes } = await download(shop().url(brand, src));
      expect([src, status, String(headers["content-type"])]).toEqual([src, 200, expect.stringContaining(type)]);
      if (type === "image/png") expect(pngSize(bytes).join("x")).toBe(sizes);
    }
  });

  test("has its own link preview, 1200 x 630", async () => {
    const head = readHead(await new TextBrowser().open(shop().url(brand)));
    const picture = await download(head.meta["og:image"]!);
    expect(pngSize(picture.bytes)).toEqual([1200, 630]);
    expect(picture.bytes.length).toBeLessThan(200_000);
    const other = await download(shop().url(brand === "aurora" ? "meridian" : "aurora", "/media/brand/social.png"));
    expect(picture.bytes.equals(other.bytes)).toBe(false);
    expect(head.meta["theme-color"]).toBe(colour);
  });
});

test.each(["aurora", "meridian", "tamarind"])(
  "%s preloads only its own font, which caches may keep for a year",
  async (brand) => {
    const page = await new TextBrowser().open(shop().url(brand));
    const fonts = findAll(page.tree, (element) => element.name === "link" && attribute(element, "as") === "font");
    expect(fonts).toHaveLength(1);
    const path = attribute(fonts[0]!, "href")!;
    const { status, headers } = await download(shop().url(brand, path));
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
      200,
      "font/woff2",
      expect.stringContaining("immutable"),
    ]);
    const [, stylesheet] = page.answer.text.match(/href="(\/brand\.css[^"]+)"/) ?? [];
    expect((await send(shop().url(brand, stylesheet))).text).toContain(`url(${path})`);
  },
);

test("a link preview of a product shows its card, 1200 x 630", async () => {
  const { meta } = readHead(await new TextBrowser().open(shop().url("aurora", "/shopping-cart?product=7")));
  const [address, query] = meta["og:image"]!.split("?");
  expect(address).toBe(shop().url("aurora", "/media/cards/7.png"));
  expect(query).toMatch(/^v=[\w-]{11}&crop=social$/);
  const { headers, bytes } = await download(meta["og:image"]!);
  expect([headers["content-type"], pngSize(bytes)]).toEqual(["image/png", [1200, 630]]);
});

test.each(["/media/brand/logo.svg", "/media/brand/favicon.svg", "/media/cards/7.svg"])(
  "serves the drawing %s as UTF-8",
  async (path) => {
    const { headers } = await download(shop().url("aurora", path));
    expect(headers["content-type"]).toBe("image/svg+xml; charset=utf-8");
  },
);

test("sets the size of every picture in HTML, loads the catalogue's first row first, and shows thumbnails in lists", async () => {
  const images = (page: Page) => findAll(page.tree, ({ name }) => name === "img");
  const home = await signIn(shop(), "aurora", DEMO);
  const cart = await addToCart(home, "Kettle & Clove");
  const history = await cart.browser.open(shop().url("aurora", "/order-history"));
  for (const page of [home, cart, history]) {
    expect(images(page).length).toBeGreaterThan(1);
    const unsized = images(page).filter((image) => !/^\d+ \d+$/.test(`${image.attribs.width} ${image.attribs.height}`));
    expect(unsized.map((image) => attribute(image, "src"))).toEqual([]);
  }
  const src = expect.stringMatching(/^\/media\/brand\/logo\.svg\?v=[\w.-]+$/);
  expect(images(home)[0]!.attribs).toMatchObject({ src, width: "258", height: "40" });
  const cards = images(home).filter((image) => image.attribs.src!.startsWith("/media/cards/"));
  expect(cards.map((image) => image.attribs.fetchpriority ?? image.attribs.loading)).toEqual([
    ...Array.from({ length: 4 }, () => "high"),
    ...Array.from({ length: 4 }, () => "lazy"),
  ]);
  // A ticket has the card's whole picture.
  const tickets = findAll(history.tree, ({ attribs }) => /(^| )ticket( |$)/.test(attribs.class ?? ""));
  const faces = new Set(tickets.flatMap((ticket) => findAll(ticket, ({ name }) => name === "img")));
  expect(faces.size).toBeGreaterThan(0);
  const thumbs = [...images(cart), ...images(history)].filter(
    (image) => image.attribs.src!.startsWith("/media/cards/") && !faces.has(image),
  );
  expect(thumbs.filter((image) => !/\.svg\?v=[\w-]{11}&crop=thumb$/.test(image.attribs.src!))).toEqual([]);
});

describe("a brand that has drawn nothing", () => {
  const bare = useShop(() => ({
    tenants: {
      bare: { branding: { primary_color: "#7a1f3d", secondary_color: "#0a7c92", logo_url: "/media/brand/logo.svg" } },
    },
  }));

  test("gets an icon and a preview in its colour, and its name as the logo", async () => {
    const icon = await send(bare().url("bare", "/media/brand/favicon.svg"));
    expect(header(icon, "content-type")).toContain("image/svg+xml");
    expect(icon.text).toContain('fill="#7a1f3d"');
    for (const [file, size] of Object.entries({ "icon-192.png": [192, 192], "social.png": [1200, 630] }))
      expect(pngSize((await download(bare().url("bare", `/media/brand/${file}`))).bytes)).toEqual(size);
    expect((await new TextBrowser().open(bare().url("bare"))).text).toContain("bare");
  });

  test("has a banner in its colours, and its name in place of a missing logo file", async () => {
    const banner = await send(bare().url("bare", "/media/brand/banner.svg"));
    expect([banner.status, header(banner, "content-type")]).toEqual([200, "image/svg+xml; charset=utf-8"]);
    expect(banner.text).toContain('fill="#0a7c92"');
    const page = await new TextBrowser().open(bare().url("bare"));
    const images = findAll(page.tree, ({ name }) => name === "img").map((image) => attribute(image, "src"));
    expect(images).toEqual([expect.stringMatching(/^\/media\/brand\/banner\.svg\?v=[\w.-]+$/)]);
  });

  test("gets new addresses for its pictures when one is added, and the former ones are not kept for long", async () => {
    const open = async () => {
      const page = await new TextBrowser().open(bare().url("bare"));
      return attribute(findAll(page.tree, ({ name }) => name === "img").at(-1)!, "src")!;
    };
    const before = await open();
    const drawn = await send(bare().url("bare", before.replace("banner.svg", "favicon.svg")));
    expect(header(drawn, "cache-control")).toBe("public, max-age=31536000, immutable");
    const own = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 4"><path d="M0 0h16v4H0z"/></svg>';
    writeFileSync(join(bare().tenantsDir, "bare", "banner.svg"), own);
    const early = await send(bare().url("bare", before));
    expect([early.text, header(early, "cache-control")]).toEqual([own, "public, max-age=3600"]);
    await expect.poll(open, { timeout: 60_000 }).not.toBe(before);
    const added = await send(bare().url("bare", await open()));
    expect([added.text, header(added, "cache-control")]).toEqual([own, "public, max-age=31536000, immutable"]);
    const former = await send(bare().url("bare", before));
    expect([former.text, header(former, "cache-control")]).toEqual([own, "public, max-age=3600"]);
    rmSync(join(bare().tenantsDir, "bare", "banner.svg"));
    await expect.poll(open, { timeout: 60_000 }).toBe(before);
  });

  test("stays open when a picture in its folder cannot be read", async () => {
    mkdirSync(join(bare().tenantsDir, "bare", "banner-old.png"));
    writeFileSync(join(bare().tenantsDir, "bare", "favicon.png"), "");
    await expect.poll(async () => (await send(bare().url("bare"))).status).toBe(200);
    expect((await send(bare().url("bare", "/media/brand/banner-old.png"))).status).toBe(404);
    for (const file of ["banner-old.png", "favicon.png"])
      rmSync(join(bare().tenantsDir, "bare", file), { recursive: true });
  });

  test.each(["icon-7.png", "icon-999999.png", "constructor.png", "..%2ftenant.json", "tenant.json"])(
    "answers 404 for /media/brand/%s",
    async (file) => {
      expect((await send(bare().url("bare", `/media/brand/${file}`))).status).toBe(404);
    },
  );
});
