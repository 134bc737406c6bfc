import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createProduct, type NewProduct } from "../../../api/repositories/catalogue/catalogue.ts";
import { drawnCard } from "../../../api/repositories/catalogue/catalogue-rows.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { PRODUCT } from "../../helpers/api/test-catalogue.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { pngSize } from "../../helpers/shots/png.ts";

const CARD: Omit<NewProduct, "name"> = {
  subcategoryId: 1,
  imageUrl: "",
  denominations: [{ min: 10_000, max: 10_000 }],
  priceMrp: 10_000,
  isAvailable: true,
  quantity: 0,
  details: "",
  termsAndConditions: "",
  howToUse: "",
  validityDays: 365,
};

describe.each(engines)("gift card pictures on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
  });
  afterAll(() => api.close());

  const get = (path: string) => api.request("GET", `/media/cards/${path}`);
  async function getPng(path: string) {
    const answer = await fetch(`${api.root}/acme/media/cards/${path}`);
    return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
  }

  test("serve a product's card as an image that caches keep and that runs nothing", async () => {
    const { status, headers, text } = await get(`${PRODUCT.choices}.svg`);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("image/svg+xml; charset=utf-8");
    expect(headers.get("cache-control")).toMatch(/^public, max-age=\d+/);
    expect(headers.get("content-security-policy")).toContain("default-src 'none'; style-src 'unsafe-inline'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(text).toContain('aria-label="Crust Court"');
    expect((await get(`${PRODUCT.range}.svg`)).text).not.toBe(text);
  });

  test.each([
    ["", "952 600"],
    ["?crop=card", "952 600"],
    ["?crop=thumb", "600 600"],
    ["?crop=social", "1146 600"],
  ])("give %s the size %s", async (query, size) => {
    expect((await get(`${PRODUCT.choices}.svg${query}`)).text).toContain(`viewBox="0 0 ${size}"`);
  });

  test("have an address in answers that caches keep forever, until the card changes", async () => {
    const { db } = api.shop();
    const id = await db.transaction((tx) => createProduct(tx, { ...CARD, name: "Lotus Spa Gift Card" }));
    const change = (to: { name?: string; image_url?: string }) =>
      db.transaction((tx) => tx.updateTable("products").set(to).where("id", "=", id).execute());
    await change({ image_url: drawnCard(id) });
    const listed = async () => (await api.request("GET", `/products/?id=${id}`)).body.results[0].image_url as string;
    const before = await listed();
    expect(before).toMatch(new RegExp(`^/media/cards/${id}\\.svg\\?v=[\\w-]{11}$`));

    const kept = await api.request("GET", `${before}&crop=thumb`);
    expect([kept.status, kept.headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"]);
    const etag = kept.headers.get("etag")!;
    const again = await api.request("GET", `${before}&crop=thumb`, { headers: { "If-None-Match": etag } });
    expect([again.status, again.text]).toEqual([304, ""]);
    const other = await api.request("GET", before, { headers: { "If-None-Match": etag } });
    expect(other.status).toBe(200);

    await change({ name: "Lily Spa" });
    expect(await listed()).not.toBe(before);
    const old = await api.request("GET", before, { headers: { "If-None-Match": etag } });
    expect([old.status, old.headers.get("cache-control")]).toEqual([
      200,
      expect.stringMatching(/^public, max-age=86400/),
    ]);
    expect(old.text).toContain('aria-label="Lily Spa"');
  });

  test("give link previews the social crop as pixels, the same each time", async () => {
    const path = `${PRODUCT.choices}.png?crop=social`;
    const { status, headers, bytes } = await getPng(path);
    expect([status, headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(headers.get("cache-control")).toMatch(/^public, max-age=\d+/);
    expect(pngSize(bytes)).toEqual([1200, 630]);
    expect(bytes.length).toBeLessThan(150_000);
    expect((await getPng(path)).bytes.equals(bytes)).toBe(true);
    expect((await getPng(`${PRODUCT.range}.png?crop=social`)).bytes.equals(bytes)).toBe(false);
  });

  test("show a name in Devanagari as outlines, also in link previews", async () => {
    const { db } = api.shop();
    const id = await db.transaction((tx) => createProduct(tx, { ...CARD, name: "मिठाई घर गिफ़्ट कार्ड" }));
    const { text: svg } = await get(`${id}.svg?crop=social`);
    expect(svg).toContain('aria-label="मिठाई घर"');
    expect(svg).not.toContain("<text");
    const { bytes } = await getPng(`${id}.png?crop=social`);
    const nameless = svg.replace(/<g transform="translate\([^)]* [^)]*\)scale.*?<\/g><\/g>/g, "");
    const [shown, blank] = await Promise.all(
      [bytes, Buffer.from(nameless)].map((picture) => sharp(picture).resize(1200, 630).removeAlpha().raw().toBuffer()),
    );
    expect(shown!.filter((value, at) => Math.abs(value - blank![at]!) > 64).length).toBeGreaterThan(10_000);
  });

  test.each([
    "1.png?crop=card",
    "1.png?crop=thumb",
    "999.png?crop=social",
    "1.webp?crop=social",
    "999.svg",
    "0.svg",
    "1.png",
    "1",
    "-1.svg",
    "1e1.svg",
    "99999999999999999999.svg",
    "1.svg?crop=poster",
    "1.svg?crop=constructor",
    "1.svg?crop=card&crop=thumb",
    "..%2f1.svg",
  ])("answer 404 to %s, and no cache keeps that", async (path) => {
    const { status, headers } = await get(path);
    expect(status).toBe(404);
    expect(headers.get("cache-control")).not.toContain("public");
  });

  test("keep a merchant's name inside its text element", async () => {
    const id = await api
      .shop()
      .db.transaction((tx) => createProduct(tx, { ...CARD, name: `"><script>alert(1)</script>&` }));
    const { text } = await get(`${id}.svg`);
    expect(text).not.toContain("<script");
    expect(text).toContain('aria-label="&#34;&#62;&#60;script&#62;');
  });
});
