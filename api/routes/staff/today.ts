import { z } from "zod";

import { beginOfDay, DAY_MS, dayNumber } from "../../domain/days.ts";
import { waitingSince } from "../../domain/second-member.ts";
import { parseQuery } from "../../http/parse.ts";
import { countWaitingMail } from "../../mail/deliver-outbox.ts";
import { countWaitingGrants } from "../../repositories/coins/coin-grants.ts";
import { countWaitingBatches } from "../../repositories/coins/coupon-batches.ts";
import { countNeeding } from "../../repositories/orders/attention.ts";
import { countWaitingRequests } from "../../repositories/orders/money-requests.ts";
import { findComparison } from "../../repositories/payments/comparisons.ts";
import { countOpenDisputes } from "../../repositories/payments/disputes.ts";
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
/** An order that was delivered in part stays so: after these days nobody needs to look at it. */
const PARTLY_DAYS = 7;
/** Mail without a try for this long waits for a worker. */
const MAIL_OVERDUE_MS = 5 * 60_000;
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
        waiting: await listWaiting(shop),
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

/** The work that waits for somebody: each number is the length of the list of orders with this filter. */
async function listWaiting({ db: { read }, clock }: Shop) {
  const now = clock.now();
  const partlySince = beginOfDay(dayNumber(now) - PARTLY_DAYS + 1);
  const [orders, held, undelivered, paidLate, refunds, partly, supply, disputes, mail, money, coins, coupons] =
    await Promise.all([
      countNeeding(read, "any"),
      countNeeding(read, "held"),
      countNeeding(read, "undelivered"),
      countNeeding(read, "paid_late"),
      countNeeding(read, "refund"),
      countNeeding(read, "partly", partlySince),
      countNeeding(read, "supplier"),
      countOpenDisputes(read),
      countWaitingMail(read, now - MAIL_OVERDUE_MS),
      countWaitingRequests(read, waitingSince(now)),
      countWaitingGrants(read),
      countWaitingBatches(read),
    ]);
  return {
    orders,
    held,
    undelivered,
    paid_late: paidLate,
    refunds,
    partly,
    partly_since: partlySince,
    supply,
    disputes: disputes.count,
    respond_by: disputes.respondBy,
    mail: mail.count,
    mail_since: mail.since,
    second: { money, coins, coupons },
  };
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
