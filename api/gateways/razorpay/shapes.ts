import { z } from "zod";

import { WireId, WireInteger } from "../wire.ts";

// What is read of Razorpay's entities; other fields are ignored (https://razorpay.com/docs/api/).

/** An empty `notes` is `[]` or null, otherwise an object. */
const Notes = z.looseObject({ attempt: WireId.optional().catch(undefined) }).catch({});

export const Payment = z.looseObject({
  id: WireId,
  amount: WireInteger,
  currency: z.string(),
  status: z.string(),
  order_id: WireId.nullish(),
  vpa: z.string().nullish(),
  acquirer_data: z.looseObject({ rrn: z.string().nullish() }).nullish().catch(null),
  notes: Notes,
  created_at: WireInteger,
});
export type Payment = z.output<typeof Payment>;

export const Refund = z.looseObject({
  id: WireId,
  amount: WireInteger,
  payment_id: WireId,
  receipt: z.string().nullish(),
  status: z.string(),
});
export type Refund = z.output<typeof Refund>;

export const Link = z.looseObject({
  id: WireId,
  amount: WireInteger,
  currency: z.string(),
  status: z.string(),
  reference_id: z.string(),
  short_url: z.url({ protocol: /^https?$/ }),
  expire_by: WireInteger.nullish(),
  order_id: WireId.nullish(),
  payments: z.array(z.looseObject({ payment_id: WireId })).nullish(),
});
export type Link = z.output<typeof Link>;

export const Links = z.looseObject({ payment_links: z.array(Link) });

export const Order = z.looseObject({
  id: WireId,
  amount: WireInteger,
  currency: z.string(),
  receipt: z.string().nullish(),
});
export type Order = z.output<typeof Order>;

const collection = <Item extends z.ZodType>(item: Item) => z.looseObject({ items: z.array(item) });
export const Orders = collection(Order);
export const Payments = collection(Payment);
export const Refunds = collection(Refund);

/** The answer of a server-to-server payment; the older endpoint has `link` in place of `next`. */
export const Intent = z.looseObject({
  razorpay_payment_id: WireId,
  next: z.array(z.looseObject({ action: z.string(), url: z.string() })).default([]),
  link: z.string().optional(),
});

export const ErrorAnswer = z.looseObject({
  error: z.looseObject({ code: z.string(), description: z.string().default("") }),
});

const entity = <Shape extends z.ZodType>(shape: Shape) => z.looseObject({ entity: shape }).optional();

/** https://razorpay.com/docs/webhooks/payloads/ */
export const Event = z.looseObject({
  event: z.string(),
  payload: z.looseObject({
    payment: entity(Payment),
    order: entity(z.looseObject({ id: WireId, receipt: z.string().nullish() })),
    payment_link: entity(z.looseObject({ reference_id: z.string().nullish() })),
  }),
});
export type Event = z.output<typeof Event>;
