import { type Selectable, sql } from "kysely";

import type { Clock } from "../../base/clock.ts";
import type { Reader, Writer } from "../../db/database.ts";
import type { OrderTables } from "../../db/schema-orders.ts";
import { endingOf } from "../../domain/cards/card-ending.ts";
import { acceptedIdentities, identityHashes } from "../../domain/cards/card-identity.ts";
import { codeHashes, seal, unseal } from "../../domain/encryption.ts";
import type { KeyedTenant } from "../../domain/keys.ts";
import { randomId } from "../../domain/tokens.ts";
import { createCardComparison, findByIdentity } from "./card-identities.ts";

/** A voucher from its issuer. Face value in paise, null for an open value; expiry in ms, null to take it from the product. */
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
 * Adds vouchers of a product to the stock, to be sold in this order, and raises its `quantity`. Skips card numbers that the shop
 * has had before. Returns the number of new ones.
 * @param jobId the job that imports them; `isSecondTaken`: cards that differ only in the case of letters count as different
 */
export async function insertVouchers(
  tx: Writer,
  shop: KeyedTenant & { clock: Clock },
  productId: number,
  vouchers: NewVoucher[],
  { jobId = null, isSecondTaken }: { jobId?: string | null; isSecondTaken?: boolean } = {},
) {
  let added = 0;
  for (let start = 0; start < vouchers.length; start += BATCH) {
    const rows = await sealNew(tx, shop, productId, vouchers.slice(start, start + BATCH), { start, isSecondTaken });
    const imported = rows.map((row) => ({ ...row, job_id: jobId }));
    if (rows.length > 0) await tx.insertInto("vouchers").values(imported).execute();
    added += rows.length;
  }
  await tx
    .updateTable("products")
    .set({ quantity: sql<number>`quantity + ${added}`, stock_check_at: 0 })
    .where("id", "=", productId)
    .execute();
  return added;
}

/**
 * Rows for new vouchers, without duplicates of the stock or this batch. Their times are a millisecond apart, because
 * stock is sold oldest first. A card with the identity of another one is a duplicate, too; with `isSecondTaken` only if it has
 * the same spelling.
 */
export async function sealNew(
  tx: Writer,
  shop: KeyedTenant & { clock: Clock },
  productId: number,
  vouchers: NewVoucher[],
  { start = 0, isSecondTaken = false }: { start?: number; isSecondTaken?: boolean } = {},
) {
  const hashed = vouchers.map((voucher) => ({
    voucher,
    fingerprints: codeHashes(shop.keys, "voucher-fingerprint", voucher.cardNumber),
    identity: identityHashes(shop.keys, voucher.cardNumber)[0],
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
  const numbers = vouchers.map(({ cardNumber }) => cardNumber);
  const compare = createCardComparison(shop, await findByIdentity(tx, shop, numbers));
  const seen = new Set(known.map(({ fingerprint }) => fingerprint));
  const fresh = hashed.flatMap(({ voucher, fingerprints, identity }) => {
    const { stored, before } = compare(voucher.cardNumber);
    const isSecond = stored !== "none" || before !== "none";
    const isRespelt = stored === "same" || before === "same";
    const wasSeen =
      fingerprints.some((fingerprint) => seen.has(fingerprint)) || (isSecond && (isRespelt || !isSecondTaken));
    seen.add(fingerprints[0]!);
    return wasSeen ? [] : [{ voucher, fingerprints, identity, isSecond }];
  });
  return fresh.map(({ voucher, fingerprints, identity, isSecond }, index) => {
    const id = randomId();
    const owner = { tenantId: shop.tenant.id, id };
    return {
      id,
      product_id: productId,
      face_value: voucher.faceValue,
      fingerprint: fingerprints[0]!,
      identity: isSecond ? acceptedIdentities(shop.keys, voucher.cardNumber)[0] : identity,
      ending: codeHashes(shop.keys, "card-ending", endingOf(voucher.cardNumber))[0],
      card_number_sealed: seal(shop.keys, "voucher", voucher.cardNumber, owner),
      pin_sealed: voucher.pin === null ? null : seal(shop.keys, "voucher", voucher.pin, owner),
      claim_url: null,
      claim_url_sealed: voucher.claimUrl === null ? null : seal(shop.keys, "voucher", voucher.claimUrl, owner),
      order_item_id: null,
      unit: null,
      issued_at: null,
      expires_at: voucher.expiresAt,
      used_at: null,
      reserved_for: null,
      reservation_check_at: null,
      created_at: shop.clock.now() + start + index,
    };
  });
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

/** The buyer's own issued vouchers of these orders, encrypted, in line order. */
export const listOwnVouchers = (db: Reader, orderIds: string[]) =>
  selectIssued(db)
    .where("order_items.order_id", "in", orderIds)
    .where("order_items.id", "not in", db.selectFrom("gifts").select("order_item_id"))
    .execute();

/** The issued vouchers of a gift line, encrypted. */
export const listGiftVouchers = (db: Reader, orderItemId: string) =>
  selectIssued(db).where("order_items.id", "=", orderItemId).execute();

/**
 * Counts the cards of an order whose codes somebody may have seen: those of a gift from its opening, and those that the staff has
 * revealed. The buyer's own count once the order is completed, because the order history then shows them.
 */
export async function countRevealed(db: Reader, orderId: string): Promise<number> {
  const { count } = await db
    .selectFrom("vouchers")
    .innerJoin("order_items", "order_items.id", "vouchers.order_item_id")
    .innerJoin("orders", "orders.id", "order_items.order_id")
    .leftJoin("gifts", "gifts.order_item_id", "order_items.id")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("orders.id", "=", orderId)
    .where("orders.status", "=", "completed")
    .where(({ eb, or, selectFrom }) =>
      or([
        eb("gifts.order_item_id", "is", null),
        eb("gifts.opened_at", "is not", null),
        eb("vouchers.id", "in", selectFrom("voucher_reveals").select("voucher_id")),
      ]),
    )
    .executeTakeFirstOrThrow();
  return count;
}

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

/** Decrypts the codes for their owner: in the shopper's history and mail, or for a gift's recipient. */
export function unsealVoucher(shop: KeyedTenant, voucher: SealedVoucher) {
  const owner = { tenantId: shop.tenant.id, id: voucher.id };
  const open = (sealed: string | null) => (sealed === null ? null : unseal(shop.keys, "voucher", sealed, owner));
  return {
    cardNumber: unseal(shop.keys, "voucher", voucher.card_number_sealed, owner),
    pin: open(voucher.pin_sealed),
    claimUrl: open(voucher.claim_url_sealed) ?? voucher.claim_url,
  };
}
