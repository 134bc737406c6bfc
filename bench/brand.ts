import { randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { pino } from "pino";

import { parseEnv } from "../api/base/env.ts";
import { grantCoins } from "../api/coins/grant-coins.ts";
import { createToken, signAccessToken } from "../api/domain/tokens.ts";
import { createSession } from "../api/repositories/accounts/sessions.ts";
import { createUser } from "../api/repositories/accounts/users.ts";
import { insertCartLine } from "../api/repositories/cart/cart.ts";
import { createCategory, createProduct, createSubcategory } from "../api/repositories/catalogue/catalogue.ts";
import type { Shop } from "../api/shop/shop.ts";
import { prepareShops, readEmbeddedTenants } from "../api/tenancy/bootstrap.ts";
import { addVoucherStock } from "../tests/helpers/api/supply.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Every shopper's cart: two cards of 500 rupees. */
export const CART = { denomination: 50_000, quantity: 2, rupees: 1000, coins: 100 };

/** `name` is unique, so that a page identifies its shopper. */
export type BenchShopper = { token: string; name: string; hasCoins: boolean };

/** Matches each shopper's name. */
export const SHOPPER_NAMES = /Asha Rao \d+/g;

/** A new brand in its own folder, without shoppers. `url`: a PostgreSQL database; absent: SQLite. */
export function createBrand(url: string | undefined) {
  const folder = mkdtempSync(join(tmpdir(), "awning-bench-"));
  const tenantsDir = join(folder, "tenants");
  mkdirSync(join(tenantsDir, "bench"), { recursive: true });
  const tenant = { id: "bench", hostnames: ["bench.localhost"] };
  writeFileSync(join(tenantsDir, "bench", "tenant.json"), JSON.stringify(tenant));
  const values = {
    DATA_DIR: join(folder, "data"),
    TENANTS_DIR: tenantsDir,
    DATA_KEY: randomBytes(32).toString("base64"),
    COMMERCE_API_PORT: "0",
    LOG_LEVEL: "silent",
    ...(url === undefined ? {} : { DATABASE_URL: url }),
  };
  return { folder, values };
}

/** Opens the brand's shop in this process for `use`, without its worker. `id`: the brand, if there are several. */
export async function withBrand<T>(
  values: NodeJS.ProcessEnv,
  use: (shop: Shop) => Promise<T>,
  id?: string,
): Promise<T> {
  const parsed = parseEnv(values);
  if ("problems" in parsed) throw new Error(JSON.stringify(parsed.problems));
  const log = pino({ level: "silent" });
  const tenants = readEmbeddedTenants(parsed.env, log);
  const { databases, shops } = prepareShops(parsed.env, { tenants, log, workers: false });
  await shops.replace(tenants);
  const shop = await shops.open(id ?? tenants[0]!.id);
  try {
    return await use(shop);
  } finally {
    await shops.close();
    await databases.close();
  }
}

/** One product with plenty of stock, and `count` signed-in shoppers with a full cart; every fourth pays part in coins. */
export async function fillBrand(shop: Shop, count: number): Promise<BenchShopper[]> {
  const productId = await shop.db.transaction(async (tx) => {
    const category = await createCategory(tx, "Food");
    return createProduct(tx, {
      name: "Crust Court",
      subcategoryId: await createSubcategory(tx, category, "Pizza"),
      imageUrl: "/media/cards/crust.svg",
      denominations: [{ min: 10_000, max: 500_000 }],
      priceMrp: 10_000,
      isAvailable: true,
      quantity: 0,
      details: "",
      termsAndConditions: "",
      howToUse: "",
      validityDays: 365,
    });
  });
  await addVoucherStock(
    shop,
    productId,
    // An order reserves its cards, and each shopper has one order at a time.
    Array.from({ length: Math.max(2_000, count * CART.quantity) }, () => {
      return { cardNumber: randomUUID(), pin: null, claimUrl: null, faceValue: null, expiresAt: null };
    }),
  );

  const now = Date.now();
  const expiresAt = now + DAY_MS;
  const shoppers: BenchShopper[] = [];
  for (let index = 0; index < count; index++) {
    const hasCoins = index % 4 === 3;
    const name = `Asha Rao ${index}`;
    const { userId, sessionId } = await shop.db.transaction(async (tx) => {
      const email = `shopper-${index}@bench.test`;
      // Nobody logs in with a password here.
      const person = { username: name, email, phone: "", passwordHash: "none", isVerified: true };
      const userId = await createUser(tx, { ...person, now: now - 30 * DAY_MS });
      const { denomination, quantity } = CART;
      await insertCartLine(tx, userId, { productId, denomination, quantity }, now);
      const session = { userId, refreshToken: createToken(), client: "", now, expiresAt };
      return { userId, sessionId: await createSession(tx, session) };
    });
    if (hasCoins) await grantCoins(shop, { userId, amount: CART.coins * 100, doesExpire: false });
    const claims = { tenantId: shop.tenant.id, userId, sessionId, expiresAt };
    shoppers.push({ token: signAccessToken(claims, shop.keys), name, hasCoins });
  }
  return shoppers;
}
