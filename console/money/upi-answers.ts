import { z } from "zod";

const count = z.number().int();
const text = z.string();

/** GET /_staff/brands/BRAND/payments/waiting: cash in paise, times in ms. */
export const WaitingSchema = z.object({
  is_upi: z.boolean(),
  waiting: z.array(
    z.object({
      ...{ id: text, order_id: text, order_number: text, short_reference: text.nullable() },
      ...{ amount: count, status: text, created_at: count },
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

/** A checked statement: cash in paise. `sample` holds the first rows of the file, also if no header is found in it. */
export const StatementSchema = z.object({
  lines: LinesSchema,
  skipped: z.array(z.object({ line: count, kind: z.enum(["debit", "total", "bad"]), reason: text })),
  is_read: z.boolean(),
  /** How the file was read, in sentences; none for pasted lines. */
  reading: z.array(text),
  sample: z.array(z.object({ line: count, cells: z.array(text) })),
});
export type StatementAnswer = z.output<typeof StatementSchema>;

/** A booked statement, or how many of its payments wait for a second member. */
export const BookedSchema = z.object({ lines: LinesSchema, waiting: count });
