import type { Reader } from "../db/database.ts";
import { UNFULFILLED } from "../domain/orders.ts";
import {
  listCoupons,
  listOrderBooks,
  listReceiptCounters,
  listSerials,
  listSupplied,
  listWallets,
  type OrderBooks,
  type Wallets,
  withBooks,
} from "../repositories/audit/ledger.ts";
import type { Shop } from "../shop/shop.ts";

type Check = (isRight: boolean, difference: string) => void;

/** All differences in a shop's books, one line each; empty if they reconcile. It holds a page of the books at a time. */
export async function auditLedger({ db }: { db: Pick<Shop["db"], "read"> }): Promise<string[]> {
  const differences: string[] = [];
  const check: Check = (isRight, difference) => void (isRight || differences.push(difference));
  await withBooks(db.read, async (books) => {
    for await (const wallets of listWallets(books)) checkWallets(wallets, check);
    for await (const coupons of listCoupons(books)) coupons.forEach((coupon) => checkCoupon(coupon, check));
    await checkReceipts(books, check);
    for await (const orders of listSupplied(books)) orders.forEach((order) => checkSupplyOrder(order, check));
    for await (const page of listOrderBooks(books)) {
      const parts = groupByOrder(page);
      for (const order of page.orders) checkOrder(order, parts(order.id), check);
    }
  });
  return differences;
}

/** A balance is the sum of its entries and of its lots, and every entry is fully split over lots. */
function checkWallets({ users, entries, lots, moves }: Wallets, check: Check) {
  const entriesOf = Map.groupBy(entries, ({ user_id }) => user_id);
  for (const { id, coins } of users) {
    const total = sum(entriesOf.get(id)?.map(({ amount }) => amount));
    check(coins === total, `user ${id} has ${coins} hundredths, the ledger says ${total}`);
  }
  const lotsOf = Map.groupBy(lots, ({ user_id }) => user_id);
  for (const { id, coins } of users) {
    const remaining = sum(lotsOf.get(id)?.map((lot) => lot.remaining));
    check(coins === remaining, `user ${id} has ${coins} hundredths, the lots say ${remaining}`);
  }
  const movesOfLot = Map.groupBy(moves, ({ lot_id }) => lot_id);
  for (const { id, remaining } of lots) {
    const moved = sum(movesOfLot.get(id)?.map(({ amount }) => amount));
    check(remaining === moved, `lot ${id} has ${remaining} left, its moves say ${moved}`);
  }
  const movesOfEntry = Map.groupBy(moves, ({ entry_id }) => entry_id);
  for (const { id, kind, amount } of entries) {
    const moved = sum(movesOfEntry.get(id)?.map((move) => move.amount));
    check(amount === moved, `${kind} ${id} of ${amount} moved ${moved} of the lots`);
  }
}

type Coupon = PageOf<typeof listCoupons>[number];

function checkCoupon({ key, amount, redeemed_by, credited, credited_to }: Coupon, check: Check) {
  const isRight = redeemed_by === null ? credited === null : credited_to === redeemed_by && credited === amount;
  check(isRight, `coupon ${key}: redeemed by ${redeemed_by}, credited ${credited} to ${credited_to}`);
}

/** Serials of a financial year run from 1 to its last one without gaps. */
async function checkReceipts(books: Reader, check: Check) {
  const lastOf = new Map((await listReceiptCounters(books)).map(({ financial_year, last }) => [financial_year, last]));
  const counted = new Map([...lastOf.keys()].map((year) => [year, { count: 0, gap: undefined as number | undefined }]));
  for await (const serials of listSerials(books)) {
    for (const { financial_year: year, serial } of serials) {
      const { count, gap } = counted.get(year) ?? { count: 0 };
      counted.set(year, { count: count + 1, gap: gap ?? (serial === count + 1 ? undefined : count + 1) });
    }
  }
  for (const [year, { count, gap }] of counted) {
    check(gap === undefined, `receipts of ${year}: number ${gap} is missing`);
    check(count === lastOf.get(year), `receipts of ${year}: ${count} of ${lastOf.get(year)}`);
  }
}

type SupplyOrder = PageOf<typeof listSupplied>[number];

/**
 * A supply order has issued the cards that were delivered, except those that its line could not use: they had expired, or would
 * have expired before the gift was sent.
 */
