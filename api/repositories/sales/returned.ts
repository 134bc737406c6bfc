import type { Reader } from "../../db/database.ts";
import { UNASKED } from "../../domain/refunds.ts";
import type { Period } from "./day-sums.ts";

/**
 * Money that is returned in a month and that no order owes: second and wrong payments, the gateway's own refunds, and its
 * deductions for lost disputes, by reason. A refund that was sent again counts once, and a failed one by the gateway does not
 * count.
 */
export const sumReturned = (db: Reader, { from, until }: Period) =>
  selectReturned(db).where("created_at", ">=", from).where("created_at", "<", until).execute();

/** The same for all months. */
export const sumAllReturned = (db: Reader) => selectReturned(db).execute();

const selectReturned = (db: Reader) =>
  db
    .selectFrom("payment_refunds")
    .select(({ fn }) => ["reason", fn.countAll<number>().as("payments"), fn.sum<number>("amount").as("amount")])
    .where(({ and, or, eb }) =>
      or([eb("reason", "in", ["double", "mismatch"]), and([eb("reason", "in", UNASKED), eb("state", "<>", "failed")])]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("payment_refunds as earlier")
            .select("earlier.id")
            .whereRef("earlier.order_id", "=", "payment_refunds.order_id")
            .whereRef("earlier.gateway_payment_id", "=", "payment_refunds.gateway_payment_id")
            .whereRef("earlier.reason", "=", "payment_refunds.reason")
            .whereRef("earlier.created_at", "<", "payment_refunds.created_at")
            .where("earlier.reason", "not in", UNASKED),
        ),
      ),
    )
    .groupBy("reason")
    .orderBy("reason");
