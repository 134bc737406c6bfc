import { z } from "zod";

/** The labels of the choices, by their names. */
const Choices = z.record(z.string(), z.string());
const Time = z.number().nullable();

export const EndpointsSchema = z.object({
  events: Choices,
  endpoints: z.array(
    z.object({
      id: z.string(),
      url: z.string(),
      events: z.array(z.string()),
      problem: z.string().nullable(),
      paused_at: Time,
      delivered_at: Time,
      old_secret_until: Time,
      created_by: z.string(),
      created_at: z.number(),
      waiting: z.number(),
      failed: z.number(),
    }),
  ),
});
export type Endpoint = z.output<typeof EndpointsSchema>["endpoints"][number];

export const KeysSchema = z.object({
  scopes: Choices,
  keys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      scopes: z.array(z.string()),
      created_by: z.string(),
      created_at: z.number(),
      expires_at: Time,
      revoked_at: Time,
      used_at: Time,
      /** The key does not work now, because its maker may no longer make keys. */
      rests: z.boolean(),
    }),
  ),
});
export type Key = z.output<typeof KeysSchema>["keys"][number];

export const DeliveriesSchema = z.object({
  deliveries: z.array(
    z.object({
      id: z.string(),
      event_id: z.string(),
      type: z.string(),
      order_number: z.string().nullable(),
      state: z.enum(["waiting", "delivered", "failed"]),
      tries: z.number(),
      next_try_at: Time,
      tried_at: Time,
      status: z.number().nullable(),
      answer: z.string().nullable(),
      took_ms: z.number().nullable(),
      created_at: z.number(),
    }),
  ),
  next: z.string().nullable(),
});
export type Delivery = z.output<typeof DeliveriesSchema>["deliveries"][number];

/** A secret that is shown once: an endpoint's secret or a key. */
export const OnceSchema = z.object({ secret: z.string().optional(), key: z.string().optional() });
