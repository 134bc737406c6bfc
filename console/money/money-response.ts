import { z } from "zod";

const count = z.number().int();
const text = z.string();

const DifferenceSchema = z.object({
  source: text,
  order: text.nullable(),
  text,
  remedy: z.enum(["send", "by-hand"]).nullable(),
});
export type Difference = z.output<typeof DifferenceSchema>;

/** GET /_staff/brands/BRAND/money: cash in paise, coins in hundredths, times in ms. */
export const MoneySchema = z.object({
  gateway: text,
  /** The time of the first order; null before it. */
  first_sale: count.nullable(),
  /** The daily comparison with the gateway; null for a brand without one. */
  comparison: z
    .object({
      finished_at: count.nullable(),
      payments_until: count.nullable(),
      is_running: z.boolean(),
      unlisted: z.string().nullable(),
    })
    .nullable(),
  differences: z.array(DifferenceSchema),
  refunds: z.array(
    z.object({
      order_id: text,
      /** The refund's number within its order. */
      number: count,
      order_number: text,
      email: text,
      amount: count,
      coins: count,
      reason: text,
      state: text.nullable(),
      created_at: count,
    }),
  ),
  returned: z.array(
    z.object({
      id: text,
      order_id: text,
      order_number: text,
      email: text,
      amount: count,
      reason: text,
      state: text,
      detail: text.nullable(),
      created_at: count,
    }),
  ),
});

export type MoneyResponse = z.output<typeof MoneySchema>;

/** GET /_staff/brands/BRAND/money/months/MONTH. */
export const MonthSchema = z.object({
  orders: z.object({ orders: count, total: count, amount: count, coins: count }),
  sold: z.array(z.object({ product_id: count, name: text, denomination: count, vouchers: count, value: count })),
  refunds: z.array(z.object({ reason: text, count, amount: count, coins: count })),
  returned: z.array(z.object({ reason: text, payments: count, amount: count })),
  payments: z.array(z.object({ gateway: text.nullable(), outcome: text, payments: count, amount: count })),
  coin_sums: z.array(z.object({ what: text, entries: count, amount: count })),
});
export type Month = z.output<typeof MonthSchema>;

/** GET /_staff/brands/BRAND/webhooks. */
export const WebhooksSchema = z.object({
  webhooks: z.array(
    z.object({
      id: text,
      event_id: text,
      outcome: text.nullable(),
      order_id: text.nullable(),
      order_number: text.nullable(),
      tries: count,
      received_at: count,
    }),
  ),
  next: text.nullable(),
});
