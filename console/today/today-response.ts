import { z } from "zod";

const count = z.number().int();
const SumSchema = z.object({ orders: count, amount: count, coins: count });

const MoneySchema = z.object({
  sales: z.object({ points: z.array(SumSchema.extend({ begins_at: count })), isBehind: z.boolean() }),
  /** The payments received in the range, most first. Null if the gateway does not report the method. */
  methods: z.array(
    z.object({ gateway: z.string().nullable(), method: z.string().nullable(), payments: count, amount: count }),
  ),
  refunds: SumSchema,
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
  gateway: z.object({
    kind: z.string(),
    notified_at: count.nullable(),
    comparison: z.object({ ended_at: count.nullable(), problem: z.string().nullable(), differences: count }).nullable(),
  }),
});

/** Orders by the reason why they need attention. */
const WaitingSchema = z.object({
  /** Counts each order once. */
  orders: count,
  held: count,
  undelivered: count,
  paid_late: count,
  refunds: count,
  /** Orders placed since `partly_since`. */
  partly: count,
  partly_since: count,
  supply: count,
  /** Disputes that wait for an answer, and the first deadline. */
  disputes: count,
  respond_by: count.nullable(),
  mail: count,
  /** The time since which the oldest of them waits. */
  mail_since: count.nullable(),
  /** Requests that wait for a second member: refunds and payments, grants, sets of coupons. */
  second: z.object({ money: count, coins: count, coupons: count }),
});

/** A stop, during which the brand takes no new orders. Amounts in the smallest unit of their currency. */
const StopSchema = z.object({
  id: z.string(),
  kind: z.enum(["above", "below", "currency"]),
  started_at: count,
  /** The payments that opened it; none for members who may not read orders. */
  evidence: z.array(
    z.object({
      order_id: z.string(),
      order_number: z.string(),
      asked: count,
      amount: count,
      currency: z.string(),
      received_at: count,
    }),
  ),
});

const AttemptsSchema = z.object({ tried: count, paid: count });

/** GET /_staff/brands/BRAND/today: times in ms, cash in paise, coins in hundredths. */
export const TodaySchema = z.object({
  now: count,
  attempts: z.array(AttemptsSchema.extend({ gateway: z.string().nullable() })),
  selling_stop: StopSchema.nullable(),
  /** When the last backup began; null for none. */
  backup_at: count.nullable(),
  /** The attempts of an hour of which too few were paid, and the usual ones; null while payments succeed as usual. */
  low_payments: z.object({ recent: AttemptsSchema, usual: AttemptsSchema.nullable() }).nullable(),
  waiting: WaitingSchema,
  /** Suppliers that do not answer or whose balance is low. */
  suppliers: z.array(z.object({ name: z.string(), is_low: count, problem: z.string().nullable() })),
  stock: z.object({
    low: count,
    products: z.array(z.object({ sku: z.string(), name: z.string(), stock: count })),
  }),
  money: MoneySchema.nullable(),
});

export type TodayResponse = z.output<typeof TodaySchema>;
export type TodayMoney = z.output<typeof MoneySchema>;
export type TodayGateway = TodayMoney["gateway"];
export type SalesPoint = TodayMoney["sales"]["points"][number];
