import { z } from "zod";

const count = z.number().int();
const text = z.string();

/** GET /_staff/brands/BRAND/money: cash in paise, coins in hundredths, times in ms. */
export const MoneySchema = z.object({
  gateway: text,
  differences: z.array(text),
  refunds: z.array(
    z.object({
      order_id: text,
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

/** GET /_staff/brands/BRAND/money/months/MONTH. */
export const MonthSchema = z.object({
  orders: z.object({ orders: count, total: count, amount: count, coins: count }),
  sold: z.array(z.object({ product_id: count, name: text, denomination: count, vouchers: count, value: count })),
  refunds: z.array(z.object({ reason: text, orders: count, amount: count, coins: count })),
  payments: z.array(z.object({ gateway: text.nullable(), outcome: text, payments: count, amount: count })),
  coins: z.array(z.object({ kind: text, entries: count, amount: count })),
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
      tries: count,
      received_at: count,
    }),
  ),
});
