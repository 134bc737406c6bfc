import { sumCoinKinds } from "../domain/coins.ts";
import { parseIndianTime } from "../domain/days.ts";
import { inIndia, toDecimal, toTime } from "../domain/files/csv-lines.ts";
import { receiptNumber } from "../domain/receipts.ts";
import { listReceiptsOfMonth } from "../repositories/orders/receipts.ts";
import type { Period } from "../repositories/sales/day-sums.ts";
import { sumReturned } from "../repositories/sales/returned.ts";
import type { Shop } from "../shop/shop.ts";
import { addUp, type DaySums, sumDays } from "./day-sums.ts";

/** The period of a month in India, such as "2026-11". */
function monthPeriod(month: string): Period {
  const [year, number] = month.split("-").map(Number) as [number, number];
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, "0")}`;
  const begin = (text: string) => parseIndianTime(`${text}-01T00:00:00`);
  return { from: begin(month), until: begin(next) };
}

/**
 * The content of the books for a month: cash in paise, coins in hundredths. Sales count when their payment was accepted, refunds
 * when they became due. The values of `sold` add up to the total of `orders`.
 */
export async function reportMonth(shop: Shop, month: string) {
  const period = monthPeriod(month);
  const { days } = await sumDays(shop, period);
  const all = <Row>(pick: (day: DaySums) => Row[]) => days.flatMap(pick);
  const [orders = { orders: 0, total: 0, amount: 0, coins: 0 }] = addUp(
    all(({ sales }) => sales),
    [],
    ["orders", "total", "amount", "coins"],
  );
  const coins = addUp(
    all((day) => day.coins),
    ["kind"],
    ["entries", "amount"],
  );
  return {
    orders,
    sold: sumSold(all(({ sold }) => sold)),
    refunds: addUp(
      all(({ refunds }) => refunds),
      ["reason"],
      ["orders", "amount", "coins"],
    ).map(({ orders: count, ...row }) => ({ ...row, count })),
    // The outcome of these can change later, so their sums are not stored.
    returned: await sumReturned(shop.db.read, period),
    payments: addUp(
      all(({ payments }) => payments),
      ["gateway", "outcome"],
      ["payments", "amount"],
    ),
    coins,
    coin_sums: sumCoinKinds(coins),
  };
}

/** By product and denomination. A product appears under its latest name. */
function sumSold(rows: DaySums["sold"]) {
  const names = new Map(rows.toReversed().map(({ product_id, name }) => [product_id, name]));
  return addUp(rows, ["product_id", "denomination"], ["vouchers", "value"])
    .map((row) => ({ ...row, name: names.get(row.product_id)! }))
    .sort((one, other) => compare(one.name, other.name) || one.denomination - other.denomination);
}

const { compare } = new Intl.Collator("en-IN");

type MonthReport = Awaited<ReturnType<typeof reportMonth>>;

/** A month's report as rows of one table. Cash is in rupees; `coins` are in coins. */
export function* listReportRows({ orders, sold, refunds, returned, payments, coin_sums: coins }: MonthReport) {
  yield ["what", "name", "denomination", "count", "cash", "coins"];
  yield ["orders", "", null, orders.orders, toDecimal(orders.amount), toDecimal(orders.coins)];
  for (const { name, denomination, vouchers, value } of sold)
    yield ["sold", name, toDecimal(denomination), vouchers, toDecimal(value), null];
  for (const { reason, count, amount, coins: back } of refunds)
    yield ["refunded", reason, null, count, toDecimal(amount), toDecimal(back)];
  for (const { reason, payments: count, amount } of returned)
    yield ["returned", reason, null, count, toDecimal(amount), null];
  for (const { gateway, outcome, payments: count, amount } of payments)
    yield ["received", `${gateway ?? "sandbox"}: ${outcome}`, null, count, toDecimal(amount), null];
  for (const { what, entries, amount } of coins) yield ["coins", what, null, entries, null, toDecimal(amount)];
}

const RECEIPTS_AT_ONCE = 500;

/** The register of receipts for a month, for tax: amounts in rupees and coins. */
export async function* listReceiptRows({ db: { read } }: Shop, month: string) {
  const period = monthPeriod(month);
  yield ["receipt", inIndia("issued_at"), "entity", "gstin", "order", "total", "cash", "coins"];
  let page: Awaited<ReturnType<typeof listReceiptsOfMonth>> = [];
  do {
    page = await listReceiptsOfMonth(read, period, { limit: RECEIPTS_AT_ONCE, after: page.at(-1) });
    for (const { financial_year, serial, issued_at, entity, gstin, order_number, total, amount, coins } of page)
      yield [
        receiptNumber(financial_year, serial),
        toTime(issued_at),
        entity,
        gstin,
        order_number,
        ...[total, amount, coins].map(toDecimal),
      ];
  } while (page.length === RECEIPTS_AT_ONCE);
}
