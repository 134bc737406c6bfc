import { createCashfreeSimulator } from "../../../simulators/cashfree/simulator.ts";
import { createPhonePeSimulator } from "../../../simulators/phonepe/simulator.ts";
import { createRazorpaySimulator } from "../../../simulators/razorpay/simulator.ts";
import { listen } from "../../../simulators/wire/listen.ts";
import { startTestApi } from "../api/test-api.ts";
import type { Engine } from "../database/test-database.ts";

type Now = { now: () => number };

/** An account at each gateway, and a test's changes to its books behind the shop's back. */
const VENDORS = {
  razorpay(options: Now) {
    const keys = { keyId: "rzp_test_1", keySecret: "api-secret", webhookSecret: "hook-secret" };
    const simulator = createRazorpaySimulator({ ...keys, ...options });
    const { books } = simulator;
    return {
      simulator,
      secrets: { KEY_ID: keys.keyId, KEY_SECRET: keys.keySecret, WEBHOOK_SECRET: keys.webhookSecret },
      loseMoney: () => void books.payments.splice(0),
      loseRefunds: () => void books.refunds.splice(0),
    };
  },
  cashfree(options: Now) {
    const keys = { clientId: "client", clientSecret: "client-secret" };
    const simulator = createCashfreeSimulator({ ...keys, ...options });
    const { books } = simulator;
    return {
      simulator,
      secrets: { CLIENT_ID: keys.clientId, CLIENT_SECRET: keys.clientSecret },
      loseMoney: () => void books.payments.splice(0),
      loseRefunds: () => void books.refunds.splice(0),
    };
  },
  phonepe(options: Now) {
    const keys = { clientId: "client", clientSecret: "client-secret", clientVersion: "1" };
    const webhook = { webhookUser: "username", webhookPassword: "password1" };
    const simulator = createPhonePeSimulator({ ...keys, ...webhook, ...options });
    const { books } = simulator;
    return {
      simulator,
      secrets: {
        CLIENT_ID: keys.clientId,
        CLIENT_SECRET: keys.clientSecret,
        CLIENT_VERSION: keys.clientVersion,
        WEBHOOK_USER: webhook.webhookUser,
        WEBHOOK_PASSWORD: webhook.webhookPassword,
      },
      loseMoney() {
        for (const order of books.orders) Object.assign(order, { state: "PENDING", transactions: [] });
      },
      loseRefunds: () => void books.refunds.splice(0),
    };
  },
};

export type GatewayKind = keyof typeof VENDORS;
export const GATEWAY_KINDS = Object.keys(VENDORS) as GatewayKind[];

/** The API for tenant acme with an account at a simulated gateway, which has the API's clock. */
export async function startShopAt(kind: GatewayKind, engine: Engine, more: Parameters<typeof startTestApi>[1] = {}) {
  let now = () => Date.UTC(2026, 0, 15, 6, 30); // until the API has a clock
  const { secrets, ...vendor } = VENDORS[kind]({ now: () => now() });
  const server = await listen(vendor.simulator);
  const values = Object.fromEntries(Object.entries(secrets).map(([name, value]) => [`PAYMENTS_ACME_${name}`, value]));
  const payments = { gateway: kind, url: server.url };
  const api = await startTestApi(engine, {
    tenants: ["acme"],
    settings: { acme: { payments } },
    secrets: values,
    ...more,
  });
  now = api.clock.now;
  return {
    api,
    payments,
    secrets: values,
    ...vendor,
    async close() {
      await api.close();
      await server.close();
    },
  };
}
