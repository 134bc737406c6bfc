import { Unreachable } from "../base/unreachable.ts";
import { keepBalance } from "../catalogue/read-balances.ts";
import { runConcurrently } from "../concurrency/run-concurrently.ts";
import { within } from "../concurrency/within.ts";
import type { Writer } from "../db/database.ts";
import { DAY_MS } from "../domain/days.ts";
import type { SupplyOrder, SupplyView, VoucherSupplier } from "../ports/voucher-supplier.ts";
import { keepCards, type KeptCards } from "../repositories/cards/delivered-cards.ts";
import { lockOrder } from "../repositories/orders/orders.ts";
import { updateSource } from "../repositories/suppliers/product-sources.ts";
import { updateSupplierState } from "../repositories/suppliers/supplier-states.ts";
import {
  getOrderOfItem,
  lockSupplyOrder,
  type SupplyOrderRow,
  takeDueSupplyOrder,
  UNREACHABLE,
  updateSupplyOrder,
} from "../repositories/suppliers/supply-orders.ts";
import type { Shop } from "../shop/shop.ts";
import { tryToFulfilLate } from "./fulfil-order.ts";

/** Timeout for one query, which may be several calls: a token, an order, its cards. */
const ASK_MS = 25_000;
/** The lease of a supply order for the worker that queries it: longer than the query and the effects of its answer take. */
const LEASE_MS = 60_000;
/** Supply orders in one round, and the number of them at the same time. */
const BATCH = 50;
const MOST_AT_ONCE = 4;

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 10 * 60_000;
/** Between queries for cards that no order waits for any more. */
const LATE_PAUSE_MS = 6 * 60 * 60_000;
/** A late order without an answer for this long is lost, and an operator has to contact the supplier. */
const LOST_MS = 30 * DAY_MS;
/** A source that was out of stock is not offered for this time. */
const CLOSED_MS = 30 * 60_000;

const WORKING: SupplyView = { state: "working", supplierRef: null, cards: [], reason: null, cost: null };
const REFUSED: SupplyView = { ...WORKING, state: "refused" };

/** Places the supply orders that are due, and queries those that were placed before. @returns true when more may be due */
export async function askSuppliers(shop: Shop, signal?: AbortSignal): Promise<boolean> {
  let isDone = false;
  function* turns() {
    for (let turn = 0; turn < BATCH && !isDone && !signal?.aborted; turn++) yield turn;
  }
  await runConcurrently(MOST_AT_ONCE, turns(), async () => {
    const due = await shop.db.transaction((tx) => takeDueSupplyOrder(tx, shop.clock.now(), LEASE_MS));
    if (due === undefined) isDone = true;
    else await askSupplier(shop, due);
  });
  return !isDone;
}

/** Places or queries one supply order that this worker has taken, and stores the answer. */
async function askSupplier(shop: Shop, due: SupplyOrderRow) {
  const line = await getOrderOfItem(shop.db.read, due.order_item_id);
  const view = await tryToAsk(shop, due, line);
  if (view === "held") return putAside(shop, due, line.order_id);
  const isWaiting = view === undefined ? await postpone(shop, due) : await keepView(shop, due, view);
  if (!isWaiting) await tryToFulfilLate(shop, line.order_id);
}

type Line = Pick<Awaited<ReturnType<typeof getOrderOfItem>>, "status" | "review">;

/**
 * Decides about a supply order that the supplier does not have. The order of a disputed or returned payment is held. A settled
 * line needs no more cards.
 */
function judgeBuying({ clock }: Shop, { state, give_up_at }: SupplyOrderRow, { status, review }: Line) {
  if (status !== "open" || state === "late") return REFUSED;
  if (review === "held") return "held";
  return clock.now() >= give_up_at ? REFUSED : "buy";
}

/** @returns "held" if nothing is bought before the order's review ends; undefined if the order's state is unknown */
async function tryToAsk(shop: Shop, due: SupplyOrderRow, line: Line): Promise<SupplyView | "held" | undefined> {
  const supplier = shop.suppliers.get(due.supplier);
  const judged = judgeBuying(shop, due, line);
  // An order that was never sent was not bought.
  if (due.state === "ready" && judged !== "buy") return judged;
  if (due.state === "ready" && supplier === undefined) return REFUSED;
  try {
    if (supplier === undefined) throw new Unreachable(`tenant.json names no supplier ${due.supplier}`);
    return await within(ASK_MS, `supplier ${due.supplier}`, ask(supplier, toOrder(shop, due), due, judged));
  } catch (error) {
    shop.log.warn({ err: error, ref: due.ref, supplier: due.supplier }, "supplier cannot be asked");
    return undefined;
  }
}

/**
 * Places a supply order that was never sent. Any other one is looked up first. If the supplier has never seen it, it is placed
 * again under the same ref, unless its line no longer waits for it.
 */
async function ask(
  supplier: VoucherSupplier,
  order: SupplyOrder,
  due: SupplyOrderRow,
  judged: ReturnType<typeof judgeBuying>,
) {
  if (due.state === "ready") return supplier.place(order);
  const found = await supplier.find(order, due.supplier_ref);
  if (found.state !== "unknown") return found;
  if (judged === "buy") return supplier.place(order);
  // It may have been sent a moment ago, and the supplier may list it only later.
  return judged === REFUSED && due.state === "asked" ? WORKING : judged;
}

/**
 * Keeps a supply order that the supplier does not have until the review of its order ends (`endReview`). One that was sent stays
 * "asked": it may reach the supplier late, so it is looked up before it is placed again.
 */
