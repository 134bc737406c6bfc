import { UNFULFILLED } from "../domain/orders.ts";
import { type Ledger, readLedger } from "../repositories/audit/ledger.ts";
import type { Shop } from "../shop.ts";

type Order = Ledger["orders"][number];
type Check = (isRight: boolean, difference: string) => void;

/** All differences in a shop's books, one line each; empty if they reconcile. */
export async function auditLedger({ db }: { db: Pick<Shop["db"], "read"> }): Promise<string[]> {
  const ledger = await readLedger(db.read);
  const differences: string[] = [];
  const check: Check = (isRight, difference) => void (isRight || differences.push(difference));

  const entriesOf = Map.groupBy(ledger.coinEntries, ({ user_id }) => user_id);
  for (const { id, coins } of ledger.users) {
    const total = sum(entriesOf.get(id)?.map(({ amount }) => amount));
    check(coins === total, `user ${id} has ${coins} hundredths, the ledger says ${total}`);
  }
  checkLots(ledger, check);
  const creditOf = new Map(ledger.coinEntries.map((entry) => [entry.coupon_id, entry]));
  for (const { id, amount, redeemed_by } of ledger.coupons) {
    const credit = creditOf.get(id);
    const isRight = redeemed_by === null ? !credit : credit?.user_id === redeemed_by && credit.amount === amount;
    check(isRight, `coupon ${id}: redeemed by ${redeemed_by}, credited ${credit?.amount} to ${credit?.user_id}`);
  }
  checkReceipts(ledger, check);
  checkSupplyOrders(ledger, check);
  const parts = groupByOrder(ledger);
  for (const order of ledger.orders) checkOrder(order, parts(order.id), check);
  return differences;
}

/** A balance is the sum of its lots, and every entry is fully split over lots. */
function checkLots(ledger: Ledger, check: Check) {
  const lotsOf = Map.groupBy(ledger.coinLots, ({ user_id }) => user_id);
  for (const { id, coins } of ledger.users) {
    const remaining = sum(lotsOf.get(id)?.map((lot) => lot.remaining));
    check(coins === remaining, `user ${id} has ${coins} hundredths, the lots say ${remaining}`);
  }
  const movesOfLot = Map.groupBy(ledger.coinLotMoves, ({ lot_id }) => lot_id);
  for (const { id, remaining } of ledger.coinLots) {
    const moved = sum(movesOfLot.get(id)?.map(({ amount }) => amount));
    check(remaining === moved, `lot ${id} has ${remaining} left, its moves say ${moved}`);
  }
  const movesOfEntry = Map.groupBy(ledger.coinLotMoves, ({ entry_id }) => entry_id);
  for (const { id, kind, amount } of ledger.coinEntries) {
    const moved = sum(movesOfEntry.get(id)?.map((move) => move.amount));
    check(amount === moved, `${kind} ${id} of ${amount} moved ${moved} of the lots`);
  }
}

/** Serials of a financial year run from 1 to its last one without gaps. */
function checkReceipts({ receipts, receiptCounters }: Ledger, check: Check) {
  const byYear = Map.groupBy(receipts, ({ financial_year }) => financial_year);
  const lastOf = new Map(receiptCounters.map(({ financial_year, last }) => [financial_year, last]));
  for (const year of new Set([...byYear.keys(), ...lastOf.keys()])) {
    const serials = (byYear.get(year) ?? []).map(({ serial }) => serial).sort((a, b) => a - b);
    const gap = serials.findIndex((serial, index) => serial !== index + 1);
    check(gap < 0, `receipts of ${year}: number ${gap + 1} is missing`);
    check(serials.length === lastOf.get(year), `receipts of ${year}: ${serials.length} of ${lastOf.get(year)}`);
  }
}

/** A supply order has issued the cards that it brought, but for those that had expired on arrival: they are never sold. */
function checkSupplyOrders({ supplyOrders, supplied }: Ledger, check: Check) {
  const cardsOf = Map.groupBy(supplied, ({ supply_ref }) => supply_ref);
  for (const { ref, issued } of supplyOrders) {
    const cards = cardsOf.get(ref) ?? [];
    const mayHaveExpired = cards.filter((card) => card.order_item_id === null && card.expires_at !== null).length;
    const isRight = cards.length - mayHaveExpired <= issued && issued <= cards.length;
    check(isRight, `supply order ${ref} says ${issued} cards, has brought ${cards.length}`);
  }
}

