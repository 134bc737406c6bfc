import { type Expression, type Selectable, sql } from "kysely";

import type { Clock } from "../clock.ts";
import type { Reader, Writer } from "../db/database.ts";
import { forUpdate, forUpdateSkipLocked } from "../db/locks.ts";
import { pipeline } from "../db/pipeline.ts";
import type { OrderTables } from "../db/schema-orders.ts";
import { codeHashes, seal, unseal } from "../domain/encryption.ts";
import type { KeyedTenant } from "../domain/keys.ts";
import { MOST_TOLD } from "../domain/stock-left.ts";
import { randomId } from "../domain/tokens.ts";
import type { Supplied, VoucherLine } from "../ports/voucher-source.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * A voucher as its issuer delivers it. Face value in paise, null for an open value; expiry in ms, null to take it from
 * the product.
 */
export type NewVoucher = {
  cardNumber: string;
  pin: string | null;
  claimUrl: string | null;
  faceValue: number | null;
  expiresAt: number | null;
};

/** Rows in one INSERT; keeps its parameters far below the limit of either database. */
const BATCH = 500;

/**
 * Adds vouchers of a product to the stock, to be sold in this order, and raises its `quantity`. Skips card numbers that
 * the shop has had before. Returns how many were new.
 */
export async function insertVouchers(
  tx: Writer,
  shop: KeyedTenant & { clock: Clock },
  productId: number,
  vouchers: NewVoucher[],
) {
  let added = 0;
  for (let start = 0; start < vouchers.length; start += BATCH) {
    const rows = await sealNew(tx, shop, productId, vouchers.slice(start, start + BATCH), start);
    if (rows.length > 0) await tx.insertInto("vouchers").values(rows).execute();
    added += rows.length;
  }
  await tx
    .updateTable("products")
    .set({ quantity: sql<number>`quantity + ${added}` })
    .where("id", "=", productId)
    .execute();
  return added;
}

/**
 * Rows for new vouchers, without duplicates of the stock or this batch. Their times are a millisecond apart, because
 * stock is sold oldest first.
 */
export async function sealNew(
  tx: Writer,
  shop: KeyedTenant & { clock: Clock },
  productId: number,
  vouchers: NewVoucher[],
  start: number,
) {
  const hashed = vouchers.map((voucher) => ({
    voucher,
    fingerprints: codeHashes(shop.keys, "voucher-fingerprint", voucher.cardNumber),
  }));
  const known = await tx
    .selectFrom("vouchers")
    .select("fingerprint")
    .where(
      "fingerprint",
      "in",
      hashed.flatMap(({ fingerprints }) => fingerprints),
    )
    .execute();
  const seen = new Set(known.map(({ fingerprint }) => fingerprint));
  const isNew = ({ fingerprints }: (typeof hashed)[number]) => {
    const wasSeen = fingerprints.some((fingerprint) => seen.has(fingerprint));
    seen.add(fingerprints[0]!);
    return !wasSeen;
  };
  return hashed.filter(isNew).map(({ voucher, fingerprints }, index) => {
    const id = randomId();
    const owner = { tenantId: shop.tenant.id, id };
    return {
      id,
      product_id: productId,
      face_value: voucher.faceValue,
      fingerprint: fingerprints[0]!,
      card_number_sealed: seal(shop.keys, "voucher", voucher.cardNumber, owner),
      pin_sealed: voucher.pin === null ? null : seal(shop.keys, "voucher", voucher.pin, owner),
      claim_url: null,
      claim_url_sealed: voucher.claimUrl === null ? null : seal(shop.keys, "voucher", voucher.claimUrl, owner),
      order_item_id: null,
      unit: null,
      issued_at: null,
      expires_at: voucher.expiresAt,
      used_at: null,
      created_at: shop.clock.now() + start + index,
    };
  });
}

type Amount = number | Expression<number>;

/** The vouchers of a product that can be issued; excludes expired ones. */
export const selectStock = (db: Reader, productId: Amount, now: Amount) =>
  db
    .selectFrom("vouchers")
    .where("vouchers.product_id", "=", productId)
    .where("order_item_id", "is", null)
    .where((where) => where.or([where("expires_at", "is", null), where("expires_at", ">", now)]));

/**
 * Issues the line's missing vouchers from stock, first those of its exact value. The line is locked, so it never gets
 * more than `quantity`, however often this runs. Skips vouchers that another order is taking.
 * @returns also whether visitors see another number left than before
 */
