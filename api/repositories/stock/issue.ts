import { sql } from "kysely";

import type { Tenant } from "../../../config/brand/schema.ts";
import { compileQuery } from "../../db/compiled-query.ts";
import type { Writer } from "../../db/database.ts";
import { forUpdate } from "../../db/locks.ts";
import { lockThenRead, pipeline } from "../../db/pipeline.ts";
import { DAY_MS } from "../../domain/days.ts";
import { leastEnd } from "../../domain/stock/shelf-life.ts";
import { MOST_TOLD } from "../../domain/stock/stock-left.ts";
import type { Supplied, VoucherLine } from "../../ports/voucher-source.ts";
import { PAUSE_MS, soonest } from "../catalogue/stock-checks.ts";
import { selectFree } from "./free-cards.ts";
import { findSendOn } from "./gift-days.ts";
import { listReserved, reserveUnits } from "./reservations.ts";

/**
 * Issues the line's missing vouchers from stock: first those that are reserved for it, then free ones. The line is locked, so it
 * never gets more than `quantity`, even if this runs again. Never issues an expired voucher. A reserved one was shown with its
 * date, so it is issued even if fewer days than `stock.leastDays` remain since then.
 * @returns `isSeen` if the number left that visitors see has changed; `isOpen` if the line still waits for cards
 */
export async function issueFromStock(
  tx: Writer,
  tenant: Pick<Tenant, "stock">,
  line: VoucherLine,
  now: number,
): Promise<Supplied & { isSeen: boolean; isOpen: boolean }> {
  const { orderItemId } = line;
  const {
    locked: [[item]],
    found: [[{ had } = { had: 0 }], reserved],
  } = await lockThenRead(
    () => [lockItem(tx, { orderItemId })],
    () => [countIssued(tx, { orderItemId }), listReserved(tx, orderItemId)],
  );
  const isOpen = item?.status === "open";
  if (!isOpen) return { issued: had, waiting: 0, isSeen: false, isOpen }; // the staff has refunded the rest since
  const missing = Math.max(0, line.quantity - had);
  const valid = reserved.filter(({ expires_at }) => expires_at === null || expires_at > now).slice(0, missing);
  const unused = reserved.filter((unit) => !valid.includes(unit));
  const free = valid.length < missing ? await reserveFree(missing - valid.length) : [];
  const taken = [...valid, ...free];
  await pipeline([
    ...taken.map(({ id, expires_at }, index) =>
      issue(tx, {
        id,
        orderItemId,
        unit: had + index + 1,
        faceValue: line.faceValue,
        now,
        expiresAt: expires_at ?? now + line.validityDays * DAY_MS,
      }),
    ),
    ...unused.map(({ id }) => release(tx, { id })),
    reduceQuantity(tx, { productId: line.productId, count: taken.length, checkAt: now + PAUSE_MS }),
  ]);
  const isSeen = free.length > 0 && (await countLeft(tx, line, leastEnd(tenant, now))) <= MOST_TOLD;
  return { issued: had + taken.length, waiting: 0, isSeen, isOpen };

  async function reserveFree(quantity: number) {
    const sendOn = await findSendOn(tx, orderItemId);
    return reserveUnits(tx, { ...line, quantity, leastEnd: leastEnd(tenant, now, sendOn) }, now);
  }
}

const lockItem = compileQuery<{ orderItemId: string }, { status: string }>((db, param) =>
  db.selectFrom("order_items").select("status").where("id", "=", param("orderItemId")).$call(forUpdate(db)),
);

const countIssued = compileQuery<{ orderItemId: string }, { had: number }>((db, param) =>
  db
    .selectFrom("vouchers")
    .select(({ fn }) => fn.countAll<number>().as("had"))
    .where("order_item_id", "=", param("orderItemId")),
);

type Issue = { id: string; orderItemId: string; unit: number; faceValue: number; now: number; expiresAt: number };

const issue = compileQuery<Issue, never>((db, param) =>
  db
    .updateTable("vouchers")
    .set({
      order_item_id: param("orderItemId"),
      unit: param("unit"),
      face_value: param("faceValue"),
      issued_at: param("now"),
      expires_at: param("expiresAt"),
      reserved_for: null,
      reservation_check_at: null,
    })
    .where("id", "=", param("id")),
);

const release = compileQuery<{ id: string }, never>((db, param) =>
  db.updateTable("vouchers").set({ reserved_for: null, reservation_check_at: null }).where("id", "=", param("id")),
);

/** An order that is paid late, or whose review was long, takes cards that the last count of the stock included. */
const reduceQuantity = compileQuery<{ productId: number; count: number; checkAt: number }, never>((db, param) =>
  db
    .updateTable("products")
    .set({
      quantity: sql<number>`case when quantity > ${param("count")} then quantity - ${param("count")} else 0 end`,
      stock_check_at: soonest(param("checkAt")),
    })
    .where("id", "=", param("productId")),
);

const countLeft = async (tx: Writer, { productId, faceValue }: VoucherLine, least: number) =>
  (
    await selectFree(tx, productId, least)
      .where((where) => where.or([where("face_value", "=", faceValue), where("face_value", "is", null)]))
      .select("id")
      .limit(MOST_TOLD + 1)
      .execute()
  ).length;
