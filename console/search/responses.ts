import { z } from "zod";

const Text = z.string();
const Time = z.number();

const why = z.array(z.object({ field: Text, value: Text }));

const kind = <T extends z.ZodType>(row: T) => z.object({ rows: z.array(row), is_cut: z.boolean() });

const OrderHit = z.object({
  id: Text,
  order_number: Text,
  status: Text,
  review: Text.nullable(),
  total: z.number(),
  created_at: Time,
  receipt: Text.nullable(),
  shopper: z.object({ name: Text, email: Text }),
  why,
});

/** GET /_staff/brands/BRAND/search */
export const SearchSchema = z.object({
  orders: kind(OrderHit),
  shoppers: kind(z.object({ id: Text, username: Text, email: Text, phone: Text.nullable(), created_at: Time, why })),
  receipts: kind(OrderHit),
  cards: kind(
    z.object({ id: Text, product: Text, order_id: Text, order_number: Text, issued_at: Time.nullable(), why }),
  ),
  /** Texts of older orders are still being made. */
  is_behind: z.boolean(),
});
export type SearchResponse = z.output<typeof SearchSchema>;
