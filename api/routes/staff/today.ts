import { z } from "zod";

import { DAY_MS } from "../../domain/days.ts";
import { parseQuery } from "../../http/parse.ts";
import { countWaiting } from "../../morning/count-waiting.ts";
import { findComparison } from "../../repositories/payments/comparisons.ts";
import { findOpenStop } from "../../repositories/payments/selling-stops.ts";
import { listWebhooks } from "../../repositories/payments/webhooks.ts";
import { sumCoins, sumRefunds } from "../../repositories/sales/refunds-and-coins.ts";
import { countLow, listLow } from "../../repositories/stock/watch.ts";
import { listSupplierStates } from "../../repositories/suppliers/supplier-states.ts";
import { findLowPayments } from "../../sales/payment-success.ts";
import { sumRange } from "../../sales/sum-range.ts";
import type { Shop } from "../../shop/shop.ts";
import { may } from "../../staff/member.ts";
import type { BrandRoute } from "../brand-route.ts";

/** A quarter at most. */
export const LONGEST_MS = 93 * DAY_MS;
/** Coins that lapse within this time are shown. */
const LAPSING_MS = 30 * DAY_MS;
const LISTED = 10;

const Time = z.coerce.number().int().min(0);
const TodayQuery = z.object({
  from: Time,
  /** The start of earlier sales, for comparison with those since `from`. */
  compare_from: Time.optional(),
});

/** The operator's first page in the morning. Times in ms, cash in paise, coins in hundredths. */
export const todayRoutes: readonly BrandRoute[] = [
  {
    method: "get",
    path: "/today",
    permission: "today.read",
    async handle({ shop, req, member }) {
      const now = shop.clock.now();
      const query = parseQuery(TodayQuery, req);
      const from = Math.max(query.from, now - LONGEST_MS);
      const compareFrom = Math.max(Math.min(query.compare_from ?? from, from), now - LONGEST_MS);
      const { read } = shop.db;
      const { points, attempts, methods, isBehind } = await sumRange(shop, { from, compareFrom });
      const suppliers = (await listSupplierStates(read)).filter(({ is_configured }) => is_configured === 1);
      return {
        now,
        selling_stop: await readStop(shop, may(member, "orders.read", shop.tenant.id)),
        waiting: await countWaiting(shop),
        backup_at: await shop.findLastBackup(),
        low_payments: (await findLowPayments(shop)) ?? null,
        stock: { low: await countLow(read), products: await listLow(read, LISTED) },
        // Everybody sees a supplier's failure to deliver, but not its balance.
        suppliers: suppliers
          .filter(({ is_low, problem }) => is_low === 1 || problem !== null)
          .map(({ name, is_low, problem }) => ({ name, is_low, problem })),
        attempts,
        // For members who may read the money; null for others.
        money: may(member, "money.read", shop.tenant.id)
          ? {
              sales: { points, isBehind },
              methods,
              refunds: await sumRefunds(read, from),
              suppliers,
              coins: await sumCoins(read, now + LAPSING_MS),
              gateway: await readGateway(shop),
            }
          : null,
      };
    },
  },
];

/** Everybody sees a stop of selling. Only members who may read orders see its payments. */
async function readStop({ db }: Shop, mayReadOrders: boolean) {
  const stop = await findOpenStop(db.read);
  if (stop === undefined) return null;
  const { id, kind, started_at, evidence } = stop;
  return { id, kind, started_at, evidence: mayReadOrders ? evidence : [] };
}

/** The latest notification of the gateway. The sandbox and a UPI id are not compared. */
async function readGateway({ db: { read }, payments: { kind } }: Shop) {
  const [last] = await listWebhooks(read, { limit: 1 });
  const comparison = await findComparison(read);
  return {
    kind,
    notified_at: last?.received_at ?? null,
    comparison:
      comparison?.gateway === kind
        ? {
            ended_at: comparison.finished_at,
            problem: comparison.problem,
            differences: (JSON.parse(comparison.differences) as string[]).length,
          }
        : null,
  };
}
