import { z } from "zod";

const count = z.number().int();
const time = count;

const ListedSchema = z.object({
  id: z.string(),
  username: z.string(),
  email: z.string(),
  email_verified_at: time.nullable(),
  verified_phone: z.string().nullable(),
  phone: z.string().nullable(),
  coins: count,
  created_at: time,
  disabled_at: time.nullable(),
  erased_at: time.nullable(),
});

/** GET /_staff/brands/BRAND/shoppers */
export const ShoppersSchema = z.object({
  shoppers: z.array(ListedSchema),
  next: z.string().nullable(),
  /** Absent in answers of the version before. */
  is_cut: z.boolean().optional(),
});

const GrantSchema = z.object({
  id: z.string(),
  user_id: z.string(),
  amount: count,
  reason: z.string(),
  asked_by: z.string(),
  asked_at: time,
});

/** GET /_staff/brands/BRAND/shoppers/grants */
export const GrantsSchema = z.object({
  grants: z.array(
    GrantSchema.extend({ email: z.string(), username: z.string(), isOwn: z.boolean(), approvers: count }),
  ),
});

const pageOf = <T extends z.ZodType>(row: T) => z.object({ rows: z.array(row), next: z.string().nullable() });

/** GET /_staff/brands/BRAND/shoppers/SHOPPER: cash in paise, coins in hundredths, times in ms. */
export const ShopperSchema = z.object({
  shopper: ListedSchema.extend({
    delivery_email: z.string().nullable(),
    delivery_phone: z.string().nullable(),
    address_line1: z.string(),
    address_line2: z.string(),
    country: z.string(),
  }),
  orders: pageOf(
    z.object({
      id: z.string(),
      order_number: z.string(),
      status: z.string(),
      amount: count,
      coins: count,
      created_at: time,
      terms_version: z.string().nullable(),
      terms_accepted_at: time.nullable(),
    }),
  ),
  ledger: pageOf(
    z.object({
      id: z.string(),
      kind: z.string(),
      amount: count,
      balance_after: count,
      reason: z.string().nullable(),
      order_id: z.string().nullable(),
      order_number: z.string().nullable(),
      expires_at: time.nullable(),
      created_at: time,
    }),
  ),
  lapses: z.array(z.object({ expires_at: time.nullable(), amount: count })),
  waiting: z.array(GrantSchema),
  sessions: z.array(
    z.object({
      id: z.string(),
      client: z.string(),
      created_at: time,
      last_used_at: time,
      confirmed_at: time.nullable(),
    }),
  ),
  devices: z.array(
    z.object({
      client: z.string(),
      created_at: time,
      last_seen_at: time.nullable(),
      confirmed_at: time.nullable(),
    }),
  ),
  acts: z.array(
    z.object({
      number: count,
      at: time,
      actor: z.string(),
      act: z.string(),
      reason: z.string().nullable(),
    }),
  ),
  /** The reason why the person cannot be erased now. */
  obstacle: z.string().nullable(),
});

export type ShopperResponse = z.output<typeof ShopperSchema>;
