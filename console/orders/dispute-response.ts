import { z } from "zod";

const count = z.number().int();
const text = z.string();

/** A dispute in answers of the API: paise, times in ms. */
export const DisputeSchema = z.object({
  id: text,
  gateway: text,
  gateway_dispute_id: text,
  amount: count,
  taken: count,
  state: text,
  phase: text,
  reason: text.nullable(),
  respond_by: count.nullable(),
  created_at: count,
  updated_at: count,
});
export type Dispute = z.output<typeof DisputeSchema>;

/** GET /_staff/brands/BRAND/disputes. */
export const DisputesSchema = z.object({
  disputes: z.array(DisputeSchema.extend({ order_id: text, order_number: text })),
  next: text.nullable(),
});