export async function issueFromStock(
  tx: Writer,
  line: VoucherLine,
  now: number,
): Promise<Supplied & { isSeen: boolean }> {
  await tx
    .selectFrom("order_items")
    .select("id")
    .where("id", "=", line.orderItemId)
    .$call(forUpdate(tx))
    .executeTakeFirstOrThrow();
  const { had } = await tx
    .selectFrom("vouchers")
    .select((query) => query.fn.countAll<number>().as("had"))
    .where("order_item_id", "=", line.orderItemId)
    .executeTakeFirstOrThrow();
  const stock = selectStock(tx, line.productId, now).where((where) =>
    where.or([where("face_value", "=", line.faceValue), where("face_value", "is", null)]),
  );
  const taken = await stock
    .select(["id", "expires_at"])
    .orderBy(sql`face_value is null`)
    .orderBy("created_at")
    .orderBy("id")
    .limit(line.quantity - had)
    .$call(forUpdateSkipLocked(tx))
    .execute();
  for (const [index, { id, expires_at }] of taken.entries()) {
    await tx
      .updateTable("vouchers")
      .set({
        order_item_id: line.orderItemId,
        unit: had + index + 1,
        face_value: line.faceValue,
        issued_at: now,
        expires_at: expires_at ?? now + line.validityDays * DAY_MS,
      })
      .where("id", "=", id)
      .execute();
  }
  const [left] = await pipeline([
    stock
      .select("id")
      .limit(MOST_TOLD + 1)
      .execute(),
    tx
      .updateTable("products")
      .set({ quantity: sql<number>`case when quantity > ${taken.length} then quantity - ${taken.length} else 0 end` })
      .where("id", "=", line.productId)
      .execute(),
  ]);
  return { issued: had + taken.length, waiting: 0, isSeen: taken.length > 0 && left.length <= MOST_TOLD };
}

type SealedVoucher = Pick<
  Selectable<OrderTables["vouchers"]>,
  "id" | "card_number_sealed" | "pin_sealed" | "claim_url" | "claim_url_sealed"
>;

const selectIssued = (db: Reader) =>
  db
    .selectFrom("vouchers")
    .innerJoin("order_items", "order_items.id", "vouchers.order_item_id")
    .select([
      "order_items.order_id",
      "order_items.name",
      "order_items.product_id",
      "order_items.image_url",
      "vouchers.id",
      "vouchers.card_number_sealed",
      "vouchers.pin_sealed",
      "vouchers.claim_url",
      "vouchers.claim_url_sealed",
      "vouchers.face_value",
      "vouchers.expires_at",
      "vouchers.used_at",
    ])
    .orderBy("order_items.position")
    .orderBy("vouchers.unit");

/** The buyer's own issued vouchers of these orders, sealed, in line order. */
export const listOwnVouchers = (db: Reader, orderIds: string[]) =>
  selectIssued(db)
    .where("order_items.order_id", "in", orderIds)
    .where("order_items.id", "not in", db.selectFrom("gifts").select("order_item_id"))
    .execute();

/** The issued vouchers of a gift line, sealed. */
export const listGiftVouchers = (db: Reader, orderItemId: string) =>
  selectIssued(db).where("order_items.id", "=", orderItemId).execute();

/** Marks a shopper's voucher as used, or (null) as unused; false if the voucher is not theirs. */
export async function markVoucher(tx: Writer, userId: string, voucherId: string, usedAt: number | null) {
  const { numUpdatedRows } = await tx
    .updateTable("vouchers")
    .set({ used_at: usedAt })
    .where("id", "=", voucherId)
    .where("order_item_id", "in", (own) =>
      own
        .selectFrom("order_items")
        .innerJoin("orders", "orders.id", "order_items.order_id")
        .select("order_items.id")
        .where("orders.user_id", "=", userId)
        .where("order_items.id", "not in", own.selectFrom("gifts").select("order_item_id")),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type IssuedVoucher = Awaited<ReturnType<typeof listOwnVouchers>>[number];

/** Unseals the codes for their owner: in the shopper's history and mail, or for a gift's recipient. */
export function unsealVoucher(shop: KeyedTenant, voucher: SealedVoucher) {
  const owner = { tenantId: shop.tenant.id, id: voucher.id };
  const open = (sealed: string | null) => (sealed === null ? null : unseal(shop.keys, "voucher", sealed, owner));
  return {
    cardNumber: unseal(shop.keys, "voucher", voucher.card_number_sealed, owner),
    pin: open(voucher.pin_sealed),
    claimUrl: open(voucher.claim_url_sealed) ?? voucher.claim_url,
  };
}
