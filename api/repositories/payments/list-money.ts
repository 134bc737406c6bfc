import { sql } from "kysely";

import type { Reader } from "../../db/database.ts";
import type { ReportOutcome } from "../../domain/orders.ts";
import type { PaymentRefundState } from "../../domain/refunds.ts";
import { isGatewayRare } from "../orders/list-orders.ts";

export const RECEIVED_OUTCOMES = [
  "paid",
  "paid_late",
  "double",
  "mismatch",
] as const satisfies readonly ReportOutcome[];

type Range = {
  /** The kind of a gateway. */
  gateway?: string;
  /** At or after `since` (ms), and before `until`. */
  since?: number;
  until?: number;
};
type Page = {
  limit: number;
  /** Only rows after this one, or at or before this time (ms). */
  after?: { value: number; id: string };
  upTo?: number;
};

/**
 * Money that gateways have received, newest first. Each filter reads an index, for any number of payments. For a gateway with few
 * attempts, all of its payments are read. Otherwise those of an outcome or a time are read until the page is full.
 */
export async function listReceived(
  db: Reader,
  { gateway, outcome, since, until }: Range & { outcome?: ReportOutcome },
  { limit, after, upTo }: Page,
) {
  const isRare = gateway !== undefined && (await isGatewayRare(db, gateway));
  return (
    db
      .selectFrom("payment_events as event")
      .innerJoin("payments as payment", "payment.id", "event.payment_id")
      .innerJoin("orders", "orders.id", "payment.order_id")
      .select(["event.event_id as id", "event.received_at as at", "event.amount", "event.currency", "event.outcome"])
      .select(["event.gateway_payment_id", "event.bank_reference", "event.method", "payment.gateway"])
      .select(["payment.order_id", "orders.order_number"])
      .$if(outcome !== undefined, (query) =>
        // The expression keeps a database from reading the outcome's index if the gateway's is shorter.
        query.where(isRare ? sql`coalesce(event.outcome, '')` : "event.outcome", "=", outcome!),
      )
      // Events of attempts that ended unpaid are not money.
      .$if(outcome === undefined, (query) => query.where("event.result", "=", "success"))
      .$if(isRare, (query) => query.where("payment.gateway", "=", gateway!))
      .$if(gateway !== undefined && !isRare, (query) =>
        query.where(({ exists, selectFrom }) =>
          exists(
            selectFrom("payments")
              .select(sql.lit(1).as("one"))
              .whereRef("payments.id", "=", "event.payment_id")
              .where("payments.gateway", "=", gateway!),
          ),
        ),
      )
      .$if(since !== undefined, (query) => query.where("event.received_at", ">=", since!))
      .$if(until !== undefined, (query) => query.where("event.received_at", "<", until!))
      .$if(upTo !== undefined, (query) => query.where("event.received_at", "<=", upTo!))
      .$if(after !== undefined, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple("event.received_at", "event.event_id"), "<", tuple(after!.value, after!.id)),
        ),
      )
      .orderBy("event.received_at", "desc")
      .orderBy("event.event_id", "desc")
      .limit(limit)
      .execute()
  );
}

/** Returned money, newest first: refunds of orders, and second, wrong and returned payments. */
export const listReturned = (
  db: Reader,
  { gateway, state, since, until }: Range & { state?: PaymentRefundState },
  { limit, after, upTo }: Page,
) =>
  db
    .selectFrom("payment_refunds as refund")
    .innerJoin("payments as payment", "payment.id", "refund.payment_id")
    .innerJoin("orders", "orders.id", "refund.order_id")
    .select(["refund.id", "refund.created_at as at", "refund.amount", "refund.state", "refund.reason", "refund.detail"])
    .select(["refund.gateway_refund_id", "refund.gateway_payment_id", "payment.gateway"])
    .select(["refund.order_id", "orders.order_number"])
    .$if(state !== undefined, (query) => query.where("refund.state", "=", state!))
    .$if(gateway !== undefined, (query) => query.where("payment.gateway", "=", gateway!))
    .$if(since !== undefined, (query) => query.where("refund.created_at", ">=", since!))
    .$if(until !== undefined, (query) => query.where("refund.created_at", "<", until!))
    .$if(upTo !== undefined, (query) => query.where("refund.created_at", "<=", upTo!))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("refund.created_at", "refund.id"), "<", tuple(after!.value, after!.id)),
      ),
    )
    .orderBy("refund.created_at", "desc")
    .orderBy("refund.id", "desc")
    .limit(limit)
    .execute();
