import { findDifferences } from "../../../audit/payments-audit.ts";
import { ApiError } from "../../../base/error.ts";
import { inIndia, toDecimal, toTime } from "../../../domain/files/csv-lines.ts";
import { sendCsv } from "../../../http/send-csv.ts";
import { askToCompare, readComparisonState } from "../../../payments/ask-to-compare.ts";
import { findFirstOrder, listRefunds, listReturnedPayments } from "../../../repositories/orders/all-orders.ts";
import type { BrandRoute } from "../../brand-route.ts";

const REFUND_COLUMNS = ["kind", "order", inIndia("since"), "reason", "cash", "coins", "state"];

type OpenRefund = { order_number: string; created_at: number; reason: string; amount: number; state: string | null };

/** A line of the refunds' file. Amounts are rupees. */
const tellRefund = (kind: string, { order_number, created_at, reason, amount, state }: OpenRefund, coins = 0) => [
  kind,
  order_number,
  toTime(created_at),
  reason,
  toDecimal(amount),
  toDecimal(coins),
  state,
];

/** Debts, and differences between the books and the gateway's. Cash in paise, coins in hundredths, times in ms. */
export const moneyRoutes: readonly BrandRoute[] = [
  {
    method: "get",
    path: "/money",
    permission: "money.read",
    async handle({ shop }) {
      const { db, payments, clock } = shop;
      const gateway = payments.kind;
      return {
        gateway,
        first_sale: (await findFirstOrder(db.read))?.created_at ?? null,
        comparison: await readComparisonState(shop),
        differences: await findDifferences({ db: db.read, gateway, now: clock.now() }),
        refunds: (await listRefunds(db.read, { isSentToo: false })).map(
          ({ order_id, number, order_number, email, amount, coins, reason, state, created_at }) => ({
            order_id,
            number,
            order_number,
            email,
            amount,
            coins,
            reason,
            state,
            created_at,
          }),
        ),
        returned: (await listReturnedPayments(db.read, { isSentToo: false })).map(
          ({ id, order_id, order_number, email, amount, reason, state, detail, created_at }) => ({
            id,
            order_id,
            order_number,
            email,
            amount,
            reason,
            state,
            detail,
            created_at,
          }),
        ),
      };
    },
  },
  {
    method: "post",
    path: "/money/compare",
    permission: "orders.refund",
    async handle({ shop, audit }) {
      const gateway = shop.payments.kind;
      const isAsked = await audit({ act: "payments.compare", subject: gateway }, () => askToCompare(shop));
      if (!isAsked) throw new ApiError(409, "This brand has no gateway to compare with.");
    },
  },
  {
    method: "get",
    path: "/money/refunds.csv",
    permission: "money.export",
    needsCode: true,
    async handle({ shop: { db, tenant }, res, audit }) {
      const open = { isSentToo: false };
      const [refunds, returned] = await audit({ act: "money.export", subject: "refunds" }, () =>
        Promise.all([listRefunds(db.read, open), listReturnedPayments(db.read, open)]),
      );
      const lines = [
        ...refunds.map((row) => tellRefund("refund", row, row.coins)),
        ...returned.map((row) => tellRefund("returned payment", row)),
      ];
      await sendCsv(res, `refunds-${tenant.id}`, [REFUND_COLUMNS, ...lines]);
    },
  },
];
