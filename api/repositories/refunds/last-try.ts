import type { ExpressionBuilder } from "kysely";

import type { Schema } from "../../db/schema.ts";

/** True for a row of `payment_refunds` without a later try at the same refund. */
export const isLastTry = ({ not, exists, selectFrom }: ExpressionBuilder<Schema, "payment_refunds">) =>
  not(
    exists(
      selectFrom("payment_refunds as later")
        .select("later.id")
        .whereRef("later.order_id", "=", "payment_refunds.order_id")
        .whereRef("later.gateway_payment_id", "=", "payment_refunds.gateway_payment_id")
        .whereRef("later.payment_id", "=", "payment_refunds.payment_id")
        .whereRef("later.reason", "=", "payment_refunds.reason")
        .whereRef("later.refund_number", "=", "payment_refunds.refund_number")
        .whereRef("later.created_at", ">", "payment_refunds.created_at"),
    ),
  );
