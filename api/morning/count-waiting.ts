import { beginOfDay, dayNumber } from "../domain/days.ts";
import { waitingSince } from "../domain/staff/second-member.ts";
import type { Waiting } from "../domain/staff/today.ts";
import { countWaitingMail } from "../mail/deliver-outbox.ts";
import { countWaitingGrants } from "../repositories/coins/coin-grants.ts";
import { countWaitingBatches } from "../repositories/coins/coupon-batches.ts";
import { countNeeding } from "../repositories/orders/attention.ts";
import { countWaitingRequests } from "../repositories/orders/money-requests.ts";
import { countOpenDisputes } from "../repositories/payments/disputes.ts";
import type { Shop } from "../shop/shop.ts";

/** An order that was delivered in part stays so: after these days nobody needs to look at it. */
const PARTLY_DAYS = 7;
/** Mail without a try for this long waits for a worker. */
const MAIL_OVERDUE_MS = 5 * 60_000;

export async function countWaiting({ db: { read }, clock }: Shop): Promise<Waiting> {
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
