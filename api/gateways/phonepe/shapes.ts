import { z } from "zod";

import { WireId, WireInteger } from "../wire.ts";

// The fields of PhonePe's answers that are read; others are ignored (https://developer.phonepe.com/payment-gateway).

/** Times in seconds. */
export const Token = z.looseObject({
  access_token: z.string().min(1),
  token_type: z.string().default("O-Bearer"),
  issued_at: WireInteger.nullish(),
  expires_at: WireInteger.nullish(),
  expires_in: WireInteger.nullish(),
});

/** `expireAt` in ms. */
const Made = { orderId: WireId, expireAt: WireInteger.nullish() };
export const Checkout = z.looseObject({ ...Made, redirectUrl: z.url({ protocol: /^https?$/ }) });
export const QrCode = z.looseObject({ ...Made, qrData: z.string() });

const Rail = z.looseObject({ utr: z.string().nullish(), vpa: z.string().nullish() }).nullish().catch(null);

const PaymentDetail = z.looseObject({
  transactionId: WireId,
  amount: WireInteger,
  state: z.string(),
  paymentMode: z.string().nullish().catch(null),
  timestamp: WireInteger.nullish().catch(null),
  rail: Rail,
  splitInstruments: z
    .array(z.looseObject({ rail: Rail }))
    .nullish()
    .catch(null),
});

export const OrderStatus = z.looseObject({
  merchantOrderId: z.string().nullish(),
  orderId: WireId,
  state: z.string(),
  amount: WireInteger,
  /** Includes the fee. */
  payableAmount: WireInteger.nullish(),
  feeAmount: WireInteger.nullish(),
  currency: z.string().nullish(),
  paymentDetails: z.array(PaymentDetail).nullish(),
});
export type OrderStatus = z.output<typeof OrderStatus>;

export const Refund = z.looseObject({
  refundId: WireId,
  amount: WireInteger,
  state: z.string(),
  originalMerchantOrderId: z.string().nullish(),
  paymentDetails: z
    .array(z.looseObject({ rail: Rail, splitInstruments: z.array(z.looseObject({ rail: Rail })).nullish() }))
    .nullish()
    .catch(null),
});
export type Refund = z.output<typeof Refund>;

export const ErrorAnswer = z.looseObject({ code: z.string(), message: z.string().nullish() });

/** Older events have only `type`, which the vendor will remove. Ids are found at every depth. */
export const Event = z.looseObject({ event: z.string().nullish(), payload: z.looseObject({}) });
export type Event = z.output<typeof Event>;
