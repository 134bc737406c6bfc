import type { Writer } from "../../db/database.ts";
import type { PaymentRefund } from "../refunds/payment-refunds.ts";
import type { Dispute } from "./disputes.ts";

// A dispute's deduction is a refund with the dispute's id, until it pays the order's debts.

type Taken = Pick<Dispute, "id" | "order_id" | "payment_id" | "gateway_payment_id" | "gateway_dispute_id" | "taken">;

/** Books the deduction. */
export const insertTaken = (tx: Writer, dispute: Taken, now: number) =>
  tx
    .insertInto("payment_refunds")
    .values({
      id: dispute.id,
      order_id: dispute.order_id,
      payment_id: dispute.payment_id,
      gateway_payment_id: dispute.gateway_payment_id,
      gateway_refund_id: dispute.gateway_dispute_id,
      amount: dispute.taken,
      reason: "dispute",
      state: "done",
      detail: null,
      tries: 0,
      next_try_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute();

/** The detail of a refund that a dispute has paid. */
export const paidByDispute = (dispute: string) => `paid by dispute ${dispute}`;

/** The rest of the money that disputes of a payment have taken. */
export const listTaken = (tx: Writer, paymentId: string, gatewayPaymentId: string): Promise<PaymentRefund[]> =>
  tx
    .selectFrom("payment_refunds")
    .selectAll()
    .where("payment_id", "=", paymentId)
    .where("gateway_payment_id", "=", gatewayPaymentId)
    .where("reason", "=", "dispute")
    .orderBy("created_at")
    .execute();

/** Reduces a deduction to an amount (paise); 0 removes it. */
export async function reduceTaken(tx: Writer, id: string, amount: number) {
  if (amount > 0) await tx.updateTable("payment_refunds").set({ amount }).where("id", "=", id).execute();
  else await tx.deleteFrom("payment_refunds").where("id", "=", id).execute();
}

/** The refunds that a dispute has paid. */
export const listPaidByDispute = (tx: Writer, { id, order_id }: Pick<Dispute, "id" | "order_id">) =>
  tx
    .selectFrom("payment_refunds")
    .selectAll()
    .where("order_id", "=", order_id)
    .where("detail", "=", paidByDispute(id))
    .where("state", "=", "done")
    .execute();
