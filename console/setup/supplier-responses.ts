import { z } from "zod";

import { SecretSchema } from "./payment-responses.ts";

/** Balances in paise; times in ms. */
const SupplierSchema = z.object({
  name: z.string(),
  kind: z.string(),
  /** The balance that the shop read last; null if it is unknown. */
  balance: z.number().nullable(),
  is_low: z.boolean(),
  low_below: z.number(),
  checked_at: z.number().nullable(),
  problem: z.string().nullable(),
  secrets: z.array(SecretSchema),
  /** The environment variable that must also contain its address. */
  address_variable: z.string(),
  /** By the dotted paths of tenant.json. */
  settings: z.record(z.string(), z.string()),
});
export type Supplier = z.output<typeof SupplierSchema>;

export const SuppliersSchema = z.object({
  suppliers: z.array(SupplierSchema),
  seen: z.string(),
  read_only: z.enum(["kept elsewhere", "not writable"]).nullable(),
  may_simulate: z.boolean(),
  /** The same for a new one, with NAME in place of its name. */
  address_variable: z.string(),
});
export type Suppliers = z.output<typeof SuppliersSchema>;
