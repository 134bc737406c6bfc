import { z } from "zod";

const text = (most: number) =>
  z.string({ error: "must be a string" }).max(most, { error: `must have at most ${most} characters` });
const id = text(63)
  .min(1, { error: "must not be empty" })
  .regex(/^[A-Za-z0-9_-]*$/, { error: "must have letters, digits, _ and - only" });
const amount = z.int({ error: "must be a number of paise" }).min(100, { error: "must be at least 100" });

/** Ten free fields, and five for searches. */
const MetaInfo = z.strictObject({
  ...Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`udf${index + 1}`, text(256).optional()])),
  ...Object.fromEntries(
    Array.from({ length: 5 }, (_, index) => [
      `udf${index + 11}`,
      text(50)
        .regex(/^[A-Za-z0-9_\- @.+]*$/, { error: "has characters that are not allowed" })
        .optional(),
    ]),
  ),
});

const common = {
  merchantOrderId: id,
  amount,
  expireAfter: z
    .int({ error: "must be a number of seconds" })
    .min(300, { error: "must be at least 300" })
    .max(5_184_000, { error: "must be at most 5184000" })
    .optional(),
  metaInfo: MetaInfo.optional(),
};
const Urls = z.strictObject({ redirectUrl: z.url({ protocol: /^https?$/, error: "must be a URL" }).optional() });

export const StandardPay = z.strictObject({
  ...common,
  paymentFlow: z.strictObject({
    type: z.literal("PG_CHECKOUT", { error: "must be PG_CHECKOUT" }),
    message: text(255).optional(),
    merchantUrls: Urls.required(),
    paymentModeConfig: z.record(z.string(), z.unknown()).optional(),
  }),
  disablePaymentRetry: z.boolean().optional(),
  prefillUserLoginDetails: z.strictObject({ phoneNumber: text(15).optional() }).optional(),
});

/** A standard payment whose page the vendor's app opens, so it need not have a return URL. */
export const SdkOrder = StandardPay.extend({
  paymentFlow: StandardPay.shape.paymentFlow.extend({ merchantUrls: Urls.optional() }),
});

export const CustomPay = z.strictObject({
  ...common,
  paymentFlow: z.strictObject({
    type: z.literal("PG", { error: "must be PG" }),
    merchantUrls: Urls.optional(),
    paymentMode: z.discriminatedUnion(
      "type",
      [
        z.strictObject({ type: z.literal("UPI_INTENT"), targetApp: text(255).min(1, { error: "must not be empty" }) }),
        z.strictObject({ type: z.literal("UPI_QR") }),
      ],
      { error: "must be UPI_INTENT or UPI_QR" },
    ),
  }),
  deviceContext: z
    .strictObject({
      deviceOS: z.enum(["ANDROID", "IOS"], { error: "must be ANDROID or IOS" }),
      merchantCallBackScheme: text(255).optional(),
    })
    .optional(),
});

export const NewRefund = z.strictObject({ merchantRefundId: id, originalMerchantOrderId: id, amount });

export const TokenRequest = z.strictObject({
  client_id: z.string(),
  client_secret: z.string(),
  client_version: z.string(),
  grant_type: z.literal("client_credentials", { error: "must be client_credentials" }),
});
