import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import { pino } from "pino";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { createToken, signAccessToken } from "../../../api/domain/tokens.ts";
import { defaultLimits } from "../../../api/limits/limits.ts";
import { compareBooks as compareDaily } from "../../../api/payments/compare-books.ts";
import { processWebhooks } from "../../../api/payments/receive-webhook.ts";
import { reconcilePayments, resumeFulfilment } from "../../../api/payments/reconcile.ts";
import { sendRefunds } from "../../../api/refunds/send-refunds.ts";
import { createSession } from "../../../api/repositories/accounts/sessions.ts";
import { createUser } from "../../../api/repositories/accounts/users.ts";
import { insertCartLine } from "../../../api/repositories/cart/cart.ts";
import type { Shop } from "../../../api/shop/shop.ts";
import { createShopRegistry } from "../../../api/tenancy/shop-registry.ts";
import { TenantSchema } from "../../../config/brand/schema.ts";
import { listen } from "../../../simulators/wire/listen.ts";
import { addVoucherStock } from "../api/supply.ts";
import { createTestCatalogue, PRODUCT } from "../api/test-catalogue.ts";
import { createTestDatabases, type Engine } from "../database/test-database.ts";
import { freePort } from "../http/free-port.ts";
import { Replica, SECRETS } from "../processes/deployment.ts";
import { compareBooks } from "./compare-books.ts";
import { NO_LIMITS } from "./no-limits.ts";
import { createSimulatedGateway, type GatewayKind } from "./simulated-gateway.ts";

const DAY_MS = 24 * 60 * 60_000;
/** The total of every shopper's cart, in rupees. */
export const TOTAL = 1_000;

export type TornShop = Awaited<ReturnType<typeof startTornShop>>;

/**
 * The API in a separate process, for kills, with a simulated gateway in this process. `shop` is the same shop in this
 * process, without background work; its clock, and the simulator's, can be turned.
 */
export async function startTornShop(gateway: GatewayKind, { engine, shoppers }: { engine: Engine; shoppers: number }) {
  let turned = 0;
  const clock = { now: () => Date.now() + turned };
  const simulated = createSimulatedGateway(gateway, "hosted", { now: clock.now, settleRefundsAfterMs: 200 });
  const at = await listen(simulated.simulator);
  const { databases, dataDir, url, drop } = await createTestDatabases(engine);
  const port = await freePort();
  const origin = `http://acme.localhost:${port}/acme`;
  simulated.simulator.setWebhookUrl(`${origin}/payment-notification`);

  const tenant = { id: "acme", hostnames: ["acme.localhost"], payments: simulated.payments(at.url), ...NO_LIMITS };
  const tenantsDir = join(dataDir, "tenants");
  mkdirSync(join(tenantsDir, "acme"), { recursive: true });
  writeFileSync(join(tenantsDir, "acme", "tenant.json"), JSON.stringify(tenant));
  const secrets = simulated.secrets("acme");
  const env = { ...SECRETS, ...secrets, DATA_DIR: dataDir, TENANTS_DIR: tenantsDir, ...(url && { DATABASE_URL: url }) };
  const api = new Replica("api/server.ts", port, { ...env, COMMERCE_API_PORT: String(port), LOG_LEVEL: "warn" });

  const shops = createShopRegistry({
    databases,
    clock,
    log: pino({ level: "silent" }),
    dataKeys: [{ id: "1", bytes: Buffer.from(SECRETS.DATA_KEY, "base64") }],
    limits: defaultLimits,
    createMailer: () => ({ send: async () => {} }),
    secrets,
    workers: false,
  });
  await shops.replace([TenantSchema.parse(tenant)]);
  const shop = await shops.open("acme");
  await createTestCatalogue(shop);
  await addVoucherStock(shop, PRODUCT.choices, Array.from({ length: shoppers * 3 }, newCard));
  const tokens = await createShoppers(shop, shoppers);
  await api.start();

  return {
    api,
    simulated,
    shop,
    origin,
    tokens,
    env,

    /** Ends the API, then turns the clock over a week, until neither shop nor gateway has anything left to do. */
    async settle() {
      const { webhooks } = simulated.simulator;
      await webhooks.release();
      await webhooks.idle();
      await webhooks.retry();
      await api.kill9();
      for (const minutes of [0, 1, 5, 20, 30, 60, 120, 240, 480, 960, 1_440, 1_440, 1_440, 1_440, 1_440]) {
        turned += minutes * 60_000;
        while (await processWebhooks(shop));
        while (await reconcilePayments(shop));
        await resumeFulfilment(shop);
        while (await compareDaily(shop, AbortSignal.timeout(60_000)));
        while (await sendRefunds(shop));
        await sleep(250); // the gateway's refunds are done
      }
    },

    /** The differences between our books, the gateway's and the ledger's rules. */
    differences: async () => [
      ...(await compareBooks(shop.db.read, simulated.books())),
      ...(await auditLedger({ db: shop.db })),
    ],

    async [Symbol.asyncDispose]() {
      await api.kill9();
      await shops.close();
      await databases.close();
      await drop();
      await at.close();
    },
  };
}

const newCard = () => ({
  cardNumber: createToken(),
  pin: null,
  claimUrl: null,
  faceValue: null,
  expiresAt: null,
});

/** Shoppers with a full cart and a phone, which one of the gateways demands. @returns their access tokens */
const createShoppers = (shop: Shop, count: number): Promise<string[]> =>
  shop.db.transaction(async (tx) => {
    const now = Date.now();
    const expiresAt = now + DAY_MS;
    const tokens: string[] = [];
    for (let index = 0; index < count; index++) {
      const person = { username: "Asha Rao", email: `shopper-${index}@torn.test`, phone: "9876543210" };
      const createdAt = now - 30 * DAY_MS;
      const userId = await createUser(tx, { ...person, passwordHash: "none", isVerified: true, now: createdAt });
      await insertCartLine(tx, userId, { productId: PRODUCT.choices, denomination: 50_000, quantity: 2 }, now);
      const session = { userId, refreshToken: createToken(), client: "", now, expiresAt };
      const sessionId = await createSession(tx, session);
      tokens.push(signAccessToken({ tenantId: shop.tenant.id, userId, sessionId, expiresAt }, shop.keys));
    }
    return tokens;
  });
