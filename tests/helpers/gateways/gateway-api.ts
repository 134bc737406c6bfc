import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { sendRefundsOfOrder } from "../../../api/refunds/send-refunds.ts";
import { findPaymentOfOrder } from "../../../api/repositories/payments/payments.ts";
import { findOrderRefund } from "../../../api/repositories/refunds/order-refunds.ts";
import { listRefundsOfOrder } from "../../../api/repositories/refunds/payment-refunds.ts";
import { listen } from "../../../simulators/wire/listen.ts";
import { startTestApi, type TestApi } from "../api/test-api.ts";
import { CARD, createShopper, fillCart, orderBody, runWorker, stockUp } from "../api/test-orders.ts";
import type { Engine } from "../database/test-database.ts";
import { waitUntil } from "../waiting/patience.ts";
import { compareBooks } from "./compare-books.ts";
import { NO_LIMITS } from "./no-limits.ts";
import { createSimulatedGateway, type GatewayKind, type Mode } from "./simulated-gateway.ts";

const MINUTE_MS = 60_000;

export type GatewayApi = Awaited<ReturnType<typeof startGatewayApi>>;
type Options = { mode?: Mode; engine?: Engine; cards?: number } & Parameters<typeof startTestApi>[1] & {};

/** The API of a brand that a simulated gateway pays. Both have the API's clock, and notifications reach the API at once. */
export async function startGatewayApi(
  gateway: GatewayKind,
  { mode = "hosted", engine = "sqlite", cards = 200, settings, secrets, ...options }: Options = {},
) {
  let api: TestApi | undefined = undefined;
  const simulated = createSimulatedGateway(gateway, mode, { now: () => api!.clock.now() });
  const { simulator } = simulated;
  let at = await listen(simulator);
  const acme = { ...NO_LIMITS, ...settings?.acme, payments: simulated.payments(at.url) };
  api = await startTestApi(engine, {
    ...options,
    tenants: ["acme"],
    settings: { acme },
    secrets: { ...secrets, ...simulated.secrets("acme") },
  });
  const started = api;
  await stockUp(started, cards);
  simulator.setWebhookUrl(`${started.root}/acme/payment-notification`);

  /** The token of a new shopper with a full cart and a phone, which one of the gateways demands. */
  async function shopper(): Promise<string> {
    const { token, userId } = await createShopper(started);
    await started
      .shop()
      .db.transaction((tx) => tx.updateTable("users").set({ phone: "9876543210" }).where("id", "=", userId).execute());
    return token;
  }
  let buyer: string | undefined;

  /** Waits until the notifications that the gateway has sent are processed: on a busy machine the answer comes before. */
  async function notified() {
    await simulator.webhooks.idle();
    const { read } = started.shop().db;
    const open = read.selectFrom("webhooks").select("id").where("outcome", "is", null);
    await waitUntil(async () => (await open.execute()).length === 0);
  }

  return {
    api: started,
    simulated,
    simulator,

    shopper,

    /** The token of the same shopper until it expires, whose cart is full again. */
    async buyer() {
      const { status, text } = await started.request("GET", "/cart/", { token: buyer });
      if (status !== 200) return (buyer = await shopper());
      if (!text.includes("selectedDenomination")) await fillCart(started, buyer!, [CARD]);
      return buyer!;
    },

    /** Sends a place-order, the same each time that the returned function is called. */
    order(token: string) {
      const body = orderBody(started);
      const send = () => started.request("POST", "/place-order/", { token, body });
      return Object.assign(send, { number: body.order_number });
    },

    /** The attempt that the shopper is shown. @throws where there is none */
    async shown(orderId: string): Promise<string> {
      const payment = await findPaymentOfOrder(started.shop().db.read, orderId);
      if (payment?.links == null) throw new Error(`order ${orderId} cannot be paid`);
      return payment.id;
    },

    async statusOf(orderId: string): Promise<string> {
      const { read } = started.shop().db;
      return (await read.selectFrom("orders").select("status").where("id", "=", orderId).executeTakeFirstOrThrow())
        .status;
    },

    async vouchersOf(orderId: string): Promise<number> {
      const items = started.shop().db.read.selectFrom("order_items").select("id").where("order_id", "=", orderId);
      const { read } = started.shop().db;
      return (await read.selectFrom("vouchers").select("id").where("order_item_id", "in", items).execute()).length;
    },

    /** Sends every refund that failed once more. */
    async sendFailedRefunds() {
      const { read } = started.shop().db;
      const failed = await read
        .selectFrom("payment_refunds")
        .select("order_id")
        .where("state", "=", "failed")
        .execute();
      for (const orderId of new Set(failed.map(({ order_id }) => order_id)))
        await sendRefundsOfOrder(started.shop(), orderId);
    },

    async owed(orderId: string) {
      const { read } = started.shop().db;
      const states = (await listRefundsOfOrder(read, orderId)).map(({ state }) => state);
      return { states, isSent: (await findOrderRefund(read, orderId, 1))!.sent_at !== null };
    },

    notified,

    /** Lets time pass, and the shop work. */
    async pass(...minutes: number[]) {
      for (const each of minutes) {
        started.clock.turn(each * MINUTE_MS);
        await runWorker(started);
        await notified();
      }
    },

    /** Refuses every connection. */
    goDown: () => at.close(),
    async comeBack() {
      at = await listen(simulator, at.port);
    },

    /** The differences between our books, the gateway's and the ledger's rules. */
    differences: async () => [
      ...(await compareBooks(started.shop().db.read, simulated.books())),
      ...(await auditLedger(started.shop())),
    ],

    async close() {
      await started.close();
      await at.close();
    },
  };
}
