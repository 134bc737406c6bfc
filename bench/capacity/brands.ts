import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { createUser } from "../../api/repositories/accounts/users.ts";
import type { Shop } from "../../api/shop/shop.ts";
import { addVoucherStock } from "../../tests/helpers/api/supply.ts";

const PRODUCT = 1;
export const PASSWORD = "Gulmohar-7!";
const DAY_MS = 86_400_000;

/** A demo brand like aurora, under another name. */
export function createBrand(tenantsDir: string, id: string) {
  const folder = join(tenantsDir, id);
  mkdirSync(tenantsDir, { recursive: true });
  cpSync("tenants/aurora", folder, { recursive: true });
  const file = join(folder, "tenant.json");
  const tenant = JSON.parse(readFileSync(file, "utf8")) as object;
  writeFileSync(file, JSON.stringify({ ...tenant, id, hostnames: [`${id}.localhost`] }));
}

/** Shoppers who have confirmed their address and share a password, and stock for an order of each. @returns their addresses */
export async function fill(shop: Shop, count: number): Promise<string[]> {
  const now = Date.now();
  const passwordHash = await shop.passwords.hash(PASSWORD, "bench");
  const emails = Array.from({ length: count }, (_, index) => `shopper-${index}@bench.test`);
  for (const email of emails) {
    const person = { username: "Asha Rao", email, phone: "", passwordHash, isVerified: true };
    await shop.db.transaction((tx) => createUser(tx, { ...person, now: now - 30 * DAY_MS }));
  }
  const vouchers = emails.map((email) => {
    return { cardNumber: `BENCH-${email}`, pin: null, claimUrl: null, faceValue: null, expiresAt: null };
  });
  await addVoucherStock(shop, PRODUCT, vouchers);
  return emails;
}
