import { statSync } from "node:fs";

import type { Browser } from "playwright";
import sharp from "sharp";

import type { Shop } from "../shop/shop.ts";
import type { Screen } from "./screens.ts";
import { prepareShoppers } from "./shot-shoppers.ts";
import { type Look, openWindow } from "./shot-window.ts";

type Shot = { brand: string; screen: Omit<Screen, "name">; width: number; scheme?: Look["scheme"] };
/** Shots side by side; `shown` is the width and height of each in the picture. */
type Picture = { file: string; shown: { width: number; height: number }; shots: Shot[] };

const MAX_BYTES = 200_000;
const GAP = 24;
const RADIUS = 12;

const visitor = (path: string) => ({ path, as: "visitor" as const });
const payer = (path: string) => ({ path, as: "payer" as const });
const product = visitor("/shopping-cart?product=1");

const PICTURES: Picture[] = [
  {
    file: "docs/brands.png",
    shown: { width: 560, height: 420 },
    shots: ["aurora", "tamarind", "meridian"].map((brand) => ({ brand, screen: visitor("/"), width: 1200 })),
  },
  {
    file: "docs/product.png",
    shown: { width: 840, height: 525 },
    shots: (["light", "dark"] as const).map((scheme) => ({ brand: "tamarind", screen: product, width: 1200, scheme })),
  },
  {
    file: "docs/payment.png",
    shown: { width: 840, height: 525 },
    shots: [
      { brand: "meridian", screen: payer("/cart?coins=1"), width: 1200 },
      { brand: "meridian", screen: payer("/verify-details?orderid={order}"), width: 1200 },
    ],
  },
  {
    file: "docs/phones.png",
    shown: { width: 300, height: 640 },
    shots: [
      { brand: "aurora", screen: visitor("/"), width: 360 },
      { brand: "tamarind", screen: product, width: 360 },
      { brand: "aurora", screen: payer("/cart?coins=1"), width: 360, scheme: "dark" },
      { brand: "meridian", screen: payer("/verify-details?orderid={order}"), width: 360 },
      { brand: "tamarind", screen: payer("/order-history"), width: 360 },
    ],
  },
];

/** The pictures of README.md in docs/. @throws where one would be larger than 200 KB */
export async function composeDocs(browser: Browser, shop: Shop) {
  for (const { file, shown, shots } of PICTURES) {
    const pictures: Buffer[] = [];
    for (const shot of shots) pictures.push(await frame(await take(browser, shop, shot, shown), shown));
    const layers = pictures.map((input, index) => ({ input, left: index * (shown.width + GAP), top: 0 }));
    const width = shots.length * (shown.width + GAP) - GAP;
    await sharp({ create: { width, height: shown.height, channels: 4, background: "#0000" } })
      .composite(layers)
      .png({ palette: true, quality: 90, effort: 10 })
      .toFile(file);
    const { size } = statSync(file);
    console.log(`${file} ${Math.round(size / 1000)} KB`);
    if (size > MAX_BYTES) throw new Error(`${file} is larger than ${MAX_BYTES / 1000} KB`);
  }
}

async function take(
  browser: Browser,
  shop: Shop,
  { brand, screen, width, scheme = "light" }: Shot,
  shown: Picture["shown"],
): Promise<Buffer> {
  const height = Math.round((width * shown.height) / shown.width);
  const shoppers = await prepareShoppers(shop, brand, [{ name: "", ...screen }]);
  const window = await openWindow(
    browser,
    { width, height, scheme, hasJavaScript: true },
    shoppers.cookiesOf(screen.as),
  );
  await window.goto(shop.url(brand, shoppers.fillIn(screen.path)));
  const picture = await window.page.screenshot();
  await window.close();
  return picture;
}

/** Shrunk to its place, with round corners and a line around it that shows on white and on black. */
async function frame(picture: Buffer, { width, height }: Picture["shown"]): Promise<Buffer> {
  const rectangle = (attributes: string) =>
    Buffer.from(
      `<svg width="${width}" height="${height}"><rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="${RADIUS}" ${attributes}/></svg>`,
    );
  return sharp(picture)
    .resize(width, height)
    .composite([
      { input: rectangle(`fill="#fff"`), blend: "dest-in" },
      { input: rectangle(`fill="none" stroke="#8888"`) },
    ])
    .png()
    .toBuffer();
}
