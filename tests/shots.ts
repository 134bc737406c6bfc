// `npm run shots`: pictures of every screen, brand, width, scheme and mode in shots/, for people to look at.
// `npm run shots -- --brand aurora --screen cart --width 360 --scheme dark --mode js` narrows it (values may be listed
// with commas). `--gateways` takes the payment pages of real gateways instead, `--docs` the README's pictures.
import "../config/process/require-node.ts";

import { mkdirSync } from "node:fs";
import { parseArgs } from "node:util";

import type { Browser } from "playwright";

import { launchBrowser } from "./helpers/browser/browser.ts";
import { type Shop, startShop } from "./helpers/shop/shop.ts";
import { composeDocs } from "./helpers/shots/docs-pictures.ts";
import { takeGatewayShots } from "./helpers/shots/gateway-shots.ts";
import { type Screen, SCREENS } from "./helpers/shots/screens.ts";
import { prepareShoppers } from "./helpers/shots/shot-shoppers.ts";
import { type Look, openWindow } from "./helpers/shots/shot-window.ts";

const BRANDS = ["aurora", "meridian", "tamarind"];
const WIDTHS = ["360", "768", "1440"];
const SCHEMES = ["light", "dark"] as const;
const MODES = ["js", "no-js"] as const;

const option = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const { values } = parseArgs({
  options: { brand: option, screen: option, width: option, scheme: option, mode: option, docs: flag, gateways: flag },
});

const browser = await launchBrowser();
try {
  if (values.docs) await takeForDocs(browser);
  else if (values.gateways) await takeGateways(browser);
  else await takeAll(browser);
} finally {
  await browser.close();
}

async function takeForDocs(browser: Browser) {
  await using shop = await startShop();
  await composeDocs(browser, shop);
}

async function takeGateways(browser: Browser) {
  const widths = narrow(WIDTHS, values.width).map(Number);
  const wanted = { widths, schemes: narrow(SCHEMES, values.scheme), modes: narrow(MODES, values.mode) };
  for (const brand of narrow(BRANDS, values.brand))
    console.log(`${brand}: ${await takeGatewayShots(browser, brand, wanted)} pictures in shots/`);
}

async function takeAll(browser: Browser) {
  const screens = SCREENS.filter(({ name }) => narrow([name], values.screen).length > 0);
  let count = 0;
  for (const brand of narrow(BRANDS, values.brand)) {
    mkdirSync(`shots/${brand}`, { recursive: true });
    for (const width of narrow(WIDTHS, values.width).map(Number))
      for (const scheme of narrow(SCHEMES, values.scheme)) {
        // The demo's stock of codes is sold out after a few orders.
        await using shop = await startShop();
        for (const mode of narrow(MODES, values.mode)) {
          const look = { width, scheme, hasJavaScript: mode === "js" };
          await takeScreens(browser, shop, brand, look, screens, (name) => {
            count += 1;
            return `shots/${brand}/${name}-${width}-${scheme}-${mode}.png`;
          });
          console.log(`${brand} ${width} ${scheme} ${mode}: ${screens.length} screens`);
        }
      }
  }
  console.log(`${count} pictures in shots/`);
}

/** All screens in one look, the payer's with an order of its own, since an order waits for minutes only. */
async function takeScreens(
  browser: Browser,
  shop: Shop,
  brand: string,
  look: Look,
  screens: Screen[],
  fileOf: (name: string) => string,
) {
  const shoppers = await prepareShoppers(shop, brand, screens);
  for (const as of ["visitor", "shopper", "payer"] as const) {
    const ofThese = screens.filter((screen) => screen.as === as);
    if (ofThese.length === 0) continue;
    const window = await openWindow(browser, look, shoppers.cookiesOf(as));
    for (const { name, path } of ofThese) {
      await window.goto(shop.url(brand, shoppers.fillIn(path)));
      await window.page.screenshot({ path: fileOf(name), fullPage: true });
    }
    await window.close();
  }
}

/** Those of `all` that an option names; all without it. @throws where it names none, so that a typo is noticed. */
function narrow<Name extends string>(all: readonly Name[], wanted: string | undefined): Name[] {
  const names = wanted?.split(",");
  return all.filter((name) => !names || names.includes(name));
}
