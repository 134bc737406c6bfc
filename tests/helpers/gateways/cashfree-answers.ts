import { createCashfreeGateway } from "../../../api/gateways/cashfree/gateway.ts";
import { ATTEMPT_ID, testAttempt, testGatewayOptions, testSecrets } from "../api/gateway-options.ts";
import { startScriptedServer } from "../http/scripted-server.ts";

// Answers are written from Cashfree's public documentation, with fields that the shop does not read.

export const HOUR = 3_600_000;

export const LINK = {
  cf_link_id: 1576977,
  link_id: ATTEMPT_ID,
  link_status: "ACTIVE",
  link_currency: "INR",
  link_amount: 500.5,
  link_amount_paid: 0,
  link_url: "https://payments-test.cashfree.com/links/U1mgll3c0e9g",
  link_expiry_time: "2026-11-22T15:46:00+05:30",
  link_notes: {},
  link_qrcode: "data:image/png;base64,AAAA",
};
export const ORDER = {
  cf_order_id: "2149460581",
  order_id: ATTEMPT_ID,
  entity: "order",
  order_amount: "500.50",
  order_currency: "INR",
  order_status: "ACTIVE",
  payment_session_id: "session_1",
  order_expiry_time: "2026-11-22T15:46:00+05:30",
  order_tags: null,
};
export const PAYMENT = {
  cf_payment_id: 975672265,
  order_id: ATTEMPT_ID,
  entity: "payment",
  payment_status: "SUCCESS",
  payment_amount: 500.5,
  payment_currency: "INR",
  order_amount: 500.5,
  bank_reference: "412345678901",
  payment_group: "upi",
  payment_method: { upi: { channel: "link", upi_id: "payer@bank" } },
  is_captured: true,
};
export const REFUND_ID = "0123456789abcdef0123456789abcdef";
export const REFUND = {
  cf_refund_id: "11325632",
  cf_payment_id: "975672265",
  refund_id: REFUND_ID,
  order_id: ATTEMPT_ID,
  entity: "refund",
  refund_amount: 500.5,
  refund_currency: "INR",
  refund_status: "PENDING",
  refund_type: "MERCHANT_INITIATED",
  refund_arn: null,
};
export const failure = (status: number, code: string, message = "no", type = "invalid_request_error") => ({
  status,
  body: { message, help: "https://www.cashfree.com/docs", code, type },
});
export const LINKS = `/pg/links/${ATTEMPT_ID}`;
export const OURS = `/pg/orders/${ATTEMPT_ID}`;

export const RECEIVED = {
  gatewayPaymentId: "975672265",
  amount: 50_050,
  currency: "INR",
  payer: "payer@bank",
  bankReference: "412345678901",
  method: "upi",
};

export const ORDERED = testAttempt({ refs: { order: ATTEMPT_ID } });
export const LINKED = testAttempt({ refs: { link: ATTEMPT_ID } });

/** A scripted Cashfree, and gateways that call it. */
export async function startCashfree() {
  const server = await startScriptedServer();

  function open(mode: "hosted" | "direct" = "hosted") {
    const secrets = testSecrets({ CLIENT_ID: ["client-id"], CLIENT_SECRET: ["test_secret"] });
    const options = testGatewayOptions(secrets);
    const settings = { gateway: "cashfree", environment: "test", mode, refunds: "automatic", url: server.url } as const;
    return { gateway: createCashfreeGateway({ ...options, settings }), ...options, secrets };
  }

  /** Answers for an order of direct mode with these tries and refunds. */
  function script(order: object, payments: object[], refunds: object[] = []) {
    server.on(`GET ${OURS}`, { body: { ...ORDER, ...order } });
    server.on(`GET ${OURS}/payments`, { body: payments });
    server.on(`GET ${OURS}/refunds`, { body: refunds });
  }

  return { server, open, script };
}
