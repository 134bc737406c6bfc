import type { ExpressionBuilder } from "kysely";

import type { Reader } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";
import { UNFULFILLED, UNPAID } from "../../domain/orders.ts";
import { UNASKED } from "../../domain/refunds.ts";
import { isLastTry } from "../refunds/last-try.ts";

// Open cases between orders and gateways, for the operator. Each query names the gateway that the brand has now.

/** True for a gateway that is not the brand's own. The sandbox can always be queried. */
const isOfAnother = (gateway: string) => (where: ExpressionBuilder<Schema, "payments">) =>
  where.and([where("payments.gateway", "<>", gateway), where("payments.gateway", "<>", "sandbox")]);

const ORDER_MS = 30 * 24 * 60 * 60_000;

/** Attempts made since `since` (ms) that can be paid and had less than `polls` queries, oldest first. */
export const listLeftAttempts = (db: Reader, gateway: string, { since, polls }: { since: number; polls: number }) =>
  db
    .selectFrom("payments")
    .innerJoin("orders", "orders.id", "payments.order_id")
    .select(["payments.id", "payments.gateway", "payments.amount", "orders.order_number", "orders.status"])
    .where(isOfAnother(gateway))
    .where("payments.ended_at", "is", null)
    .where("payments.polls", "<", polls)
    .where("payments.created_at", ">=", since)
    // No order can be paid after this time. Without this condition, all old orders of a big brand are read.
    .where("orders.created_at", ">=", since - ORDER_MS)
    .where("orders.status", "in", UNPAID)
    .orderBy("payments.created_at")
    .execute();

/** Paid orders that are held for review, oldest first: a release queries the gateway for their payment. */
export const listLeftHolds = (db: Reader, gateway: string) =>
  db
    .selectFrom("orders")
    .innerJoin("payments", "payments.order_id", "orders.id")
    .select(["payments.gateway", "payments.amount", "orders.order_number"])
    .where("orders.review", "=", "held")
    .where("orders.status", "in", UNFULFILLED)
    .where(isOfAnother(gateway))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("payment_events")
          .select("event_id")
          .whereRef("payment_events.payment_id", "=", "payments.id")
          .where("payment_events.outcome", "in", ["paid", "paid_late"]),
      ),
    )
    .orderBy("orders.created_at")
    .execute();

/** Refunds that have not ended, oldest first. */
export const listLeftRefunds = (db: Reader, gateway: string) =>
  db
    .selectFrom("payment_refunds")
    .innerJoin("payments", "payments.id", "payment_refunds.payment_id")
    .innerJoin("orders", "orders.id", "payment_refunds.order_id")
    .select(["payment_refunds.amount", "payment_refunds.state", "payments.gateway", "orders.order_number"])
    .where(isOfAnother(gateway))
    .where("payment_refunds.state", "in", ["due", "pending"])
    .orderBy("payment_refunds.created_at")
    .execute();

/** Refunds that failed, or that the gateway refuses, and that nobody has sent again; oldest first. */
export const listFailedRefunds = (db: Reader) =>
  db
    .selectFrom("payment_refunds")
    .innerJoin("orders", "orders.id", "payment_refunds.order_id")
    .select(["payment_refunds.amount", "payment_refunds.detail", "orders.order_number"])
    .where((where) =>
      where.or([
        where("payment_refunds.state", "=", "failed"),
        where.and([
          where("payment_refunds.state", "=", "due"),
          where("payment_refunds.next_try_at", "is", null),
          where("payment_refunds.tries", ">", 0),
        ]),
      ]),
    )
    // A refund that the shop does not owe needs no other try.
    .where("payment_refunds.reason", "not in", UNASKED)
    .where(isLastTry)
    .orderBy("payment_refunds.created_at")
    .execute();
