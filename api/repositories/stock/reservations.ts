import type { Expression } from "kysely";

import type { Tenant } from "../../../config/brand/schema.ts";
import { compileQuery, type Param } from "../../db/compiled-query.ts";
import type { Reader, Writer } from "../../db/database.ts";
import { forUpdate, forUpdateSkipLocked } from "../../db/locks.ts";
import { UNFULFILLED } from "../../domain/orders.ts";
import { leastEnd } from "../../domain/stock/shelf-life.ts";
import { MOST_TOLD } from "../../domain/stock/stock-left.ts";
import { checkSoon } from "../catalogue/stock-checks.ts";
import { END, selectNext, selectPool } from "./free-cards.ts";

/**
 * The time before the worker's first check of a reservation, and between checks. It is longer than an order stays pending. Orders
 * release their vouchers themselves, except those that end in a version without reservations.
 */
const RESERVATION_CHECK_MS = 600_000;

/** Reservations that the worker checks in one transaction. */
const BATCH = 200;

/** A voucher that an order line holds or may take. */
type Unit = { id: string; expires_at: number | null };

/**
 * The cards that a line takes: `faceValue` in paise; vouchers of exactly that value go first, then open ones. All outlast
 * `leastEnd` (ms; domain/stock/shelf-life.ts).
 */
export type Wanted = {
  orderItemId: string;
  productId: number;
  faceValue: number;
  quantity: number;
  leastEnd: number;
};

type Take = Omit<Wanted, "faceValue"> & { checkAt: number };

/**
 * Reserves up to `quantity` free vouchers for a line, the soonest to expire first, in one statement for each kind of value. Skips
 * vouchers that another order is taking, and so never waits for one.
 */
export async function reserveUnits(tx: Writer, { faceValue, ...wanted }: Wanted, now: number): Promise<Unit[]> {
  const take = { ...wanted, checkAt: now + RESERVATION_CHECK_MS };
  const exact = await takeExact(tx, { ...take, faceValue });
  if (exact.length === wanted.quantity) return exact;
  return [...exact, ...(await takeOpen(tx, { ...take, quantity: wanted.quantity - exact.length }))];
}

const takeExact = compileQuery<Take & { faceValue: number }, Unit>((db, param) =>
  update(db, param, param("faceValue")),
);

const takeOpen = compileQuery<Take, Unit>((db, param) => update(db, param, null));

/** A CTE, because PostgreSQL may run a subquery in the condition again, and would then lock more rows than the limit. */
function update(db: Reader, param: Param<Take>, faceValue: Expression<number> | null) {
  return db
    .with("free", () =>
      selectNext(db, { productId: param("productId"), faceValue, leastEnd: param("leastEnd") })
        .select("vouchers.id")
        .limit(param("quantity"))
        .$call(forUpdateSkipLocked(db)),
    )
    .updateTable("vouchers")
    .set({ reserved_for: param("orderItemId"), reservation_check_at: param("checkAt") })
    .where("id", "in", (query) => query.selectFrom("free").select("free.id"))
    .returning(["vouchers.id", "vouchers.expires_at"]);
}

/** The brand, whose `stock.leastDays` decides about the cards that are sold. */
type Sold = Pick<Tenant, "stock">;

/** A voucher that was released; `face_value` is null for an open one. */
type Released = { product_id: number; face_value: number | null };

/** Releases the vouchers reserved for an order's lines. @returns true if the number left that visitors see has changed */
export async function releaseStock(tx: Writer, tenant: Sold, orderId: string, now: number): Promise<boolean> {
  const released = await releaseRows(tx, { orderId });
  await checkReleased(tx, released, now);
  return isReleaseSeen(tx, tenant, released, now);
}

/** Makes the worker count the products of these vouchers again, because it may have counted their sale long ago. */
export const checkReleased = (tx: Writer, released: { product_id: number }[], now: number) =>
  checkSoon(
    tx,
    released.map(({ product_id }) => product_id),
    now,
  );

/** True if the release of these vouchers has changed the number left that visitors see. */
export async function isReleaseSeen(tx: Writer, tenant: Sold, released: Released[], now: number): Promise<boolean> {
  const pools = Map.groupBy(released, ({ product_id, face_value }) => `${product_id} ${face_value}`);
  for (const rows of pools.values()) {
    const { product_id, face_value } = rows[0]!;
    const most = MOST_TOLD + rows.length;
    const pool = { productId: product_id, faceValue: face_value, leastEnd: leastEnd(tenant, now) };
    if ((await countPool(tx, pool, most + 1)) <= most) return true;
  }
  return false;
}

/**
 * Releases the vouchers reserved for an order's lines. Without a condition on `order_item_id`, for whose index SQLite would read
 * all of the stock.
 */
export const releaseRows = compileQuery<{ orderId: string }, Released>((db, param) =>
  db
    .updateTable("vouchers")
    .set({ reserved_for: null, reservation_check_at: null })
    .where("reserved_for", "in", (query) =>
      query.selectFrom("order_items").select("order_items.id").where("order_id", "=", param("orderId")),
    )
    .returning(["product_id", "face_value"]),
);

const countPool = async (tx: Writer, pool: Parameters<typeof selectPool>[1], atMost: number) =>
  (await selectPool(tx, pool).select("vouchers.id").limit(atMost).execute()).length;

/** The vouchers that are reserved for a line and not issued, in the order in which they are sold. */
export const listReserved = (tx: Writer, orderItemId: string): Promise<Unit[]> => selectReserved(tx, { orderItemId });

const selectReserved = compileQuery<{ orderItemId: string }, Unit>((db, param) =>
  db
    .selectFrom("vouchers")
    .select(["id", "expires_at"])
    .where("reserved_for", "=", param("orderItemId"))
    .where("order_item_id", "is", null)
    .orderBy((row) => row("face_value", "is", null))
    .orderBy(END)
    .orderBy("created_at")
    .orderBy("id")
    .$call(forUpdate(db)),
);

/**
 * Checks reservations that are due, and releases those whose order has ended, or whose card went to another order. Both come from
 * a version without reservations.
 * @returns the number of released ones, and true if more may be due
 */
export async function checkReservations(tx: Writer, now: number): Promise<{ released: number; isFull: boolean }> {
  const due = await tx
    .selectFrom("vouchers")
    .select(["id", "product_id", "reserved_for", "order_item_id"])
    .where("reservation_check_at", "<=", now)
    .orderBy("reservation_check_at")
    .limit(BATCH)
    .$call(forUpdateSkipLocked(tx))
    .execute();
  if (due.length === 0) return { released: 0, isFull: false };
  const open = await tx
    .selectFrom("order_items")
    .innerJoin("orders", "orders.id", "order_items.order_id")
    .select("order_items.id")
    .where("order_items.id", "in", [...new Set(due.map(({ reserved_for }) => reserved_for!))])
    .where("orders.status", "in", ["pending", ...UNFULFILLED])
    .execute();
  const needed = new Set(open.map(({ id }) => id));
  const isKept = (row: (typeof due)[number]) => row.order_item_id === null && needed.has(row.reserved_for!);
  const [kept, over] = [due.filter(isKept), due.filter((row) => !isKept(row))];
  await change(kept, { reservation_check_at: now + RESERVATION_CHECK_MS });
  await change(over, { reserved_for: null, reservation_check_at: null });
  await checkReleased(tx, over, now);
  return { released: over.length, isFull: due.length === BATCH };

  async function change(rows: typeof due, to: { reserved_for?: null; reservation_check_at: number | null }) {
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id);
    await tx.updateTable("vouchers").set(to).where("id", "in", ids).execute();
  }
}
