import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import type { Databases, TenantDatabase } from "../../../api/db/database.ts";
import { createPostgresDatabases } from "../../../api/db/postgres/postgres.ts";
import { createSqliteDatabases } from "../../../api/db/sqlite/sqlite.ts";
import { reconcilePayments } from "../../../api/payments/reconcile.ts";
import type { PaymentView } from "../../../api/ports/gateway.ts";
import { createSandboxGateway, decidePayment } from "../../../api/sandbox/gateway.ts";
import type { Shop } from "../../../api/shop/shop.ts";
import { createBackgroundWorker } from "../../../api/work/background-worker.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper, paymentOf, placeOne, stockUp } from "../../helpers/api/test-orders.ts";
import { locksOff } from "../../helpers/database/locks-off.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { runUntilKilled } from "../../helpers/processes/crashing-shop.ts";
import { waitUntil } from "../../helpers/waiting/patience.ts";

// Two replicas whose work becomes due at the same moment. What reaches a gateway or a mailbox is written down.

const ORDERS = 8;
const WINDOW_MS = 300_000;
const LEASE_MS = 15_000;

const UNKNOWN: PaymentView = { state: "unknown", received: [], refunds: [] };

describe.each(engines)("two replicas on %s", (engine) => {
  let api: TestApi;
  let databases: Databases;
  let other: TenantDatabase;
  let notified: string[] = [];
  const notifications = createServer((req, res) => {
    req.setEncoding("utf8").on("data", (text: string) => notified.push(JSON.parse(text).payment_id));
    req.on("end", () => void setTimeout(() => res.end(), 20));
  });
  beforeAll(async () => {
    // The controls leave books that are wrong, so the other tests look at them.
    api = await startTestApi(engine, { wrapDatabase: (db) => db });
    await stockUp(api, 500);
    const { dataDir, url } = api.storage;
    databases = engine === "sqlite" ? createSqliteDatabases(dataDir) : createPostgresDatabases(url!, api.shop().log);
    other = await databases.open("acme");
    await once(notifications.listen(0, "127.0.0.1"), "listening");
  });
  afterAll(async () => {
    notifications.close();
    await other.close();
    await databases.close();
    await api.close();
  });

  /** The shop as each of the two processes has it; `change` says what is far away. */
  const replicas = (wrap: (db: TenantDatabase) => TenantDatabase, change: (shop: Shop) => Partial<Shop>): Shop[] =>
    [api.shop().db, other].map((db) => {
      const shop = { ...api.shop(), db: wrap(db) };
      return { ...shop, payments: { ...shop.payments, deliverDue: undefined }, ...change(shop) };
    });
  const runAll = (shops: Shop[]) => Promise.all(shops.map((shop) => createBackgroundWorker(shop).runOnce()));

  async function placeOrders(): Promise<string[]> {
    const shoppers = await Promise.all(Array.from({ length: ORDERS }, () => createShopper(api)));
    const orders = await Promise.all(shoppers.map(({ token }) => placeOne(api, token)));
    return orders.map(({ orderId }) => orderId as string);
  }

  type Wrap = (db: TenantDatabase) => TenantDatabase;

  async function askGateway(wrap: Wrap, ms: number): Promise<string[]> {
    await runAll(
      replicas(
        (db) => db,
        () => ({}),
      ),
    );
    await placeOrders();
    const asked: string[] = [];
    const fetchStatus = async ({ id }: { id: string }): Promise<PaymentView> => {
      asked.push(id);
      await sleep(10);
      return UNKNOWN;
    };
    api.clock.turn(ms);
    await runAll(replicas(wrap, ({ payments }) => ({ payments: { ...payments, deliverDue: undefined, fetchStatus } })));
    return asked;
  }

  async function sendMails(wrap: Wrap): Promise<string[]> {
    await runAll(
      replicas(
        (db) => db,
        () => ({}),
      ),
    );
    await Promise.all(Array.from({ length: ORDERS }, () => api.signUp({ isVerified: false })));
    const sent: string[] = [];
    const send = async ({ id }: { id: string }) => {
      sent.push(id);
      await sleep(10);
    };
    await runAll(replicas(wrap, () => ({ mailer: { send } })));
    return sent;
  }

  async function sendNotifications(wrap: Wrap): Promise<string[]> {
    for (const id of await placeOrders())
      await decidePayment(api.shop(), (await paymentOf(api, id)).payment_id, "approve");
    notified = [];
    const { port } = notifications.address() as AddressInfo;
    await runAll(
      replicas(wrap, (shop) => ({
        payments: createSandboxGateway({ ...shop, storefrontOrigin: `http://127.0.0.1:${port}` }),
      })),
    );
    return notified;
  }

  const EFFECTS: [string, (wrap: Wrap) => Promise<string[]>][] = [
    ["ask the gateway about each payment", (wrap) => askGateway(wrap, 20_000)],
    ["ask the gateway about each order whose window has ended", (wrap) => askGateway(wrap, WINDOW_MS)],
    ["send each mail", sendMails],
    ["send each notification", sendNotifications],
  ];

  test.each(EFFECTS)("%s once", async (_, run) => {
    const effects = await run((db) => db);
    expect(effects.length).toBeGreaterThanOrEqual(ORDERS);
    expect(effects.toSorted()).toEqual([...new Set(effects)].toSorted());
    expect(await auditLedger(api.shop())).toEqual([]);
  });

  const doublesWithoutLocks = () =>
    test.each(EFFECTS)("control: without locks they %s twice at times", async (_, run) => {
      const isDouble = async () => {
        const effects = await run(locksOff);
        return effects.length > new Set(effects).size;
      };
      // On a busy machine one of them may be done before the other begins.
      expect(await waitUntil(isDouble)).toBe(true);
    });
  // SQLite has one writer at a time, whatever a transaction says.
  if (engine === "postgres") doublesWithoutLocks();

  test("take up the payment of one that was killed, once its lease has ended", async () => {
    await runAll(
      replicas(
        (db) => db,
        () => ({}),
      ),
    );
    const [orderId] = await placeOrders();
    const { payment_id: paymentId } = await paymentOf(api, orderId!);
    const asked: string[] = [];
    const [shop] = replicas(
      (db) => db,
      ({ payments }) => ({
        payments: {
          ...payments,
          async fetchStatus({ id }) {
            asked.push(id);
            return UNKNOWN;
          },
        },
      }),
    );
    // Only this payment is due, and its owner ends right after it has claimed it.
    const { db } = api.shop();
    await db.transaction((tx) =>
      tx.updateTable("payments").set({ next_poll_at: null }).where("id", "<>", paymentId).execute(),
    );
    api.clock.turn(20_000);
    const plan = { storage: api.storage, now: api.clock.now(), killAt: 1, isCommitted: true, reconcile: true } as const;
    expect(await runUntilKilled(plan)).toBe("SIGKILL");
    await reconcilePayments(shop!);
    api.clock.turn(LEASE_MS - 1);
    await reconcilePayments(shop!);
    expect(asked).toEqual([]);
    api.clock.turn(1);
    await reconcilePayments(shop!);
    expect(asked).toEqual([paymentId]);
  });
});