function checkSupplyOrder({ key, issued, brought, elsewhere }: SupplyOrder, check: Check) {
  const isRight = brought - elsewhere <= issued && issued <= brought;
  check(isRight, `supply order ${key} says ${issued} cards, has brought ${brought}`);
}

/** A page of a paged list. */
type PageOf<List extends (...args: never[]) => AsyncGenerator<unknown>> =
  ReturnType<List> extends AsyncGenerator<infer Page> ? Page : never;

type Order = OrderBooks["orders"][number];

/** Indexes a page by order, so that a check does not scan all of it for every order. */
function groupByOrder(page: OrderBooks) {
  const lines = Map.groupBy(page.lines, ({ order_id }) => order_id);
  const entries = Map.groupBy(page.entries, ({ order_id }) => order_id);
  const holds = new Map(page.holds.map((hold) => [hold.order_id, hold]));
  const refunds = Map.groupBy(page.refunds, ({ order_id }) => order_id);
  const sent = Map.groupBy(page.sent, ({ order_id }) => order_id);
  const receipts = new Set(page.receipts.map(({ order_id }) => order_id));
  const payments = Map.groupBy(page.payments, ({ order_id }) => order_id);
  const events = Map.groupBy(page.events, ({ order_id }) => order_id);
  const issued = Map.groupBy(page.issued, ({ order_item_id }) => order_item_id);
  const held = Map.groupBy(page.held, ({ reserved_for }) => reserved_for);
  const gifts = new Map(page.gifts.map((gift) => [gift.order_item_id, gift]));
  const giftMails = new Set(page.giftMails.map(({ order_item_id }) => order_item_id));
  return (id: string) => ({
    items: (lines.get(id) ?? []).map((line) => {
      const [taken, reserved] = partition(held.get(line.id) ?? [], ({ order_item_id }) => order_item_id !== null);
      return {
        ...line,
        vouchers: issued.get(line.id)?.length ?? 0,
        reserved: reserved.length,
        taken,
        gift: gifts.get(line.id),
        hasGiftMail: giftMails.has(line.id),
      };
    }),
    entries: entries.get(id) ?? [],
    hold: holds.get(id),
    refunds: refunds.get(id) ?? [],
    sent: sent.get(id) ?? [],
    hasReceipt: receipts.has(id),
    payments: payments.get(id) ?? [],
    events: events.get(id) ?? [],
  });
}

const partition = <T>(rows: T[], isFirst: (row: T) => boolean): [T[], T[]] => [
  rows.filter(isFirst),
  rows.filter((row) => !isFirst(row)),
];

type Parts = ReturnType<ReturnType<typeof groupByOrder>>;

const isPaid = ({ status }: Order) => ["paid", "fulfilling", "completed"].includes(status);
const isUnserved = ({ refunds }: Parts) => refunds.some(({ reason }) => reason === "no_stock" || reason === "refused");

function checkOrder(order: Order, parts: Parts, check: Check) {
  const name = `order ${order.id} (${order.status})`;
  checkCoins(name, order, parts, check);
  checkReservations(name, order, parts.items, check);
  checkLines(name, order, parts.items, check);
  checkGifts(name, order, parts.items, check);
  checkPayments(name, order, parts, check);
  checkServed(name, order, parts, check);
  checkRefunds(name, parts, check);
  const wasPaid = isPaid(order) || order.status === "paid_late" || isUnserved(parts);
  check(parts.hasReceipt === wasPaid, `${name}: it has ${parts.hasReceipt ? "a" : "no"} receipt`);
  check(order.status !== "refund_due" || parts.refunds.length > 0, `${name}: nothing is due`);
}

function checkCoins(name: string, order: Order, { hold, entries }: Parts, check: Check) {
  check((hold?.amount ?? 0) === order.coins, `${name}: held ${hold?.amount} of ${order.coins} coins`);
  if (!hold) return;
  const expected = order.status === "pending" ? "held" : isPaid(order) ? "spent" : undefined;
  check(expected === undefined || hold.state === expected, `${name}: its coins are ${hold.state}`);
  const moved = sum(entries.filter(({ kind }) => kind !== "refund").map(({ amount }) => amount));
  check(moved === (hold.state === "released" ? 0 : -order.coins), `${name}: the ledger moved ${moved}`);
}

