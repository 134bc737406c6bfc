import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

const SECRET = "taken at 12.9716 N 77.5946 E";
/** A photograph that lies on its side and knows too much. */
const photo = () =>
  sharp({ create: { width: 400, height: 1_000, channels: 3, background: "#cc0000" } })
    .composite([
      { input: { create: { width: 400, height: 500, channels: 3, background: "#0000cc" } }, top: 500, left: 0 },
    ])
    .withExif({ IFD0: { ImageDescription: SECRET, Orientation: "6" } });

/** The head of a PNG that says how large the picture is, and nothing after it. */
async function liar(side: number) {
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
    .png()
    .toBuffer();
  png.writeUInt32BE(side, 16);
  png.writeUInt32BE(side, 20);
  const { crc32 } = await import("node:zlib");
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>`;

describe.each(engines)("pictures of products on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  let editor: string;
  beforeAll(async () => {
    api = await startTestApi(engine, DESK);
    desk = await openDesk(api);
    editor = await desk.join("catalogue", "acme");
  });
  afterAll(() => api.close());

  const upload = (file: Buffer | string, token = editor, brand = "acme") =>
    desk.upload("/pictures", new Uint8Array(Buffer.from(file)), { token, brand });
  const fetchPicture = async (url: string, tenant = "acme") => {
    const response = await fetch(`${api.root}/${tenant}${url}`);
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };

  test.each(["jpeg", "png", "webp", "avif"] as const)(
    "are cards in WebP, upright and without metadata, whatever a %s held",
    async (format) => {
      const file = await photo().toFormat(format).toBuffer();
      expect(file.includes(SECRET)).toBe(true);
      const { status, body } = await upload(file);
      expect([status, body.image_url]).toEqual([200, expect.stringMatching(/^\/media\/pictures\/[0-9a-f]{64}\.webp$/)]);
      const { response, bytes } = await fetchPicture(body.image_url);
      expect(response.headers.get("content-type")).toBe("image/webp");
      expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      const { exif, xmp, icc, iptc, orientation, width, height, format: found } = await sharp(bytes).metadata();
      expect({ exif, xmp, icc, iptc, orientation, width, height, found }).toEqual({
        width: 856,
        height: 540,
        found: "webp",
      });
      expect(bytes.includes(SECRET)).toBe(false);
      // Orientation 6: the blue lower half is the left one.
      const { data } = await sharp(bytes)
        .extract({ left: 10, top: 270, width: 1, height: 1 })
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(data[2]!).toBeGreaterThan(data[0]!);
      expect((await fetchPicture(body.image_url, "globex")).response.status).toBe(404);
    },
  );

  test("are kept with a hint where another picture would look better", async () => {
    const hintOf = async (width: number, height: number, alpha: number, path = "/pictures") => {
      const create = { width, height, channels: 4 as const, background: { r: 9, g: 9, b: 9, alpha } };
      const file = new Uint8Array(await sharp({ create }).png().toBuffer());
      const { status, body } = await desk.upload(path, file, { brand: "acme" });
      expect(status).toBe(200);
      return body.hint;
    };
    expect(await hintOf(856, 540, 1)).toBeNull();
    expect(await hintOf(900, 600, 1)).toBeNull();
    expect(await hintOf(50, 50, 1)).toBe(
      "The picture has 50 by 50 pixels, and will look blurred or too small. 37 % of the picture is cut off. Recommended: 856 by 540 pixels.",
    );
    expect(await hintOf(3_000, 1_000, 1)).toMatch(/^47 % of the picture is cut off\. Recommended/);
    expect(await hintOf(856, 540, 0.5)).toBe(
      "The picture is transparent in places, where the page shows through. Recommended: 856 by 540 pixels, without transparent parts.",
    );
    const ofBrand = (kind: string, width: number, height: number, alpha = 1) =>
      hintOf(width, height, alpha, `/brand/pictures/${kind}`);
    for (const [kind, width, height, alpha] of [
      ...([
        ["logo", 900, 300, 0],
        ["logo", 72, 72],
        ["banner", 1_600, 360],
        ["icon", 512, 512, 0.5],
      ] as const),
    ])
      expect([kind, await ofBrand(kind, width, height, alpha)]).toEqual([kind, null]);
    expect(await ofBrand("logo", 3_000, 100)).toMatch(/3000 by 100 pixels.*Recommended: 480 by 160 pixels\.$/);
    expect(await ofBrand("banner", 3_000, 100)).toMatch(/3000 by 100 pixels.*Recommended: 1600 by 360 pixels\.$/);
    expect(await ofBrand("banner", 1_600, 400, 0)).toMatch(/^The picture is transparent/);
    expect(await ofBrand("icon", 511, 512)).toMatch(/Recommended: 512 by 512 pixels\.$/);
  });

  test("lose what was hidden in a file", async () => {
    const png = await photo().png().toBuffer();
    const { status, body } = await upload(Buffer.concat([png, Buffer.from("<script>alert(1)</script>PK\u0003\u0004")]));
    expect(status).toBe(200);
    expect((await fetchPicture(body.image_url)).bytes.includes("script")).toBe(false);
  });

  test.each([
    ["an SVG", async () => SVG, "not a PNG, JPEG, WebP or AVIF"],
    [
      "an SVG that begins like a PNG",
      async () => Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.from(SVG)]),
      "damaged",
    ],
    ["a GIF", () => photo().gif().toBuffer(), "not a PNG, JPEG, WebP or AVIF"],
    ["half a picture", async () => (await photo().jpeg().toBuffer()).subarray(0, 900), "damaged"],
    ["a PNG of 50,000 by 50,000", () => liar(50_000), "40 megapixels"],
    ["a PNG of 6,400 by 6,400", () => liar(6_400), "40 megapixels"],
    ["no bytes", async () => "", "not a PNG, JPEG, WebP or AVIF"],
  ])("refuse %s", async (_name, make, problem) => {
    const { status, body } = await upload(await make());
    expect([status, body.errors?.picture]).toEqual([400, expect.stringContaining(problem)]);
  });

  test("refuse more than 10 MB before they read it", async () => {
    expect((await upload(Buffer.alloc(11 * 1024 * 1024))).status).toBe(413);
  });

  test("come from editors of the brand only", async () => {
    const file = await photo().png().toBuffer();
    for (const role of ["support", "finance", "auditor"] as const)
      expect([role, (await upload(file, await desk.join(role, "acme"))).status]).toEqual([role, 404]);
    expect((await upload(file, editor, "globex")).status).toBe(404);
  });

  test("show on the product, in the shop and in a backup of its rows, and give way to the drawn card again", async () => {
    const { image_url } = (await upload(await photo().png().toBuffer())).body;
    const { product, id } = (await desk.get("/products/odd-sum")).body;
    expect((await desk.post("/products/odd-sum", { ...product, image_url })).status).toBe(200);
    const inShop = async () => (await api.request("GET", "/search/?q=odd%20sum")).text;
    expect(await inShop()).toContain(image_url);
    const { image_url: _, ...withDrawn } = (await desk.get("/products/odd-sum")).body.product;
    expect((await desk.post("/products/odd-sum", withDrawn)).status).toBe(200);
    expect(await inShop()).toContain(`/media/cards/${id}.svg`);
  });
});
