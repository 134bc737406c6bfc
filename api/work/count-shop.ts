import { countDifferences } from "../audit/payments-audit.ts";
import { leastEnd } from "../domain/stock/shelf-life.ts";
import { countWaitingMail } from "../mail/deliver-outbox.ts";
import {
  countOpenOrders,
  countRefundsDue,
  countReturnsDue,
  countSupplyOrders,
  countWeakSuppliers,
  listStockCounts,
} from "../repositories/audit/census.ts";
import { countDueWork, type DueWork } from "../repositories/audit/work-due.ts";
import { countReports, countWaitingMessages } from "../repositories/messages/message-census.ts";
import { countOpenDisputes } from "../repositories/payments/disputes.ts";
import { findOpenStop } from "../repositories/payments/selling-stops.ts";
import { findLowPayments } from "../sales/payment-success.ts";
import type { Shop } from "../shop/shop.ts";

/** A product with fewer cards is low. */
const LOW = 10;
/** Products looked at in one go; a larger catalogue takes several. */
const PRODUCTS = 1_000;

type State = "pending" | "paid" | "held" | "refund_due";

/** The waiting work of one shop, and since when it waits (ms). */
export type Counts = {
  orders: Record<State, { count: number; since: number | null }>;
  mail: { count: number; since: number | null };
  /** Disputes that wait for an answer. */
  disputes: number;
  /** 1 while the brand takes no new orders. */
  stopped: 0 | 1;
  /** When the last backup began; null for none. */
  backup: number | null;
  /** 1 while fewer payments succeed than usual. */
  paymentsLow: 0 | 1;
  products: { sold_out: number; low: number } | undefined;
  work: Record<DueWork | "differences", { count: number; since: number | null }>;
  /** Absent for a brand without channels to phones. `unreported`: by channel, see countMessages. */
  messages?: { count: number; since: number | null; unreported: Record<string, number> };
  /** Absent for a brand without suppliers. */
  supply?: { waiting: number; late: number; since: number | null; low: number; silent: number };
};

/** Providers report within minutes. Of the messages that were accepted in this hour, at least one has a report. */
const REPORTED_AFTER_MS = 15 * 60_000;
const REPORTS_MS = 60 * 60_000;

/** The last counts of a shop, and those of the products that this round has looked at so far. */
export type Tally = { counts: Counts | undefined; stock: { after: number; sold_out: number; low: number } };

export const NO_STOCK: Tally["stock"] = { after: 0, sold_out: 0, low: 0 };

/** Counts the waiting work of a shop, and puts the counts into its tally. */
export async function countShop(shop: Shop, tally: Tally, now: number): Promise<void> {
  const { db, suppliers, messengers } = shop;
  const [openOrders, refunds, mail] = [
    await countOpenOrders(db.read, { now }),
    [...(await countRefundsDue(db.read, {})), ...(await countReturnsDue(db.read, {}))],
    await countWaitingMail(db.read, now),
  ];
  const products = await countProducts(shop, tally, now);
  tally.counts = {
    orders: { ...sumOpenOrders(openOrders), refund_due: sumRefunds(refunds) },
    mail,
    disputes: (await countOpenDisputes(db.read)).count,
    stopped: (await findOpenStop(db.read)) === undefined ? 0 : 1,
    backup: await shop.findLastBackup(),
    paymentsLow: (await findLowPayments(shop)) === undefined ? 0 : 1,
    products: products ?? tally.counts?.products,
    work: await countWork(shop, now),
    ...(messengers.size > 0 && { messages: await countMessages(shop, now) }),
    ...(suppliers.size > 0 && { supply: await countSupply(shop) }),
  };
}

type OpenOrders = Awaited<ReturnType<typeof countOpenOrders>>;

function sumOpenOrders(orders: OpenOrders): Omit<Counts["orders"], "refund_due"> {
  const ofState = (isIn: (row: OpenOrders[number]) => boolean, at: "placedAt" | "changedAt") => {
    const rows = orders.filter(isIn);
    return { count: sum(rows.map((row) => row.count)), since: earliest(rows.map((row) => row[at])) };
  };
  const isPending = ({ status }: { status: string }) => status === "pending";
  const isPaid = (row: OpenOrders[number]) => !isPending(row) && row.review !== "held";
  return {
    pending: ofState(isPending, "placedAt"),
    paid: {
      ...ofState(isPaid, "changedAt"),
      // A supplier that is slow is no fault until its time is over.
      since: ofState((row) => isPaid(row) && !row.is_at_supplier, "changedAt").since,
    },
    held: ofState((row) => !isPending(row) && row.review === "held", "changedAt"),
  };
}

const sumRefunds = (refunds: Awaited<ReturnType<typeof countRefundsDue | typeof countReturnsDue>>) => ({
  count: sum(refunds.map((row) => row.count)),
  since: earliest(refunds.flatMap((row) => row.since ?? [])),
});

async function countWork({ db, payments }: Shop, now: number) {
  const rows = await countDueWork(db.read, { now });
  const books = { db: db.read, gateway: payments.kind, now };
  // Nobody writes down when a difference was there first.
  const differences = { count: await countDifferences(books), since: null };
  return { ...Object.fromEntries(rows.map(({ work, ...due }) => [work, due])), differences } as Counts["work"];
}

/** `unreported`: messages that a provider accepted an hour ago, if it has reported about none of them; else 0. */
async function countMessages({ db, messengers }: Shop, now: number) {
  const [waiting] = await countWaitingMessages(db.read, { now });
  const to = now - REPORTED_AFTER_MS;
  const rows = await countReports(db.read, { from: to - REPORTS_MS, to });
  const unreported = Object.fromEntries([...messengers.keys()].map((channel) => [channel, 0]));
  for (const { channel, accepted, reported } of rows) unreported[channel] = reported > 0 ? 0 : accepted;
  return { ...waiting!, unreported };
}

async function countSupply({ db }: Shop) {
  const [open, [weak]] = [await countSupplyOrders(db.read, {}), await countWeakSuppliers(db.read, {})];
  const [late, awaited] = [open.filter(({ state }) => state === "late"), open.filter(({ state }) => state !== "late")];
  return {
    waiting: sum(awaited.map((row) => row.count)),
    late: sum(late.map((row) => row.count)),
    since: earliest(awaited.map((row) => row.since)),
    ...weak!,
  };
}

/** Undefined until all products have been looked at. */
async function countProducts({ tenant, db }: Shop, tally: Tally, now: number) {
  const { stock } = tally;
  const rows = await listStockCounts(db.read, {
    after: stock.after,
    limit: PRODUCTS,
    atMost: LOW,
    now,
    leastEnd: leastEnd(tenant, now),
  });
  const short = rows.filter((row) => !row.is_offered);
  stock.sold_out += short.filter((row) => row.stock === 0).length;
  stock.low += short.filter((row) => row.stock > 0 && row.stock < LOW).length;
  stock.after = rows.at(-1)?.id ?? stock.after;
  if (rows.length === PRODUCTS) return undefined;
  tally.stock = { ...NO_STOCK };
  return { sold_out: stock.sold_out, low: stock.low };
}

const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
const earliest = (times: number[]) => (times.length === 0 ? null : Math.min(...times));
