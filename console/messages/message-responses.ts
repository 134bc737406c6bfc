import { z } from "zod";

import { SecretSchema } from "../setup/payment-responses.ts";

const Channel = z.enum(["whatsapp", "sms"]);
export type Channel = z.output<typeof Channel>;

/** Times in ms. */
const ChannelSchema = z.object({
  channel: Channel,
  /** Null if the channel is not set up. */
  provider: z.string().nullable(),
  /** True for a demo, whose messages appear on its outbox page. */
  uses_outbox: z.boolean(),
  /** By the fields of tenant.json. */
  settings: z.record(z.string(), z.string()),
  secrets: z.array(SecretSchema),
  /** The address for reports that somebody enters at the provider; null if each message names it. */
  receipts: z.object({ url: z.string(), as: z.enum(["key", "verify token"]), secret: z.string() }).nullable(),
  /** The environment variable that must also contain its address. */
  address_variable: z.string(),
  last_receipt_at: z.number().nullable(),
});
export type ChannelSetup = z.output<typeof ChannelSchema>;

const TemplateSchema = z.object({
  kind: z.string(),
  channel: Channel,
  language: z.string(),
  id: z.string(),
  dlt_id: z.string(),
  text: z.string(),
  values: z.array(z.string()),
});
export type Template = z.output<typeof TemplateSchema>;

export const MessageSchema = z.object({
  id: z.string(),
  kind: z.string(),
  phone: z.string(),
  channel: Channel.nullable(),
  state: z.string(),
  reason: z.string().nullable(),
  copies: z.number(),
  created_at: z.number(),
});
export type PhoneMessage = z.output<typeof MessageSchema>;

const FailureSchema = z.object({
  channel: Channel.nullable(),
  fault: z.string().nullable(),
  reason: z.string().nullable(),
  messages: z.number(),
  last_at: z.number(),
});
export type Failure = z.output<typeof FailureSchema>;

/** Costs in hundredths of a paisa. */
const SendingsSchema = z.object({ channel: Channel, state: z.string(), messages: z.number(), cost: z.number() });
export type Sendings = z.output<typeof SendingsSchema>;

export const MessageSetupSchema = z.object({
  channels: z.array(ChannelSchema),
  templates: z.array(TemplateSchema),
  kinds: z.array(z.object({ kind: z.string(), values: z.array(z.string()) })),
  languages: z.array(z.string()),
  findings: z.array(z.object({ field: z.string(), reason: z.string(), is_remark: z.boolean() })),
  today: z.object({
    states: z.array(z.object({ state: z.string(), messages: z.number() })),
    sendings: z.array(SendingsSchema),
  }),
  failures: z.array(FailureSchema),
  messages: z.array(MessageSchema),
  seen: z.string(),
  read_only: z.enum(["kept elsewhere", "not writable"]).nullable(),
  may_simulate: z.boolean(),
});
export type MessageSetup = z.output<typeof MessageSetupSchema>;

/** The outcome of a test message. */
export const TestedSchema = z.object({
  state: z.enum(["accepted", "refused", "unknown"]),
  provider: z.string(),
  language: z.string(),
  fault: z.string().nullable(),
  reason: z.string().nullable(),
});
