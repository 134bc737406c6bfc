import { createRazorpayGateway } from "../../../api/gateways/razorpay/gateway.ts";
import { ATTEMPT_ID, NOW, testAttempt, testGatewayOptions, testSecrets } from "../api/gateway-options.ts";
import { startScriptedServer } from "../http/scripted-server.ts";

// Answers are written from Razorpay's public documentation, with fields that the shop does not read.

export const DAY = 24 * 3_600_000;
export const seconds = (ms: number) => Math.floor(ms / 1000);

export const LINK = {
  id: "plink_1",
  amount: 50_050,
  amount_paid: 0,
  currency: "INR",
  status: "created",
  reference_id: ATTEMPT_ID,
  short_url: "https://rzp.io/i/nxrHnLJ",
  expire_by: seconds(NOW) + 960,
  expired_at: 0,
  notes: null,
  payments: null,
  reminders: [],
  user_id: "",
};
export const ORDER = {
  id: "order_1",
  entity: "order",
  amount: 50_050,
  amount_paid: 0,
  currency: "INR",
  receipt: ATTEMPT_ID,
  status: "created",
  notes: [],
};
export const PAYMENT = {
  id: "pay_1",
  entity: "payment",
  amount: 50_050,
  currency: "INR",
  status: "captured",
  order_id: "order_1",
  method: "upi",
  vpa: "payer@bank",
  acquirer_data: { rrn: "412345678901", upi_transaction_id: "X1" },
  notes: [],
  fee: 1,
  created_at: seconds(NOW),
};
export const REFUND_ID = "0123456789abcdef0123456789abcdef";
export const REFUND = {
  id: "rfnd_1",
  entity: "refund",
  amount: 50_050,
  currency: "INR",
  payment_id: "pay_1",
  receipt: REFUND_ID,
  notes: [],
  acquirer_data: { arn: null },
  status: "pending",
};

export const list = (...items: unknown[]) => ({ body: { entity: "collection", count: items.length, items } });
export const failure = (description: string, status = 400, code = "BAD_REQUEST_ERROR") => ({
  status,
  body: { error: { code, description, source: "business", metadata: {} } },
});

export type Entity = Record<string, unknown> & { id: string };

export const LINKED = testAttempt({ refs: { link: "plink_1" } });
export const RECEIVED = {
  gatewayPaymentId: "pay_1",
  amount: 50_050,
  currency: "INR",
  payer: "payer@bank",
  bankReference: "412345678901",
  method: "upi",
};

/** A scripted Razorpay, and gateways that call it. */
export async function startRazorpay() {
  const server = await startScriptedServer();

  function open(mode: "hosted" | "direct" = "hosted") {
    const secrets = testSecrets({ KEY_ID: ["rzp_test_key"], KEY_SECRET: ["key-secret"], WEBHOOK_SECRET: ["123456"] });
    const options = testGatewayOptions(secrets);
    const settings = { gateway: "razorpay", mode, refunds: "automatic", url: server.url } as const;
    return { gateway: createRazorpayGateway({ ...options, settings }), ...options, secrets };
  }

  /** Answers for a link with these tries and refunds. */
  function script(link: object, payments: Entity[], refunds: Entity[] = []) {
    server.on("GET /v1/payment_links/plink_1", { body: { ...LINK, order_id: "order_1", ...link } });
    server.on("GET /v1/orders/order_1/payments", list(...payments));
    for (const { id } of payments)
      server.on(`GET /v1/payments/${id}/refunds?count=100`, list(...refunds.filter((one) => one.payment_id === id)));
  }

  return { server, open, script };
}
