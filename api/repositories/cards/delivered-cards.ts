import { sql } from "kysely";

import type { Tenant } from "../../../config/brand/schema.ts";
import type { Clock } from "../../base/clock.ts";
import type { Writer } from "../../db/database.ts";
import { forUpdate } from "../../db/locks.ts";
import { DAY_MS } from "../../domain/days.ts";
import { giftDueAt } from "../../domain/gifts/gift.ts";
import type { KeyedTenant } from "../../domain/keys.ts";
import { leastEnd, NO_END } from "../../domain/stock/shelf-life.ts";
import type { SuppliedCard } from "../../ports/voucher-supplier.ts";
import { findKnownCards } from "../stock/counts.ts";
import { findSendOn } from "../stock/gift-days.ts";
import { lockSupplyOrder, type SupplyOrderRow } from "../suppliers/supply-orders.ts";
import { createCardComparison, findByIdentity } from "./card-identities.ts";
import { sealNew } from "./vouchers.ts";

/**
 * The number of new and valid cards, and of those among them that went to stock. `short` ones are valid for a shorter time than
 * the product promises, and `tooShort` ones for too short a time to be sold from stock. `expired` ones are stored, and never
 * sold; those that expire before a dated gift reaches its recipient count as expired. `foreign` ones were in the shop already.
 */
export type KeptCards = {
  supply: SupplyOrderRow;
  kept: number;
  toStock: number;
  short: number;
  tooShort: number;
  expired: number;
  foreign: number;
  /** Beyond the ordered number: not stored, because nobody has paid for them. */
  excess: number;
};

/**
 * Stores a supply order's cards, encrypted: as vouchers of the line while it waits for them, else in stock. A card that this
 * supply order has delivered before is not stored again; a card from another source is refused. Locks the line and the supply
 * order, whose current row is returned.
 */
export async function keepCards(
  tx: Writer,
  shop: KeyedTenant & { tenant: Pick<Tenant, "stock">; clock: Clock },
  { ref, order_item_id: orderItemId }: Pick<SupplyOrderRow, "ref" | "order_item_id">,
  cards: SuppliedCard[],
): Promise<KeptCards> {
  const item = await tx
    .selectFrom("order_items")
    .select(["id", "product_id", "quantity", "validity_days", "status"])
    .where("id", "=", orderItemId)
    .$call(forUpdate(tx))
    .executeTakeFirstOrThrow();
  const supply = await lockSupplyOrder(tx, ref);
  const nothing = { supply, kept: 0, toStock: 0, short: 0, tooShort: 0, expired: 0, foreign: 0, excess: 0 };
  if (cards.length === 0) return nothing;

  const { fresh: all, foreign } = await sortOut(tx, shop, ref, cards);
  const fresh = all.slice(0, Math.max(0, supply.quantity - supply.issued));
  const excess = all.length - fresh.length;
  if (fresh.length === 0) return { ...nothing, foreign, excess };
  const now = shop.clock.now();
  const endsBy = (at: number, { expiresAt }: SuppliedCard) => expiresAt !== null && expiresAt <= at;
  const sendOn = await findSendOn(tx, orderItemId);
  const deliveredAt = giftDueAt(sendOn, now);
  const least = leastEnd(shop.tenant, now, sendOn);
  const sorted = fresh.toSorted((one, other) => (one.expiresAt ?? NO_END) - (other.expiresAt ?? NO_END));
  const expired = sorted.filter((card) => endsBy(deliveredAt, card));
  const valid = sorted.filter((card) => !endsBy(deliveredAt, card));
  const tooShort = valid.filter((card) => endsBy(least, card));
  const inOrder = [...valid.filter((card) => !endsBy(least, card)), ...tooShort];
  const isWaitedFor = item.status === "open" && (supply.state === "ready" || supply.state === "asked");
  const { had } = await tx
    .selectFrom("vouchers")
    .select((query) => query.fn.countAll<number>().as("had"))
    .where("order_item_id", "=", orderItemId)
    .executeTakeFirstOrThrow();
  const forLine = isWaitedFor ? Math.min(valid.length, item.quantity - had) : 0;
  const sealed = await sealNew(
    tx,
    shop,
    item.product_id,
    [...inOrder, ...expired].map((card) => ({ ...card, faceValue: supply.face_value })),
  );
  const rows = sealed.map((row, index) => ({
    ...row,
    supply_ref: ref,
    ...(index < forLine && {
      order_item_id: orderItemId,
      unit: had + index + 1,
      issued_at: now,
      expires_at: row.expires_at ?? now + item.validity_days * DAY_MS,
    }),
  }));
  await tx.insertInto("vouchers").values(rows).execute();
  const unsold = rows.length - forLine;
  if (unsold > 0)
    await tx
      .updateTable("products")
      .set({ quantity: sql<number>`quantity + ${unsold}`, stock_check_at: 0 })
      .where("id", "=", item.product_id)
      .execute();
  const promised = now + item.validity_days * DAY_MS;
  const short = valid.filter((card) => endsBy(promised - DAY_MS, card)).length;
  return {
    supply,
    kept: valid.length,
    toStock: valid.length - forLine,
    short,
    tooShort: tooShort.length,
    expired: expired.length,
    foreign,
    excess,
  };
}

/** Separates new cards from repeats and from cards that the shop has from another source or that are twice in this delivery. */
async function sortOut(tx: Writer, shop: KeyedTenant, ref: string, cards: SuppliedCard[]) {
  const numbers = cards.map(({ cardNumber }) => cardNumber);
  const known = await findByIdentity(tx, shop, numbers);
  const exact = await findKnownCards(tx, shop, numbers); // also those of an older version, which have no identity yet
  const compare = createCardComparison(shop);
  const fresh: SuppliedCard[] = [];
  let foreign = 0;
  for (const card of cards) {
    const same = exact.get(card.cardNumber);
    const stored = [...(same === undefined ? [] : [same]), ...(known.get(card.cardNumber) ?? [])];
    const isTwice = compare(card.cardNumber).before !== "none";
    const isRepeated = stored.some((one) => one.supply_ref === ref);
    if (isTwice || (stored.length > 0 && !isRepeated)) foreign += 1;
    else if (stored.length === 0) fresh.push(card);
  }
  return { fresh, foreign };
}
