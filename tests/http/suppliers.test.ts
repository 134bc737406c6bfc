import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { runCli } from "../helpers/cli/cli.ts";
import { createTestDatabases, engines } from "../helpers/database/test-database.ts";
import { SECRETS } from "../helpers/processes/deployment.ts";
import { type Shop, startShop } from "../helpers/shop/shop.ts";
import { addToCart, readMail, signUpHere } from "../helpers/shop/shopper.ts";
import { oneByDay } from "../helpers/suite/nightly.ts";
import {
  type SimulatedSupplier,
  startSimulatedSupplier,
  SUPPLIER_KINDS,
} from "../helpers/suppliers/simulated-suppliers.ts";
import type { Page } from "../helpers/text-browser/page.ts";

// Whole purchases of cards that a supplier delivers: the shop's programs, the operator's commands, a simulator of the supplier,
// and a shopper without JavaScript.

const TERMS = "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.";
const CARD = "Page One";
const ON_ITS_WAY = "Your code is on its way, usually within 10 minutes.";
const DELAYED = "Your vouchers are taking longer than usual. We deliver them as soon as we have them.";
const GIFT = { "Send as Gift": true, "Recipient's name": "Meera", "Recipient's e-mail": "meera@example.com" };

describe.each(engines)("on %s", (engine) => {
  /** Calls to a supplier do not depend on the database. */
  const kinds = engine === "sqlite" ? SUPPLIER_KINDS : SUPPLIER_KINDS.slice(0, oneByDay(SUPPLIER_KINDS.length));
  let shop: Shop;
  let env: Record<string, string>;
  let dropDatabase: () => Promise<void>;
  const suppliers = {} as Record<(typeof SUPPLIER_KINDS)[number], SimulatedSupplier>;

  beforeAll(async () => {
    const { url, drop } = await createTestDatabases(engine);
    dropDatabase = drop;
    env = { DATA_KEY: SECRETS.DATA_KEY, ...(url && { DATABASE_URL: url }) };
    const tenants: Record<string, object> = {};
    for (const kind of kinds) {
      suppliers[kind] = await startSimulatedSupplier(kind);
      const { settings, secrets } = suppliers[kind];
      tenants[kind] = { seed: "demo", suppliers: { main: settings } };
      for (const [name, value] of Object.entries(secrets)) env[`SUPPLIER_${kind.toUpperCase()}_MAIN_${name}`] = value;
    }
    shop = await startShop({ tenants, env });
  });
  afterAll(async () => {
    await shop[Symbol.asyncDispose]();
    for (const supplier of Object.values(suppliers)) await supplier.close();
    await dropDatabase();
  });

  /** `awning ARGS` on the shop's machine. @returns its output */
  async function awning(...args: string[]) {
    const place = { TENANTS_DIR: shop.tenantsDir, DATA_DIR: shop.dataDir };
    const { code, stdout, stderr } = await runCli(args, { env: { ...env, ...place } });
    if (code !== 0) throw new Error(`awning ${args.join(" ")} ended with ${code}: ${stderr}${stdout}`);
    return stdout;
  }

  /** From the cart to the page after the payment, approved in the sandbox. */
  async function payFor(cart: Page) {
    const screen = await cart.submit("Proceed to Checkout");
    const waiting = await screen.submit(/^Pay ₹/, { PhonePe: true, [TERMS]: true });
    return (await waiting.follow(/^Open/)).submit("Approve");
  }

  /** Gives the brand a card of 500 rupees that its supplier sells as `sku`. */
  async function sell(brand: string, name: string, sku: string) {
    const category = { key: "books", name: "Books", subcategories: [{ key: "novels", name: "Novels" }] };
    const sources = [{ supplier: "main", sku }];
    const product = { sku: `OWN-${sku}`, name, subcategory: "novels", denominations: [500], sources };
    const file = join(shop.dataDir, `${brand}.json`);
    writeFileSync(file, JSON.stringify({ categories: [category], products: [product] }));
    await awning("catalogue", "import", brand, file);
  }

  const flat = (text: string) => text.replaceAll(/[\s-]/g, "");

  test.each(kinds)("%s delivers cards that the shop's stock lacks, to the shopper and as a gift", async (brand) => {
    const supplier = suppliers[brand];
    await sell(brand, CARD, supplier.sell());
    expect(await awning("catalogue", "sync", brand, "--apply")).toContain("unknown -> 10 to 10000");
    expect(await awning("catalogue", "sync", brand)).toBe("No differences.\n");

    const { home } = await signUpHere(shop, brand);
    supplier.workNext();
    await addToCart(home, CARD, "₹500.00", "2");
    const back = await payFor(await addToCart(home, CARD, "₹500.00", "1", GIFT));
    await expect.poll(() => supplier.booked().length).toBe(2);
    const history = () => home.browser.open(shop.url(brand, "/order-history"));
    await expect.poll(async () => (await history()).text).toContain(ON_ITS_WAY);
    expect((await back.reload()).text).toContain(ON_ITS_WAY);
    expect(await awning("suppliers", "orders", brand)).toContain(" asked ");

    const slow = supplier.booked().find(({ state }) => state === "working")!;
    supplier.end(slow.ref, "complete");
    const read = async () => (await history()).text;
    await expect.poll(read, { interval: 500 }).not.toContain(ON_ITS_WAY);
    const ordered = supplier.booked();
    expect(ordered.map(({ quantity }) => quantity).toSorted()).toEqual([1, 2]);
    const [own, given] = [2, 1].map((count) => ordered.find(({ quantity }) => quantity === count)!.codes);
    const codes = flat(await read());
    for (const code of own!) expect(codes).toContain(code);
    for (const code of given!) expect(codes).not.toContain(code);

    const mail = await readMail(home, "meera@example.com", /has sent you a gift/);
    const gift = await (await mail.follow(/\/gift\?/)).submit("Open your gift");
    expect(flat(gift.text)).toContain(given![0]!);
    expect(await awning("suppliers", "orders", brand)).toBe("No open orders with suppliers.\n");
    expect(await awning("reconcile", brand)).toBe(`${brand}: 0 differences\n`);
    expect(supplier.problems()).toEqual([]);
  });

  if (engine === "postgres") return; // the same with any database

  test("a supplier that is down is no reason to promise ten minutes", async () => {
    const supplier = suppliers.http;
    await sell("http", "Page Two", supplier.sell());
    const { home } = await signUpHere(shop, "http");
    const before = supplier.booked().length;
    for (let tries = 0; tries < 2; tries++) supplier.failNext(503);
    const back = await payFor(await addToCart(home, "Page Two", "₹500.00"));
    const paid = async () => (await back.reload()).text;
    const history = async () => (await home.browser.open(shop.url("http", "/order-history"))).text;
    await expect.poll(paid).toContain(`${DELAYED} We also send your vouchers by e-mail.`);
    const listed = await history();
    expect(listed).toContain(DELAYED);
    expect(listed).not.toContain(ON_ITS_WAY);
    expect(await awning("suppliers", "orders", "http")).toContain(" unreachable ");

    await expect.poll(history, { interval: 500 }).not.toContain(DELAYED);
    const [code] = supplier.booked()[before]!.codes;
    expect(flat(await history())).toContain(code);
  });
});
