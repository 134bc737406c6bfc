import type { Reader, Writer } from "../db/database.ts";
import { waitAtStart } from "../db/locks.ts";
import { creditExpiry } from "../domain/coins.ts";
import { DAY_MS } from "../domain/days.ts";
import { createUser } from "../repositories/accounts/users.ts";
import { listCategories } from "../repositories/catalogue/catalogue.ts";
import { addCoinEntry, getBalance } from "../repositories/coins/coins.ts";
import { insertCoupon } from "../repositories/coins/coupons.ts";
import { markDelivered, takeDueMail } from "../repositories/mail/outbox.ts";
import { deleteMessages } from "../repositories/messages/messages.ts";
import { createSandboxGateway } from "../sandbox/gateway.ts";
import type { Shop } from "../shop/shop.ts";
import { AURORA } from "./brands/aurora.ts";
import type { Brand } from "./brands/brand.ts";
import { MERIDIAN } from "./brands/meridian.ts";
import { TAMARIND } from "./brands/tamarind.ts";
import { seedCatalogue } from "./catalogue.ts";
import { DEMO_BALANCE, DEMO_COUPONS, DEMO_HISTORY, OPEN_COUPONS, OTHER_HISTORY, type Step } from "./history.ts";
import { playHistories } from "./play-history.ts";
import { seedStock } from "./stock.ts";

/** The demo shoppers; their names differ by brand. The start prints the first one's login. */
export const DEMO_LOGIN = { email: "demo@awning.test", password: "Demo@2026" };
const OTHER_EMAIL = "friend@awning.test";

const BRANDS: Record<string, Brand> = { aurora: AURORA, tamarind: TAMARIND, meridian: MERIDIAN };

/** A brand without its own products sells Aurora's. */
const brandOf = (tenantId: string) => BRANDS[tenantId] ?? AURORA;

/** The name of the seed among a database's migrations. */
const STEP = "seed-demo";

/**
 * Seeds the shop of a brand with `"seed": "demo"` in its tenant.json: catalogue, voucher stock, coupon codes, two
 * shoppers, their orders and coins. The same tenant always gets the same data, dated back from the shop's clock. It
 * runs once, in one transaction, so that an interrupted seed leaves nothing. It skips a shop that already has a
 * catalogue.
 */
export async function seedDemo(shop: Shop): Promise<void> {
  if (await hasSeed(shop.db.read)) return;
  if ((await listCategories(shop.db.read)).length > 0) {
    shop.log.warn("no demo data: the catalogue is not empty");
    return;
  }
  const passwordHash = await shop.passwords.hash(DEMO_LOGIN.password, "seed");
  const isMine = await shop.db.transaction(async (tx) => {
    await waitAtStart(tx);
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("migrations")
      .values({ name: STEP, applied_at: shop.clock.now() })
      .onConflict((conflict) => conflict.column("name").doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows !== 1n) return false; // another process has seeded it
    await fill(tx, shopWithin(tx, shop), passwordHash);
    return true;
  });
  if (!isMine) return;
  await shop.db.announceCatalogue();
  shop.log.info("demo data created");
}

const hasSeed = async (db: Reader) =>
  (await db.selectFrom("migrations").select("name").where("name", "=", STEP).executeTakeFirst()) !== undefined;

/** The same shop, for functions that open their own transactions: these run inside `tx`. A log of made-up orders has no use. */
function shopWithin(tx: Writer, shop: Shop): Shop {
  const db: Shop["db"] = { ...shop.db, read: tx, transaction: (fn) => fn(tx), announceCatalogue: async () => {} };
  const log = shop.log.child({}, { level: "warn" });
  return { ...shop, db, log, payments: createSandboxGateway({ ...shop, db }) };
}

async function fill(tx: Writer, shop: Shop, passwordHash: string) {
  const brand = brandOf(shop.tenant.id);
  const { products, demo, other } = await seedShop(tx, shop, brand, passwordHash);
  const sellable = products.filter(({ name }) => ![...brand.outOfStock, ...brand.unavailable].includes(name));
  const histories: [string, Step[]][] = [
    [demo, DEMO_HISTORY],
    [other, OTHER_HISTORY],
  ];
  await playHistories(shop, histories, sellable);
  await finish(tx, shop, demo);
}

/** Everything except the orders, as of the time before the first one. */
async function seedShop(tx: Writer, shop: Shop, brand: Brand, passwordHash: string) {
  const ago = (days: number): Shop => ({ ...shop, clock: { now: () => now - days * DAY_MS } });
  const now = shop.clock.now();
  const opening = ago(60);
  const products = await seedCatalogue(tx, brand);
  await seedStock(
    tx,
    opening,
    products.filter(({ name }) => !brand.outOfStock.includes(name)),
  );

  const shopper = (username: string, email: string, phone: string) =>
    createUser(tx, { username, email, phone, passwordHash, now: opening.clock.now(), isVerified: true });
  const demo = await shopper(brand.shoppers.demo, DEMO_LOGIN.email, "9000000001");
  const other = await shopper(brand.shoppers.other, OTHER_EMAIL, "9000000002");

  const coupon = (then: Shop, userId: string | null, validDays: number | null, [code, coins]: [string, number]) =>
    insertCoupon(tx, then, { code, amount: coins * 100, userId, validDays });
  const { validDays } = shop.tenant.coins;
  for (const open of OPEN_COUPONS) await coupon(opening, null, validDays, open);
  for (const own of DEMO_COUPONS) await coupon(ago(4), demo, validDays, own);
  for (const past of couponsOf(DEMO_HISTORY)) await coupon(opening, demo, validDays, past);
  for (const past of couponsOf(OTHER_HISTORY)) await coupon(opening, other, validDays, past);
  return { products, demo, other };
}

const couponsOf = (history: Step[]) =>
  history.flatMap((step): [string, number][] => (step.kind === "coupon" ? [[step.code, step.coins]] : []));

/** Adjusts the demo shopper's balance to its final figure, and marks past mail as sent. */
async function finish(tx: Writer, shop: Shop, userId: string) {
  const now = shop.clock.now();
  const missing = DEMO_BALANCE * 100 - (await getBalance(tx, userId));
  if (missing !== 0) {
    const expiresAt = creditExpiry(now, shop.tenant.coins.validDays);
    const isCovered = await addCoinEntry(tx, { userId, kind: "grant", amount: missing, expiresAt, now });
    if (!isCovered) throw new Error("the demo's balance cannot be adjusted to its final figure");
  }
  for (let mail; (mail = await takeDueMail(tx, { now, pauseAfter: () => 1 }));) await markDelivered(tx, mail.id, now);
  await deleteMessages(tx); // those of the past would only show as failed
}
