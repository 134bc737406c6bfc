import { z } from "zod";

const count = z.number().int();
const text = z.string();

/** GET /_staff/brands/BRAND/payments/waiting: cash in paise, times in ms. */
export const WaitingSchema = z.object({
  is_upi: z.boolean(),
  waiting: z.array(
    z.object({
      id: text,
      order_id: text,
      order_number: text,
      short_reference: text.nullable(),
      amount: count,
      status: text,
      created_at: count,
    }),
  ),
});

const LinesSchema = z.array(
  z.object({
    line: count,
    reference: text,
    amount: count,
    /** The number of the matching order, or of the candidates. */
    orders: z.array(text),
    is_match: z.boolean(),
    result: text,
  }),
);
export type StatementLine = z.output<typeof LinesSchema>[number];

/** A checked statement: cash in paise. `sample` contains the first rows of the file, even if no header is found. */
export const StatementSchema = z.object({
  lines: LinesSchema,
  skipped: z.array(z.object({ line: count, kind: z.enum(["debit", "returned", "total", "bad"]), reason: text })),
  is_read: z.boolean(),
  /** Sentences about the way in which the file was read; none for pasted lines. */
  reading: z.array(text),
  sample: z.array(z.object({ line: count, cells: z.array(text) })),
});
export type StatementResponse = z.output<typeof StatementSchema>;

/**
 * A booked statement, the number of its payments that wait for a second member, and the orders that are held because the bank took their
 * payment back.
 */
export const BookedSchema = z.object({ lines: LinesSchema, waiting: count, held: z.array(text) });
