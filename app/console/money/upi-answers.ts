import { z } from "zod";

const count = z.number().int();
const text = z.string();

/** GET /_staff/brands/BRAND/payments/waiting: cash in paise, times in ms. */
export const WaitingSchema = z.object({
  is_upi: z.boolean(),
  waiting: z.array(
    z.object({ id: text, order_id: text, order_number: text, amount: count, status: text, created_at: count }),
  ),
});

/** What the rows of a statement pay: cash in paise. */
export const StatementSchema = z.object({
  lines: z.array(
    z.object({
      line: count,
      reference: text,
      amount: count,
      /** The numbers of the order that it pays, or of those that it might. */
      orders: z.array(text),
      is_match: z.boolean(),
      result: text,
    }),
  ),
});
export type StatementLine = z.output<typeof StatementSchema>["lines"][number];
