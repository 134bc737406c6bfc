import { toDecimal } from "../http/send-csv.ts";
import {
  listSoldProducts,
  type Period,
  sumCoinEntries,
  sumPayments,
  sumReceipts,
  sumRefundsByReason,
} from "../repositories/sales/month.ts";
import type { Shop } from "../shop.ts";

/** India has one time zone, without summer time. */
const INDIA_OFFSET = "+05:30";

/** A month of India, such as "2026-11". */
function monthPeriod(month: string): Period {
  const [year, number] = month.split("-").map(Number) as [number, number];
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`;
  const begin = (text: string) => Date.parse(`${text}-01T00:00:00${INDIA_OFFSET}`);
  return { from: begin(month), until: begin(next) };
}

/**
 * What a month's books hold: cash in paise, coins in hundredths. Sales count when their payment was accepted, refunds when
 * they became owed. The values of `sold` add up to the total of `orders`.
 */
export async function reportMonth({ db: { read } }: Shop, month: string) {
  const period = monthPeriod(month);
  return {
    orders: await sumReceipts(read, period),
    sold: await listSoldProducts(read, period),
    refunds: await sumRefundsByReason(read, period),
    payments: await sumPayments(read, period),
    coins: await sumCoinEntries(read, period),
  };
}

type MonthReport = Awaited<ReturnType<typeof reportMonth>>;

/** A month's report as rows of one table. Cash is in rupees; `coins` are in coins. */
export function* listReportRows({ orders, sold, refunds, payments, coins }: MonthReport) {
  yield ["what", "name", "denomination", "count", "cash", "coins"];
  yield ["orders", "", null, orders.orders, toDecimal(orders.amount), toDecimal(orders.coins)];
  for (const { name, denomination, vouchers, value } of sold)
    yield ["sold", name, toDecimal(denomination), vouchers, toDecimal(value), null];
  for (const { reason, orders: count, amount, coins: back } of refunds)
    yield ["refunded", reason, null, count, toDecimal(amount), toDecimal(back)];
  for (const { gateway, outcome, payments: count, amount } of payments)
    yield ["received", `${gateway ?? "sandbox"}: ${outcome}`, null, count, toDecimal(amount), null];
  for (const { kind, entries, amount } of coins) yield ["coins", kind, null, entries, null, toDecimal(amount)];
}
