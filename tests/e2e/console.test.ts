import type { Page } from "playwright";
import { expect, test } from "vitest";

import { DEMO_MEMBER } from "../../api/staff/demo-member.ts";
import { findBarriers } from "../helpers/browser/barriers.ts";
import { hasJavaScript, useBrowser } from "../helpers/browser/browser.ts";
import { useShop } from "../helpers/shop/shop.ts";

const BRAND = "/brands/aurora";
const PAGES = [
  ...["/", "/account", "/staff", "/audit"],
  ...[BRAND, `${BRAND}?range=week`, `${BRAND}/orders`, `${BRAND}/shoppers`, `${BRAND}/shoppers/grants`],
  ...[`${BRAND}/money`, `${BRAND}/webhooks`, `${BRAND}/audit`],
];

const shop = useShop();
const openWindow = useBrowser();
const url = (path: string) => shop().url("console", path);

/** Signed in as the demo's owner. In the run without JavaScript no script of the page arrives, since axe itself is one. */
async function open(width: number): Promise<Page> {
  const { page } = await openWindow({ viewport: { width, height: 780 }, javaScriptEnabled: true });
  if (!hasJavaScript) await page.route(/\.js$/, (route) => route.abort());
  await page.goto(url("/sign-in"));
  await page.getByLabel("E-mail address").fill(DEMO_MEMBER.email);
  await page.getByLabel("Password", { exact: true }).fill(DEMO_MEMBER.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(url("/"));
  return page;
}

test.for([360, 1280])("the console has no barriers at %i pixels, and nothing is cut off", async (width) => {
  const page = await open(width);
  const barriers: string[] = [];
  const look = async (path: string) => {
    barriers.push(...(await findBarriers(page, `console ${path}`)));
    const isCut = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    if (isCut) barriers.push(`${path} scrolls sideways`);
  };
  for (const path of PAGES) {
    const answer = await page.goto(url(path));
    expect([path, answer?.status()]).toEqual([path, 200]);
    await look(path);
  }
  for (const list of ["orders", "shoppers"]) {
    await page.goto(url(`${BRAND}/${list}`));
    await page.getByRole("main").locator("tbody a").first().click();
    await page.waitForURL(new RegExp(`/${list}/[\\w-]{10,}$`));
    await look(`one of the ${list}`);
  }
  await page.goto(url(`${BRAND}/money`));
  await page
    .getByRole("link", { name: /^\w{3} \d{4}$/ })
    .first()
    .click();
  await page.waitForURL(/\/money\/\d{4}-\d{2}$/);
  await look("a month");
  expect(barriers).toEqual([]);
});
