import { secretVariable } from "../../../config/brand/secrets.ts";
import { createCashfreeSimulator } from "../../../simulators/cashfree/simulator.ts";
import { createPhonePeSimulator } from "../../../simulators/phonepe/simulator.ts";
import { createRazorpaySimulator } from "../../../simulators/razorpay/simulator.ts";

export const GATEWAYS = ["razorpay", "cashfree", "phonepe"] as const;
export type GatewayKind = (typeof GATEWAYS)[number];

export const MODES = ["hosted", "direct"] as const;
export type Mode = (typeof MODES)[number];

type State = "pending" | "done" | "failed";

/**
 * The payments and refunds of a gateway's account, in paise. `id` is the shop's `gatewayPaymentId`; `refundId` is null
 * for refunds that the gateway started. `from` is the refunded payment, or an order with all of its payments.
 */
export type GatewayBooks = {
  received: { id: string; amount: number; currency: string; from: string }[];
  refunds: { refundId: string | null; from: string; amount: number; state: State }[];
};

export type SimulatedGateway = ReturnType<typeof createSimulatedGateway>;

/** The simulator of a gateway, a brand's settings for it, and its books in one form for all gateways. */
export function createSimulatedGateway(gateway: GatewayKind, mode: Mode, options: Common = {}) {
  const { simulator, books, calls, attempts } = CREATE[gateway](options, mode);
  return {
    gateway,
    mode,
    simulator,
    books,
    /** The names of its calls, as `failNext` takes them. */
    calls,
    /** The id of the newest payment that the shop has requested. */
    lastAttempt: () => attempts().at(-1)!,
    /** The settings for tenant.json, from the simulator's URL. */
    payments: (url: string) => ({ gateway, mode, url, ...(gateway !== "razorpay" && { environment: "test" }) }),
    /** The environment variables of a brand. */
    secrets: (brand: string) =>
      Object.fromEntries(
        Object.entries(SECRETS).map(([name, value]) => [secretVariable("PAYMENTS", [brand], name), value]),
      ),
  };
}

type Common = { now?: () => number; settleRefundsAfterMs?: number | null };

const SECRETS = {
  KEY_ID: "rzp_test_1",
  KEY_SECRET: "api-secret",
  WEBHOOK_SECRET: "hook-secret",
  CLIENT_ID: "client",
  CLIENT_SECRET: "client-secret",
  CLIENT_VERSION: "1",
  WEBHOOK_USER: "awning",
  WEBHOOK_PASSWORD: "hook4words",
};

const CREATE = {
  razorpay(options: Common, mode: Mode) {
    const { KEY_ID: keyId, KEY_SECRET: keySecret, WEBHOOK_SECRET: webhookSecret } = SECRETS;
    const simulator = createRazorpaySimulator({ keyId, keySecret, webhookSecret, ...options });
    const states = { pending: "pending", processed: "done", failed: "failed" } as const;
    const books = (): GatewayBooks => ({
      received: simulator.books.payments
        .filter(({ status }) => status === "captured")
        .map(({ id, amount, currency }) => ({ id, amount, currency, from: id })),
      refunds: simulator.books.refunds.map(({ receipt, paymentId: from, amount, status }) => ({
        refundId: receipt,
        from,
        amount,
        state: states[status],
      })),
    });
    const create = mode === "hosted" ? "create link" : "create qr";
    const status = mode === "hosted" ? "status link" : "status qr";
    const attempts = () => [...simulator.books.links, ...simulator.books.qrs].map(({ id }) => id);
    const calls = { create, status, refund: "refund payment", refundStatus: "refund-status" };
    return { simulator, books, attempts, calls };
  },
  cashfree(options: Common, mode: Mode) {
    const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret } = SECRETS;
    const simulator = createCashfreeSimulator({ clientId, clientSecret, ...options });
    const states: Record<string, State> = { SUCCESS: "done", FAILED: "failed", CANCELLED: "failed" };
    const books = (): GatewayBooks => ({
      received: simulator.books.payments
        .filter(({ status }) => status === "SUCCESS" || status === "CANCELLED")
        .map(({ cfPaymentId: id, orderId: from, amount, currency }) => ({ id, amount, currency, from })),
      refunds: simulator.books.refunds.map(({ refundId, type, orderId: from, amount, status }) => ({
        refundId: type === "MERCHANT_INITIATED" ? refundId : null,
        from,
        amount,
        state: states[status] ?? "pending",
      })),
    });
    const create = mode === "hosted" ? "create link" : "create order";
    const status = mode === "hosted" ? "status link" : "status order";
    const attempts = () => [
      ...simulator.books.links.map(({ linkId }) => linkId),
      ...simulator.books.orders.filter(({ linkId }) => linkId === null).map(({ orderId }) => orderId),
    ];
    const calls = { create, status, refund: "refund order", refundStatus: "refund-status refund" };
    return { simulator, books, attempts, calls };
  },
  phonepe(options: Common, mode: Mode) {
    const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, CLIENT_VERSION: clientVersion } = SECRETS;
    const { WEBHOOK_USER: webhookUser, WEBHOOK_PASSWORD: webhookPassword } = SECRETS;
    const keys = { clientId, clientSecret, clientVersion, webhookUser, webhookPassword };
    const simulator = createPhonePeSimulator({ ...keys, ...options });
    const states: Record<string, State> = { COMPLETED: "done", FAILED: "failed" };
    const books = (): GatewayBooks => ({
      received: simulator.books.orders.flatMap(({ orderId, transactions }) =>
        transactions
          .filter(({ state }) => state === "COMPLETED")
          // The shop calls the first by its order's id (api/gateways/phonepe/orders.ts).
          .map(({ transactionId, amount }, index) => ({
            id: index === 0 ? orderId : transactionId,
            amount,
            currency: "INR",
            from: orderId,
          })),
      ),
      refunds: simulator.books.refunds.map(({ merchantRefundId, originalMerchantOrderId, amount, state }) => ({
        refundId: merchantRefundId.startsWith("DASHBOARD") ? null : merchantRefundId,
        from: simulator.books.find(originalMerchantOrderId)!.orderId,
        amount,
        state: states[state] ?? "pending",
      })),
    });
    const create = mode === "hosted" ? "create checkout" : "create custom";
    const attempts = () => simulator.books.orders.map(({ orderId }) => orderId);
    const calls = { create, status: "status order", refund: "refund order", refundStatus: "refund-status" };
    return { simulator, books, attempts, calls };
  },
};