function checkLines(name: string, order: Order, items: Parts["items"], check: Check) {
  const total = sum(items.map((item) => item.denomination * item.quantity));
  check(total === order.total, `${name}: lines are not the total`);
  const isOver = order.status === "completed" || order.status === "refund_due";
  for (const { position, quantity, issued, vouchers, status } of items) {
    check(vouchers <= quantity, `${name}: line ${position} has ${vouchers} vouchers of ${quantity}`);
    check(
      vouchers === 0 || isOver || order.status === "fulfilling",
      `${name}: line ${position} was handed over unpaid`,
    );
    check(!isOver || vouchers === issued, `${name}: line ${position} says ${issued}, has ${vouchers}`);
    check(order.status !== "completed" || status !== "open", `${name}: line ${position} is open`);
  }
}

function checkGifts(name: string, order: Order, items: Parts["items"], check: Check) {
  for (const { position, issued, gift, hasGiftMail } of items.filter((item) => item.gift !== undefined)) {
    const isDue = order.status === "completed" && issued > 0;
    check(hasGiftMail === isDue, `${name}: the gift of line ${position} has ${hasGiftMail ? "a" : "no"} mail`);
    check((gift!.due_at !== null) === isDue, `${name}: the gift of line ${position} is due ${gift!.due_at}`);
  }
}

function checkPayments(name: string, order: Order, { payments, events }: Parts, check: Check) {
  for (const { amount } of payments) check(amount === order.amount, `${name}: its payment is over ${amount}`);
  if (order.amount === 0 || !isPaid(order)) return;
  const paid = events.filter(({ outcome }) => outcome.startsWith("paid"));
  check(paid.length === 1, `${name}: paid by ${paid.length} events`);
}

/** Refunded cards that did not go back to stock do not count. */
function checkServed(name: string, order: Order, parts: Parts, check: Check) {
  if (order.status !== "completed" && !isUnserved(parts)) return;
  const served = sum(parts.items.map(({ issued, refunded, denomination }) => (issued - refunded) * denomination));
  const back = sum(parts.refunds.map(({ amount, coins }) => amount + coins));
  check(served + back === order.total, `${name}: served ${served} and paid back ${back} of ${order.total}`);
}

/** Refunds are counted from 1; each has credited its coins, and its cash is sent once, in one or several parts. */
function checkRefunds(name: string, { refunds, entries, sent, items }: Parts, check: Check) {
  const credited = entries.filter(({ kind }) => kind === "refund");
  for (const [index, { number, amount, coins }] of refunds.toSorted((a, b) => a.number - b.number).entries()) {
    check(number === index + 1, `${name}: its refund ${index + 1} has the number ${number}`);
    const back = sum(credited.filter(({ refund_number }) => refund_number === number).map((entry) => entry.amount));
    check(back === coins, `${name}: its refund ${number} of ${coins} hundredths has credited ${back}`);
    const tries = sent.filter(({ refund_number }) => refund_number === number);
    const isRight = tries.length === 0 || sum(tries.map((one) => one.amount)) === amount;
    check(
      isRight,
      `${name}: its refund ${number} of ${amount} is sent as ${tries.map((one) => one.amount).join(" and ")}`,
    );
  }
  const known = refunds.map(({ number }) => number);
  for (const { refund_number: number } of [...credited, ...sent])
    check(known.includes(number), `${name}: nothing is owed for its refund ${number}`);
  for (const { position, issued, refunded } of items)
    check(refunded <= issued, `${name}: line ${position} has refunded ${refunded} cards of ${issued}`);
}

/** Only an order that can still be paid or fulfilled holds cards, at most as many as are missing, and none of another order. */
function checkReservations(name: string, { status }: Order, items: Parts["items"], check: Check) {
  const isOpen = status === "pending" || UNFULFILLED.includes(status);
  for (const { position, quantity, vouchers, reserved, taken } of items) {
    check(isOpen || reserved === 0, `${name}: line ${position} still holds ${reserved} cards`);
    check(reserved + vouchers <= quantity, `${name}: line ${position} holds ${reserved + vouchers} of ${quantity}`);
    for (const { id } of isOpen ? taken : []) check(false, `${name}: its card ${id} went to another order`);
  }
}

const sum = (numbers: number[] = []) => numbers.reduce((a, b) => a + b, 0);