const putAside = (shop: Shop, { ref, state }: SupplyOrderRow, orderId: string) =>
  shop.db.transaction(async (tx) => {
    const { review } = await lockOrder(tx, orderId);
    if ((await lockSupplyOrder(tx, ref)).next_try_at === null) return; // another worker has the answer
    const next = review === "held" ? null : shop.clock.now();
    await updateSupplyOrder(tx, ref, { state, tries: 0, next_try_at: next });
  });

const toOrder = ({ clock }: Shop, due: SupplyOrderRow): SupplyOrder => ({
  ref: due.ref,
  sku: due.sku,
  faceValue: due.face_value,
  quantity: due.quantity,
  placedFrom: due.created_at,
  placedUntil: Math.min(clock.now(), due.give_up_at),
});

/** Schedules the next query. @returns true if the line still waits */
const postpone = (shop: Shop, due: SupplyOrderRow): Promise<boolean> =>
  shop.db.transaction(async (tx) => {
    const supply = await lockSupplyOrder(tx, due.ref);
    if (supply.next_try_at === null) return false; // another worker has the answer
    const next = nextTry(shop, supply);
    await updateSupplyOrder(tx, due.ref, { ...next, reason: UNREACHABLE });
    if (next.state !== supply.state)
      shop.log.warn({ ref: due.ref, supplier: due.supplier }, `supply order is ${next.state}`);
    return next.state === "asked";
  });

/** The last query within the brand's time limit is at its end. Then the line is refunded, and the supply order is late. */
function nextTry({ clock }: Shop, { state, tries, give_up_at, created_at }: SupplyOrderRow) {
  const now = clock.now();
  if (now < give_up_at && state !== "late") {
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, tries - 1), LONGEST_PAUSE_MS);
    return { state: "asked", next_try_at: Math.min(now + pause, give_up_at) } as const;
  }
  if (now >= Math.max(give_up_at, created_at + LOST_MS)) return { state: "lost", next_try_at: null } as const;
  return { state: "late", next_try_at: now + LATE_PAUSE_MS } as const;
}

/** Stores the cards and the order's new state. @returns true if the line still waits for this order */
async function keepView(shop: Shop, due: SupplyOrderRow, view: SupplyView): Promise<boolean> {
  const { after, cards, isCatalogueChanged } = await shop.db.transaction(async (tx) => {
    const cards = await keepCards(tx, shop, due, view.cards);
    const { supply } = cards;
    const issued = supply.issued + cards.kept;
    const hasEnded = view.state === "complete" || view.state === "refused";
    const isMissing = hasEnded && issued < supply.quantity;
    const after = {
      issued,
      supplier_ref: view.supplierRef ?? supply.supplier_ref,
      cost: view.cost ?? supply.cost,
      ...(hasEnded || supply.next_try_at === null
        ? { state: hasEnded ? (view.state as "complete" | "refused") : supply.state, next_try_at: null }
        : nextTry(shop, supply)),
      reason: isMissing ? reasonFor(cards, view) : supply.reason === UNREACHABLE ? null : supply.reason,
    };
    await updateSupplyOrder(tx, due.ref, after);
    const isTurned = view.balance !== undefined && (await keepBalance(tx, shop, due.supplier, view.balance));
    const isClosed = isMissing && (await closeSource(tx, shop, due, view));
    return { after, cards, isCatalogueChanged: isTurned || isClosed || cards.toStock > 0 };
  });
  report(shop, due, after, cards);
  if (isCatalogueChanged) await shop.db.announceCatalogue();
  return after.state === "asked";
}

const reasonFor = ({ foreign, expired }: KeptCards, { reason }: SupplyView) =>
  foreign > 0 ? "known_card" : expired > 0 ? "expired_card" : (reason ?? "rejected");

/** Stops offering a product that the supplier cannot deliver. @returns true if shoppers see a difference */
async function closeSource(
  tx: Writer,
  { clock }: Shop,
  { order_item_id, supplier }: SupplyOrderRow,
  { reason }: SupplyView,
): Promise<boolean> {
  const now = clock.now();
  const { product_id: productId } = await getOrderOfItem(tx, order_item_id);
  if (reason === "not_sold") await updateSource(tx, productId, supplier, { is_sold: 0 });
  else if (reason === "out_of_stock") await updateSource(tx, productId, supplier, { closed_until: now + CLOSED_MS });
  else if (reason === "float_low") await updateSupplierState(tx, supplier, { is_low: 1 });
  else return false;
  return true;
}

type After = Pick<SupplyOrderRow, "issued" | "state" | "reason">;

/** Logs the answer for the operator, without any card. */
function report({ log }: Shop, due: SupplyOrderRow, after: After, cards: KeptCards) {
  const { foreign, expired, short, tooShort, toStock, excess } = cards;
  const facts = { ref: due.ref, supplier: due.supplier, state: after.state, issued: after.issued, of: due.quantity };
  if (foreign > 0) log.error({ ...facts, cards: foreign }, "supplier delivered cards that the shop has had before");
  if (excess > 0)
    log.error({ ...facts, cards: excess }, "supplier delivered more cards than ordered: they are left out");
  if (expired > 0)
    log.error(
      { ...facts, cards: expired },
      "supplier delivered cards that have expired, or expire before a gift is sent",
    );
  if (tooShort > 0)
    log.error({ ...facts, cards: tooShort }, "supplier delivered cards that expire within stock.leastDays");
  if (short > 0) log.warn({ ...facts, cards: short }, "supplier delivered cards that expire sooner than promised");
  if (toStock > 0) log.warn({ ...facts, cards: toStock }, "supplier delivered late: the cards are in stock");
  if (after.state === "refused" || after.state === "late" || after.reason !== null)
    log.warn({ ...facts, reason: after.reason }, "supplier did not deliver all cards");
  else log.info(facts, "supplier asked");
}
