import { writeFileSync } from "node:fs";
import { join } from "node:path";

import type { Page } from "playwright";
import { beforeAll, expect, test } from "vitest";

import { findBarriersOfLookAtWidths } from "../helpers/browser/barriers.ts";
import { goTo, useBrowser } from "../helpers/browser/browser.ts";
import { useShop } from "../helpers/shop/shop.ts";

// Brands whose colours, names and pictures nobody would have drawn for us.

type Brand = { organization_name?: string; [colour: string]: string | undefined };

const colours = (primary: string, button = primary, secondary = primary): Brand => ({
  primary_color: primary,
  secondary_color: secondary,
  button_color: button,
});
const all = (colour: string): Brand => ({
  ...colours(colour),
  button_text_color: colour,
  header_text_color: colour,
  footer_text_color: colour,
  normal_text_color: colour,
});
const LOGO = { logo_url: "/media/brand/logo.svg" };
const LONG = "A Cooperative Society for Mutual Gift Giving and Thrift among the Textile Workers of Western India";

const BRANDS: Record<string, Brand> = {
  yellow: { ...all("#ffe600"), organization_name: "उपहार केंद्र भारत" },
  red: { ...all("#e53935"), organization_name: LONG },
  neon: { ...colours("#39ff14", "#00ffff", "#ff00ff"), organization_name: "🎁 Gifts 🎉", ...LOGO },
  white: { ...colours("#fafafa", "#fefefe", "#f5f5f5"), button_text_color: "#ffffff", ...LOGO },
  black: { ...colours("#050505", "#000000", "#0a0a0a"), button_text_color: "#111111", ...LOGO },
  grey: { ...colours("#808080", "#777777", "#8a8a8a"), organization_name: "Donaudampfschifffahrtsgesellschaft" },
};
const NEUTRAL = ["white", "black", "grey"];

const shop = useShop(() => ({
  tenants: Object.fromEntries(Object.entries(BRANDS).map(([id, branding]) => [id, { branding, seed: "demo" }])),
}));
const openWindow = useBrowser();

beforeAll(() => {
  // Neon's file is missing.
  for (const [id, width, height] of [
    ["white", 2400, 60],
    ["black", 60, 600],
  ] as const) {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%"/></svg>`;
    writeFileSync(join(shop().tenantsDir, id, "logo.svg"), svg);
  }
});

/** Of a page at two widths: how far it scrolls sideways, pictures that did not come, the room for the search's words. */
async function measure(page: Page) {
  const found = [];
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    found.push(
      await page.evaluate(() => ({
        sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        broken: [...document.images]
          .filter(({ complete, naturalWidth }) => complete && naturalWidth === 0)
          .map(({ src }) => src),
        hasRoomToSearch: document.querySelector(".search input")!.clientWidth >= 160,
      })),
    );
  }
  return found;
}
const FINE = { sideways: 0, broken: [], hasRoomToSearch: true };

/** The chroma (OKLCH) of the colour for the focus and for chosen items. */
const focusChroma = (page: Page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = "var(--focus)";
    const { color } = getComputedStyle(probe);
    probe.remove();
    return Number(/^oklch\(\S+ (\S+)/.exec(color)![1]);
  });

test.each(Object.keys(BRANDS))("%s is readable and complete", async (brand) => {
  const { page, problems } = await openWindow();
  await goTo(page, shop().url(brand, "/shopping-cart?product=1"));
  expect(await measure(page)).toEqual([FINE, FINE]);
  const chroma = await focusChroma(page);
  if (NEUTRAL.includes(brand)) expect(chroma).toBeLessThan(0.02);
  else expect(chroma).toBeGreaterThan(0.1);
  expect(await findBarriersOfLookAtWidths(page, brand)).toEqual([]);
  await goTo(page, shop().url(brand));
  expect(await measure(page)).toEqual([FINE, FINE]);
  expect(problems).toEqual([]);
});
