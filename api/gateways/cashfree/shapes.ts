import { z } from "zod";

import { parseIndianTime } from "../../domain/days.ts";
import { WireFlag, WireId, WireRupees } from "../wire.ts";

// The fields of Cashfree's entities that are read; others are ignored
// (https://www.cashfree.com/docs/api-reference/payments/latest/overview).

/** Most times have a zone. Those without one are India's. */
const WireTime = z
  .string()
  .transform((text) => (/(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : parseIndianTime(text)))
  .pipe(z.number())
  .nullish()
  .catch(null);

export const Order = z.looseObject({
  order_id: WireId,
  order_amount: WireRupees,
  order_currency: z.string(),
  order_status: z.string(),
  order_expiry_time: WireTime,
  payment_session_id: WireId.nullish(),
});
export type Order = z.output<typeof Order>;
export const Orders = z.array(Order);

export const Link = z.looseObject({
  link_id: WireId,
  link_amount: WireRupees,
  link_currency: z.string(),
  link_status: z.string(),
  link_url: z.url({ protocol: /^https?$/ }),
  link_expiry_time: WireTime,
});
export type Link = z.output<typeof Link>;

/** The method is an object in most answers. It is read only for the payer's UPI id. */
const Method = z
  .looseObject({ upi: z.looseObject({ upi_id: z.string().nullish() }).nullish() })
  .nullish()
  .catch(null);

/** An offer that the payer has used. A cashback leaves the payment's amount as it is. */
const Offer = z.looseObject({
  offer_redemption: z
    .looseObject({ redemption_status: z.string().nullish(), discount_amount: WireRupees.nullish() })
    .nullish(),
});

/** The last action on a blocked amount ("pre-authorised"). Null for a payment that blocks no amount. */
const Authorization = z
  .looseObject({
    action: z.string().nullish(),
    status: z.string().nullish(),
    captured_amount: WireRupees.nullish(),
  })
  .nullish();

export const Payment = z.looseObject({
  cf_payment_id: WireId,
  order_id: WireId.nullish(),
  payment_status: z.string(),
  is_captured: WireFlag,
  authorization: Authorization,
  payment_amount: WireRupees.nullish(),
  payment_currency: z.string().nullish(),
  order_amount: WireRupees.nullish(),
  bank_reference: z.string().nullish(),
  payment_group: z.string().nullish().catch(null),
  payment_method: Method,
  payment_offers: z.array(Offer).nullish().catch(null),
});
export type Payment = z.output<typeof Payment>;
export const Payments = z.array(Payment);

export const Refund = z.looseObject({
  cf_refund_id: WireId,
  cf_payment_id: WireId.nullish(),
  refund_id: z.string().nullish(),
  order_id: WireId.nullish(),
  refund_amount: WireRupees,
  refund_status: z.string(),
  refund_type: z.string().nullish(),
  /** The bank's reference, once the bank has processed it. */
  refund_arn: z.string().nullish().catch(null),
});
export type Refund = z.output<typeof Refund>;
export const Refunds = z.array(Refund);

/** A dispute in a notification. */
export const DisputeFields = z.looseObject({
  dispute_id: WireId,
  dispute_type: z.string(),
  dispute_status: z.string(),
  dispute_amount: WireRupees,
  reason_code: z.string().nullish().catch(null),
  reason_description: z.string().nullish().catch(null),
  respond_by: WireTime,
});
export type DisputeFields = z.output<typeof DisputeFields>;

const DisputedOrder = z.looseObject({ cf_payment_id: WireId });
export const Dispute = DisputeFields.extend({ order_details: DisputedOrder });
export const DisputeEvent = z.looseObject({
  data: z.looseObject({ dispute: DisputeFields, order_details: DisputedOrder }),
});

export const Session = z.looseObject({
  cf_payment_id: WireId,
  payment_amount: WireRupees,
  data: z.looseObject({ payload: z.record(z.string(), z.unknown()) }),
});

export const ErrorAnswer = z.looseObject({ code: z.string(), message: z.string().default("") });

/** These fields lead to the attempt and to the refund. */
const RefundOf = z.looseObject({
  order_id: WireId.nullish(),
  cf_payment_id: WireId.nullish(),
  cf_refund_id: WireId.nullish(),
  refund_id: z.string().nullish(),
});

/** https://www.cashfree.com/docs/api-reference/payments/latest/payments/webhooks, and those of links and refunds. */
export const Event = z.looseObject({
  type: z.string(),
  data: z.looseObject({
    order: z
      .looseObject({
        order_id: WireId,
        order_amount: WireRupees,
        order_currency: z.string().nullish(),
        order_tags: z.looseObject({ link_id: z.string().nullish() }).nullish().catch(null),
      })
      .nullish(),
    payment: Payment.nullish(),
    refund: RefundOf.nullish(),
    auto_refund: RefundOf.nullish(),
    link_id: z.string().nullish(),
  }),
});
export type Event = z.output<typeof Event>;
