import { z } from "zod";

const count = z.number().int();
const text = z.string();

const RowSchema = z.object({
  id: text,
  kind: z.enum(["payment", "refund"]),
  at: count,
  amount: count,
  currency: text,
  gateway: text,
  /** The outcome of a payment, or the state of a refund. */
  outcome: text,
  method: text.nullable(),
  order_id: text,
  order_number: text,
  gateway_payment_id: text.nullable(),
  gateway_refund_id: text.nullable(),
  bank_reference: text.nullable(),
  /** The reason for a refund; null for a payment. */
  reason: text.nullable(),
  detail: text.nullable(),
});
export type MoneyRow = z.output<typeof RowSchema>;

/** GET /_staff/brands/BRAND/payments: times in ms, cash in paise. */
export const PaymentsSchema = z.object({ rows: z.array(RowSchema), next: text.nullable() });
