import { inIndia, toDecimal, toTime } from "../../../domain/files/csv-lines.ts";
import { parse, parseQuery } from "../../../http/parse.ts";
import { sendCsv } from "../../../http/send-csv.ts";
import type { Shop } from "../../../shop/shop.ts";
import type { BrandRoute } from "../../brand-route.ts";
import { MoneyFilter, MoneyPlace, readMoneyPage } from "../../orders/money-list.ts";

const PAGE = 50;
const FILE_PAGE = 500;
const HEAD = [
  inIndia("time"),
  "kind",
  "order",
  "amount",
  "currency",
  "gateway",
  "outcome",
  "method",
  "payment_id",
  "refund_id",
  "bank_reference",
  "reason",
];

const ListQuery = MoneyFilter.extend({ after: MoneyPlace.optional() });

/** Payments and refunds with the gateway's references. */
export const paymentRoutes: readonly BrandRoute[] = [
  {
    method: "get",
    path: "/payments",
    permission: "money.read",
    async handle({ shop, req }) {
      const { after, ...filter } = parseQuery(ListQuery, req);
      return readMoneyPage(shop, filter, PAGE, after);
    },
  },
  {
    method: "get",
    path: "/payments.csv",
    permission: "money.export",
    needsCode: true,
    async handle({ shop, req, res, audit }) {
      const filter = parseQuery(MoneyFilter, req);
      const act = { act: "payments.export", subject: "payments", after: filter };
      await audit(act, () => sendCsv(res, `payments-${shop.tenant.id}`, listRows(shop, filter)));
    },
  },
];

/** Amounts are rupees. */
async function* listRows(shop: Shop, filter: Parameters<typeof readMoneyPage>[1]) {
  yield HEAD;
  let after: MoneyPlace | undefined;
  do {
    const { rows, next } = await readMoneyPage(shop, filter, FILE_PAGE, after);
    for (const row of rows)
      yield [
        toTime(row.at),
        row.kind,
        row.order_number,
        toDecimal(row.amount),
        row.currency,
        row.gateway,
        row.outcome,
        row.method,
        row.gateway_payment_id,
        row.gateway_refund_id,
        row.bank_reference,
        row.reason,
      ];
    after = next === null ? undefined : parse(MoneyPlace, next);
  } while (after !== undefined);
}
