import { z } from "zod";

const count = z.number().int();
const text = z.string();

/** GET /_staff/brands/BRAND/money-requests: `amount` in paise, times in ms, `limit` in rupees a day. */
export const RequestsSchema = z.object({
  limit: count,
  requests: z.array(
    z.object({
      id: text,
      kind: text,
      order_id: text.nullable(),
      order_number: text.nullable(),
      amount: count,
      reason: text.nullable(),
      asked_by: text,
      asked_at: count,
      lapses_at: count,
      is_own: z.boolean(),
      /** A line for each card or payment. */
      what: z.array(text),
      /** The number of members who may approve it now. */
      approvers: count,
    }),
  ),
});

export type MoneyRequest = z.output<typeof RequestsSchema>["requests"][number];
