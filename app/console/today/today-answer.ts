import { z } from "zod";

const count = z.number().int();
const SumSchema = z.object({ orders: count, amount: count, coins: count });

/** GET /_staff/brands/BRAND/today: times in ms, cash in paise, coins in hundredths. */
export const TodaySchema = z.object({
  now: count,
  sales: z.object({ points: z.array(SumSchema.extend({ begins_at: count })), isBehind: z.boolean() }),
  refunds: SumSchema,
  attempts: z.array(z.object({ gateway: z.string().nullable(), tried: count, paid: count })),
  waiting: z.object({ held: count, undelivered: count, refunds: count, supply: count, mail: count }),
  stock: z.object({
    low: count,
    isPart: z.boolean(),
    products: z.array(z.object({ id: count, name: z.string(), stock: count })),
  }),
  suppliers: z.array(
    z.object({
      name: z.string(),
      is_configured: count,
      balance: count.nullable(),
      is_low: count,
      checked_at: count.nullable(),
      problem: z.string().nullable(),
    }),
  ),
  coins: z.object({ outstanding: count, lapsing: count }),
});

export type TodayAnswer = z.output<typeof TodaySchema>;
export type SalesPoint = TodayAnswer["sales"]["points"][number];
