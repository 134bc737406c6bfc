import { beforeAll, expect, test } from "vitest";

import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { addToCart, askForReset, signIn, signUpHere, typeCode } from "../helpers/shop/shopper.ts";
import { routeTable } from "../helpers/source/route-table.ts";
import { scriptsOf, weighScripts } from "../helpers/storefront/scripts-of-page.ts";
import { TextBrowser } from "../helpers/text-browser/page.ts";

// The scripts that documents load before anybody uses them.

const LIMIT = 8 * 1024;
/** Documents with controls that depend on scripts from the start: figures that follow each press, a button that waits. */
const LIMIT_LIVE = 12 * 1024;
const LIVE = ["/shopping-cart", "/cart", "/reset-password"];

const shop = useSharedShop();
const table = routeTable();
const PATHS = ["/", ...[...table.matchAll(/route\("([^"*:]+)"/g)].map(([, path]) => `/${path}`), "/search?q=card"];

type Weight = [path: string, bytes: number];

/** The documents to which these paths lead a browser, with the bytes of their scripts. */
async function weighDocuments(browser: TextBrowser, paths: string[]) {
  const weights: Weight[] = [];
  for (const path of paths) {
    const { answer, url } = await browser.open(shop().url("aurora", path));
    const scripts = scriptsOf(answer.text);
    const isHydrated = scripts.some((url) => url.includes("/react-"));
    if (scripts.length > 0 && !isHydrated) weights.push([new URL(url).pathname, weighScripts(scripts)]);
  }
  return weights;
}

let weights: Weight[];
beforeAll(async () => {
  const shopper = await signIn(shop(), "aurora");
  await addToCart(shopper, "Kettle & Clove", "₹100.00");
  const { email, home } = await signUpHere(shop(), "aurora");
  const { form, code } = await askForReset(home, email);
  await typeCode(form, code);
  weights = [
    ...(await weighDocuments(home.browser, ["/reset-password"])),
    ...(await weighDocuments(new TextBrowser(), PATHS)),
    ...(await weighDocuments(shopper.browser, [...PATHS, "/shopping-cart?product=1"])),
  ];
});

test("a document loads at most 8 KB of compressed scripts by itself", () => {
  expect(weights.length).toBeGreaterThan(40);
  const own = weights.filter(([path]) => !LIVE.includes(path));
  expect(own.filter(([, bytes]) => bytes > LIMIT)).toEqual([]);
});

test("a document with live figures or a waiting button loads at most 12 KB", () => {
  const live = Object.fromEntries(weights.filter(([path]) => LIVE.includes(path)));
  expect(Object.keys(live)).toEqual(expect.arrayContaining(LIVE));
  expect(Object.entries(live).filter(([, bytes]) => bytes > LIMIT_LIVE)).toEqual([]);
});
