import { z } from "zod";

import { WireFlag, WireId, WireInteger } from "../wire.ts";

// The fields of Razorpay's entities that are read; others are ignored (https://razorpay.com/docs/api/).

/** An empty `notes` is `[]` or null, otherwise an object. */
const Notes = z
  .looseObject({ attempt: WireId.optional().catch(undefined), brand: WireId.optional().catch(undefined) })
  .catch({});

export const Payment = z.looseObject({
  id: WireId,
  amount: WireInteger,
  currency: z.string(),
  status: z.string(),
  captured: WireFlag,
  amount_refunded: WireInteger.nullish(),
  refund_status: z.string().nullish().catch(null),
  fee: WireInteger.nullish(),
  fee_bearer: z.string().nullish(),
  order_id: WireId.nullish(),
  method: z.string().nullish().catch(null),
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
  /** https://razorpay.com/docs/api/refunds/entity: `arn` of a card, `rrn` or `utr` of UPI. */
  acquirer_data: z
    .looseObject({ arn: z.string().nullish(), rrn: z.string().nullish(), utr: z.string().nullish() })
    .nullish()
    .catch(null),
  notes: Notes.default({}),
});
export type Refund = z.output<typeof Refund>;

/** https://razorpay.com/docs/api/disputes/entity */
export const Dispute = z.looseObject({
  id: WireId,
  payment_id: WireId,
  amount: WireInteger,
  amount_deducted: WireInteger.nullish(),
  reason_code: z.string().nullish().catch(null),
  reason_description: z.string().nullish().catch(null),
  respond_by: WireInteger.nullish().catch(null),
  status: z.string(),
  phase: z.string(),
});
export type Dispute = z.output<typeof Dispute>;

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

export const QrCode = z.looseObject({
  id: WireId,
  status: z.string(),
  payment_amount: WireInteger,
  payments_amount_received: WireInteger.nullish(),
  image_content: z.string().nullish(),
  close_by: WireInteger.nullish(),
  notes: Notes,
});
export type QrCode = z.output<typeof QrCode>;

const collection = <Item extends z.ZodType>(item: Item) => z.looseObject({ items: z.array(item) });
export const Orders = collection(z.unknown());
export const Payments = collection(Payment);
export const Refunds = collection(Refund);
export const Disputes = collection(Dispute);

export const ErrorAnswer = z.looseObject({
  error: z.looseObject({ code: z.string(), description: z.string().default("") }),
});

const entity = <Shape extends z.ZodType>(shape: Shape) => z.looseObject({ entity: shape }).optional();

export const DisputeEvent = z.looseObject({
  payload: z.looseObject({ dispute: z.looseObject({ entity: Dispute }) }),
});

/** https://razorpay.com/docs/webhooks/payloads/ */
export const Event = z.looseObject({
  event: z.string(),
  payload: z.looseObject({
    payment: entity(Payment),
    order: entity(z.looseObject({ id: WireId, receipt: z.string().nullish() })),
    qr_code: entity(z.looseObject({ id: WireId, notes: Notes })),
    payment_link: entity(z.looseObject({ reference_id: z.string().nullish() })),
    refund: entity(z.looseObject({ id: WireId, payment_id: WireId, receipt: z.string().nullish() })),
  }),
});
export type Event = z.output<typeof Event>;
