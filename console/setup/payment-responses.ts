import { z } from "zod";

export const SecretSchema = z.object({ variable: z.string(), problem: z.string().nullable() });
export type Secret = z.output<typeof SecretSchema>;

export const FindingSchema = z.object({ level: z.enum(["ok", "warning", "error"]), text: z.string() });
export type Finding = z.output<typeof FindingSchema>;

/** The payment setup, by field name in the form. */
export const PaymentSetupSchema = z.object({
  current: z.object({
    gateway: z.string(),
    mode: z.string().optional(),
    environment: z.string().optional(),
    refunds: z.string().optional(),
    url: z.string().optional(),
    vpa: z.string().optional(),
    window_minutes: z.coerce.string().optional(),
  }),
  seen: z.string(),
  read_only: z.enum(["kept elsewhere", "not writable"]).nullable(),
  may_sandbox: z.boolean(),
  may_simulate: z.boolean(),
  /** By gateway. */
  secrets: z.record(z.string(), z.array(SecretSchema)),
  left: z.object({ webhook_url: z.string(), events: z.array(z.string()) }).nullable(),
});
export type PaymentSetup = z.output<typeof PaymentSetupSchema>;