/** Indexes the ledger by order, so that a check does not scan everything for every order. */
function groupByOrder(ledger: Ledger) {
  const items = Map.groupBy(ledger.orderItems, ({ order_id }) => order_id);
  const entries = Map.groupBy(ledger.coinEntries, ({ order_id }) => order_id);
  const holds = new Map(ledger.coinHolds.map((hold) => [hold.order_id, hold]));
  const refunds = new Map(ledger.refunds.map((refund) => [refund.order_id, refund]));
  const receipts = new Set(ledger.receipts.map(({ order_id }) => order_id));
  const payments = Map.groupBy(ledger.payments, ({ order_id }) => order_id);
  const events = Map.groupBy(ledger.paymentEvents, ({ payment_id }) => payment_id);
  const issued = Map.groupBy(ledger.issued, ({ order_item_id }) => order_item_id);
  const reserved = Map.groupBy(ledger.reserved, ({ reserved_for }) => reserved_for);
  const taken = Map.groupBy(ledger.issued, ({ reserved_for }) => reserved_for);
  const gifts = new Map(ledger.gifts.map((gift) => [gift.order_item_id, gift]));
  const giftMails = new Set(ledger.giftMails.map(({ order_item_id }) => order_item_id));
  return (id: string) => ({
    items: (items.get(id) ?? []).map((item) => ({
      ...item,
      vouchers: issued.get(item.id)?.length ?? 0,
      reserved: reserved.get(item.id)?.length ?? 0,
      taken: taken.get(item.id) ?? [],
      gift: gifts.get(item.id),
      hasGiftMail: giftMails.has(item.id),
    })),
    entries: entries.get(id) ?? [],
    hold: holds.get(id),
    refund: refunds.get(id),
    hasReceipt: receipts.has(id),
    payments: payments.get(id) ?? [],
    events: (payments.get(id) ?? []).flatMap((payment) => events.get(payment.id) ?? []),
  });
}

type Parts = ReturnType<ReturnType<typeof groupByOrder>>;

function checkOrder(order: Order, { items, entries, hold, refund, hasReceipt, payments, events }: Parts, check: Check) {
  const isOver = order.status === "completed" || order.status === "refund_due";
  const isPaid = order.status === "paid" || order.status === "fulfilling" || order.status === "completed";
  const name = `order ${order.id} (${order.status})`;

  check(
    sum(items.map((item) => item.denomination * item.quantity)) === order.total,
    `${name}: lines are not the total`,
  );
  check((hold?.amount ?? 0) === order.coins, `${name}: held ${hold?.amount} of ${order.coins} coins`);
  if (hold) {
    const expected = order.status === "pending" ? "held" : isPaid ? "spent" : undefined;
    check(expected === undefined || hold.state === expected, `${name}: its coins are ${hold.state}`);
    const moved = sum(entries.filter(({ kind }) => kind !== "refund").map(({ amount }) => amount));
    check(moved === (hold.state === "released" ? 0 : -order.coins), `${name}: the ledger moved ${moved}`);
  }
  checkReservations(name, order, items, check);
  for (const { position, quantity, issued, vouchers, status } of items) {
    check(vouchers <= quantity, `${name}: line ${position} has ${vouchers} vouchers of ${quantity}`);
    check(
      vouchers === 0 || isOver || order.status === "fulfilling",
      `${name}: line ${position} was handed over unpaid`,
    );
    check(!isOver || vouchers === issued, `${name}: line ${position} says ${issued}, has ${vouchers}`);
    check(order.status !== "completed" || status !== "open", `${name}: line ${position} is open`);
  }
  for (const { position, issued, gift, hasGiftMail } of items.filter((item) => item.gift !== undefined)) {
    const isDue = order.status === "completed" && issued > 0;
    check(hasGiftMail === isDue, `${name}: the gift of line ${position} has ${hasGiftMail ? "a" : "no"} mail`);
    check((gift!.due_at !== null) === isDue, `${name}: the gift of line ${position} is due ${gift!.due_at}`);
  }
  for (const { amount } of payments) check(amount === order.amount, `${name}: its payment is over ${amount}`);
  if (order.amount > 0 && isPaid) {
    const paid = events.filter(({ outcome }) => outcome.startsWith("paid"));
    check(paid.length === 1, `${name}: paid by ${paid.length} events`);
  }
  const isUnserved = refund?.reason === "no_stock" || refund?.reason === "refused";
  if (order.status === "completed" || isUnserved) {
    const served = sum(items.map((item) => item.issued * item.denomination));
    const back = (refund?.amount ?? 0) + (refund?.coins ?? 0);
    // Cards that stay out although they were refunded count as served.
    const isRight = refund?.reason === "goodwill" ? served + back >= order.total : served + back === order.total;
    check(isRight && back <= order.total, `${name}: served ${served} and paid back ${back} of ${order.total}`);
  }
  const wasPaid = isPaid || order.status === "paid_late" || isUnserved;
  check(hasReceipt === wasPaid, `${name}: it has ${hasReceipt ? "a" : "no"} receipt`);
  check(order.status !== "refund_due" || refund !== undefined, `${name}: nothing is due`);
}

/** Only an order that can still be paid or fulfilled holds cards, at most as many as it lacks, and none of another's. */
function checkReservations(name: string, { status }: Order, items: Parts["items"], check: Check) {
  const isOpen = status === "pending" || UNFULFILLED.includes(status);
  for (const { position, quantity, vouchers, reserved, taken } of items) {
    check(isOpen || reserved === 0, `${name}: line ${position} still holds ${reserved} cards`);
    check(reserved + vouchers <= quantity, `${name}: line ${position} holds ${reserved + vouchers} of ${quantity}`);
    for (const { id } of isOpen ? taken : []) check(false, `${name}: its card ${id} went to another order`);
  }
}

const sum = (numbers: number[] = []) => numbers.reduce((a, b) => a + b, 0);
