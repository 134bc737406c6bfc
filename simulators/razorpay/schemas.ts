import { z } from "zod";

const MAX_PAISE = 50_000_000;

const Amount = z
  .int({ error: "must be an integer" })
  .min(100, { error: "must be at least INR 1.00" })
  .max(MAX_PAISE, { error: "exceeds the maximum amount allowed" });

const text = (most: number) =>
  z.string({ error: "must be a string" }).max(most, { error: `may not be greater than ${most} characters` });

const Currency = z.literal("INR", { error: "is not supported" });

const Notes = z
  .record(z.string(), z.union([text(256), z.number()], { error: "may not be greater than 256 characters" }))
  .refine((notes) => Object.keys(notes).length <= 15, { error: "cannot have more than 15 keys" });

const Seconds = z.int({ error: "must be an integer timestamp" });
const Web = z.url({ protocol: /^https?$/, error: "format is invalid" });

export const NewOrder = z.strictObject({
  amount: Amount,
  currency: Currency,
  receipt: text(40).optional(),
  notes: Notes.optional(),
  partial_payment: z.boolean().optional(),
  payment_capture: z.union([z.boolean(), z.literal([0, 1])]).optional(),
  unique_receipt: z.boolean().optional(),
});

export const NewLink = z.strictObject({
  amount: Amount,
  currency: Currency.optional(),
  accept_partial: z.boolean().optional(),
  first_min_partial_amount: Amount.optional(),
  upi_link: z.boolean().optional(),
  expire_by: Seconds.optional(),
  reference_id: text(40).optional(),
  description: text(2048).optional(),
  customer: z
    .strictObject({ name: text(255).optional(), contact: text(20).optional(), email: text(255).optional() })
    .optional(),
  notify: z.strictObject({ sms: z.boolean().optional(), email: z.boolean().optional() }).optional(),
  reminder_enable: z.boolean().optional(),
  notes: Notes.optional(),
  callback_url: Web.optional(),
  callback_method: z.literal("get", { error: "must be get" }).optional(),
  options: z.record(z.string(), z.unknown()).optional(),
});

/** Only these fields of a link can change. */
export const LinkEdit = NewLink.pick({
  accept_partial: true,
  reference_id: true,
  expire_by: true,
  reminder_enable: true,
  notes: true,
}).partial();

const upi = z.strictObject({
  flow: z.literal("intent", { error: "must be intent: UPI collect has ended" }),
  expiry_time: z
    .int()
    .min(5, { error: "must be at least 5" })
    .max(5760, { error: "may not be greater than 5760" })
    .optional(),
});

export const NewPayment = z.strictObject({
  amount: Amount,
  currency: Currency,
  order_id: text(40),
  email: z.email({ error: "must be a valid email address" }).optional(),
  contact: text(20).regex(/^\+?\d{8,15}$/, { error: "number is invalid" }),
  method: z.literal("upi", { error: "is not enabled for this merchant" }),
  upi,
  ip: z.union([z.ipv4(), z.ipv6()], { error: "must be a valid IP address" }).optional(),
  referer: text(2048).optional(),
  user_agent: text(1024).optional(),
  description: text(255).optional(),
  notes: Notes.optional(),
});

export const NewQr = z.strictObject({
  type: z.literal("upi_qr", { error: "is invalid" }),
  usage: z.literal("single_use", { error: "is invalid" }),
  fixed_amount: z.literal(true, { error: "must be true for this simulation" }),
  payment_amount: Amount,
  name: text(255).optional(),
  description: text(255).optional(),
  close_by: Seconds.optional(),
  notes: Notes.optional(),
  customer_id: text(40).optional(),
});

export const Capture = z.strictObject({ amount: Amount, currency: Currency });

export const NewRefund = z.strictObject({
  amount: Amount.optional(),
  speed: z.enum(["normal", "optimum"], { error: "must be normal or optimum" }).optional(),
  receipt: text(40).optional(),
  notes: Notes.optional(),
});

/** Notes as text, because the vendor also accepts numbers. */
export const toNotes = (notes: Record<string, string | number> = {}) =>
  Object.fromEntries(Object.entries(notes).map(([name, value]) => [name, String(value)]));
