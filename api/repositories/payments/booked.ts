import type { Selectable } from "kysely";

import type { Reader, Writer } from "../../db/database.ts";
import type { OrderTables } from "../../db/schema-orders.ts";
import { UNASKED } from "../../domain/refunds.ts";
import type { PaymentRefund } from "../refunds/payment-refunds.ts";
import type { Payment } from "./payments.ts";

// The entries of the books, for their comparison with the gateway's.

/** A received payment. */
export type Booked = Selectable<OrderTables["payment_events"]>;

export const findBooked = (db: Reader, gateway: string, gatewayPaymentId: string): Promise<Booked | undefined> =>
  db
    .selectFrom("payment_events")
    .selectAll()
    .where("event_id", "=", `${gateway}:${gatewayPaymentId}`)
    .executeTakeFirst();

/** The received payments of an attempt; without those from before migration 021, which name no payment of a gateway. */
export const listBooked = (db: Reader, paymentId: string): Promise<Booked[]> =>
  db
    .selectFrom("payment_events")
    .selectAll()
    .where("payment_id", "=", paymentId)
    .where("result", "=", "success")
    .where("gateway_payment_id", "is not", null)
    .execute();

/** Stores that the gateway has these payments, too. */
export const confirmBooked = (tx: Writer, eventIds: string[], now: number) =>
  tx.updateTable("payment_events").set({ confirmed_at: now }).where("event_id", "in", eventIds).execute();

type Range = {
  gateway: string;
  /** In ms. */
  from: number;
  to: number;
};

type Attempts = Range & {
  /** The previous attempt; null at the start. */
  after: Pick<Payment, "created_at" | "id"> | null;
  /** Only attempts with money that the gateway has not confirmed. */
  isUnconfirmed: boolean;
};

/** The next attempt that was made from `from` to `to`, by its time. */
export const nextAttempt = (
  db: Reader,
  { gateway, from, to, after, isUnconfirmed }: Attempts,
): Promise<Payment | undefined> =>
  db
    .selectFrom("payments")
    .selectAll()
    .where("created_at", ">=", after?.created_at ?? from)
    .where("created_at", "<=", to)
    .where("gateway", "=", gateway)
    .$if(after !== null, (query) =>
      query.where((where) => where.or([where("created_at", ">", after!.created_at), where("id", ">", after!.id)])),
    )
    .$if(isUnconfirmed, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom("payment_events")
            .select("event_id")
            .whereRef("payment_events.payment_id", "=", "payments.id")
            .where("result", "=", "success")
            .where("gateway_payment_id", "is not", null)
            .where("confirmed_at", "is", null),
        ),
      ),
    )
    .orderBy("created_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();

/** The next refund that the gateway has taken and that changed from `from` to `to`, by its id. */
export const nextTakenRefund = (
  db: Reader,
  { gateway, from, to, after }: Range & { after: string | null },
): Promise<PaymentRefund | undefined> =>
  db
    .selectFrom("payment_refunds")
    .innerJoin("payments", "payments.id", "payment_refunds.payment_id")
    .selectAll("payment_refunds")
    .where("payments.gateway", "=", gateway)
    .where("payment_refunds.reason", "not in", UNASKED)
    .where("payment_refunds.state", "in", ["pending", "done"])
    .where("payment_refunds.gateway_refund_id", "is not", null)
    .where("payment_refunds.updated_at", ">=", from)
    .where("payment_refunds.updated_at", "<=", to)
    .$if(after !== null, (query) => query.where("payment_refunds.id", ">", after!))
    .orderBy("payment_refunds.id")
    .limit(1)
    .executeTakeFirst();
