import { z } from "zod";

import { toPaise } from "../wire/rupees.ts";

const amount = (least: number) =>
  z.number({ error: "should be a number" }).refine((value) => (toPaise(value) ?? 0) >= least * 100, {
    error: `should be at least ${least} with at most 2 decimals`,
  });

const text = (least: number, most: number) =>
  z
    .string({ error: "should be text" })
    .min(least, { error: `should have ${least} to ${most} characters` })
    .max(most, {
      error: `should have ${least} to ${most} characters`,
    });

const id = (least: number, most: number) =>
  text(least, most).regex(/^[A-Za-z0-9_-]*$/, {
    error: "should be alphanumeric and may contain underscore or hyphens",
  });

const Currency = z.literal("INR", { error: "is not enabled for this account" });
const Time = z.iso.datetime({ offset: true, error: "should be an ISO 8601 time with its offset" });
const Tags = z
  .record(z.string(), z.string())
  .refine((tags) => Object.keys(tags).length <= 10, { error: "should have at most 10 entries" });

const Phone = z
  .string({ error: "should be text" })
  .regex(/^\+?\d{10,15}$/, { error: "should be a phone number of 10 digits" });

/** Loopback names may use http, for a rehearsal; the vendor's sandbox accepts http for notify_url only. */
const Url = text(1, 250).regex(/^(https:\/\/|http:\/\/([\w-]+\.)*(localhost|127\.0\.0\.1)[:/])/, {
  error: "should be an https URL",
});

const Methods = z.string().optional();

export const NewOrder = z.strictObject({
  order_id: id(3, 45).optional(),
  order_amount: amount(1),
  order_currency: Currency,
  customer_details: z.strictObject({
    customer_id: id(3, 50),
    customer_phone: Phone,
    customer_email: z.email({ error: "should be an e-mail address" }).optional(),
    customer_name: text(3, 100).optional(),
  }),
  order_meta: z
    .strictObject({ return_url: Url.optional(), notify_url: Url.optional(), payment_methods: Methods })
    .optional(),
  order_expiry_time: Time.optional(),
  order_note: text(3, 200).optional(),
  order_tags: Tags.optional(),
});

export const EndOrder = z.strictObject({ order_status: z.literal("TERMINATED", { error: "should be TERMINATED" }) });

export const NewLink = z.strictObject({
  link_id: id(1, 50),
  link_amount: amount(1),
  link_currency: Currency,
  link_purpose: text(1, 500),
  customer_details: z.strictObject({
    customer_phone: Phone,
    customer_email: z.email({ error: "should be an e-mail address" }).optional(),
    customer_name: text(1, 100).optional(),
  }),
  link_partial_payments: z.boolean().optional(),
  link_minimum_partial_amount: amount(1).optional(),
  link_expiry_time: Time.optional(),
  link_notify: z.strictObject({ send_sms: z.boolean().optional(), send_email: z.boolean().optional() }).optional(),
  link_auto_reminders: z.boolean().optional(),
  link_notes: z.record(z.string(), z.string()).optional(),
  link_meta: z
    .strictObject({
      return_url: Url.optional(),
      notify_url: Url.optional(),
      upi_intent: z.union([z.boolean(), z.literal(["true", "false"])]).optional(),
      payment_methods: Methods,
    })
    .optional(),
});

export const NewAttempt = z.strictObject({
  payment_session_id: z.string(),
  payment_method: z.strictObject({
    upi: z.strictObject({
      channel: z.enum(["link", "qrcode"], { error: "should be link or qrcode; collect has ended" }),
    }),
  }),
});

export const NewRefund = z.strictObject({
  refund_id: text(3, 40).regex(/^[A-Za-z0-9]*$/, { error: "should be alphanumeric" }),
  refund_amount: amount(1),
  refund_note: text(3, 100).optional(),
  refund_speed: z.enum(["STANDARD", "INSTANT"], { error: "should be STANDARD or INSTANT" }).optional(),
});

export const Simulate = z.strictObject({
  entity: z.literal("PAYMENTS"),
  entity_id: z.string(),
  entity_simulation: z.strictObject({
    payment_status: z.enum(["SUCCESS", "FAILED", "PENDING", "USER_DROPPED"]),
    payment_error_code: z.string().optional(),
  }),
});
