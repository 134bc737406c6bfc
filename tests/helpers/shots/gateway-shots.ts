import { mkdirSync, readFileSync } from "node:fs";

import type { Browser } from "playwright";

import { ForeignHost } from "../backend/foreign-host.ts";
import type { Quirks } from "../backend/foreign-shop.ts";
import { startShop } from "../shop/shop.ts";
import { addToCart, signIn } from "../shop/shopper.ts";
import { openWindow } from "./shot-window.ts";

/** The payment ways of real gateways, which the demo's sandbox does not show. */
const KINDS: Record<string, Partial<Quirks>> = {
  hosted: { links: "orderLink", minutesToPay: 15, isConfirmedByHand: false },
  both: { links: "both", minutesToPay: 30, isConfirmedByHand: false },
  "by-hand": { links: "paymentLinks", minutesToPay: 1_440, isConfirmedByHand: true },
};
const PAGES = { verify: "/verify-details?", pay: "/pay?screen=verify&", back: "/payment-success?" };

type Wanted = { widths: number[]; schemes: readonly ("light" | "dark")[]; modes: readonly ("js" | "no-js")[] };

/** The payment pages with each kind of gateway, in a brand that looks like `brand`. @returns how many pictures it took */
export async function takeGatewayShots(browser: Browser, brand: string, { widths, schemes, modes }: Wanted) {
  await using host = await new ForeignHost().start();
  const { branding } = JSON.parse(readFileSync(`tenants/${brand}/tenant.json`, "utf8"));
  const tenant = { branding, api: { url: host.url }, redirectOrigins: ["https://pay.foreign.example"] };
  await using shop = await startShop({ tenants: { [brand]: tenant }, env: { COMMERCE_API_PORT: "0" } });
  mkdirSync(`shots/${brand}`, { recursive: true });
  let count = 0;
  for (const [kind, quirks] of Object.entries(KINDS)) {
    Object.assign(host.shop.quirks, quirks);
    host.shop.cart = [];
    const home = await signIn(shop, brand, { "Email or phone": "9876543210", Password: "Foreign@1" });
    const screen = await (await addToCart(home, "Foreign Card 1")).submit("Proceed to Checkout");
    const cookies = [...screen.browser.cookies.of(screen.url).values()];
    for (const width of widths)
      for (const scheme of schemes)
        for (const mode of modes) {
          const look = { width, scheme, hasJavaScript: mode === "js" };
          const kept = cookies.map(({ name, value }) => ({ name, value, url: screen.url }));
          const window = await openWindow(browser, look, kept);
          for (const [page, path] of Object.entries(PAGES)) {
            await window.goto(shop.url(brand, path + new URL(screen.url).searchParams));
            const name = `gateway-${kind}-${page}-${width}-${scheme}-${mode}`;
            await window.page.screenshot({ path: `shots/${brand}/${name}.png`, fullPage: true });
            count += 1;
          }
          await window.close();
        }
  }
  return count;
}
