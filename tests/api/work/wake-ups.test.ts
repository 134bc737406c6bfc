import { randomUUID } from "node:crypto";

import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { TenantDatabase } from "../../../api/db/database.ts";
import { createPostgresDatabases } from "../../../api/db/postgres/postgres.ts";
import { createSqliteDatabases } from "../../../api/db/sqlite/sqlite.ts";
import { queueSealedMail } from "../../../api/mail/sealed-mail.ts";
import { createCategory } from "../../../api/repositories/catalogue/catalogue.ts";
import { createBackgroundWorker } from "../../../api/work/background-worker.ts";
import { createWakeUps } from "../../../api/work/wake-ups.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper, orderRow, paymentOf, placeOne, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { runUntilKilled } from "../../helpers/processes/crashing-shop.ts";
import { waitFor, waitUntil } from "../../helpers/waiting/patience.ts";

const WINDOW_MS = 300_000;
/** Until a file's time tells a change from the one before it. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 50));

describe.each(engines)("work in the background on %s", (engine) => {
  let api: TestApi;
  let counting: Awaited<ReturnType<typeof startCounting>>;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await stockUp(api, 50);
    counting = startCounting(api);
  });
  afterAll(async () => {
    await counting.stop();
    await api.close();
  });

  /** Waits until no shop has anything to do, and then for `count` more wake-ups. */
  async function sleepFor(count: number) {
    await waitUntil(() => counting.workers.every(({ dueAt }) => dueAt > api.clock.now()));
    const from = counting.wakeUps;
    await waitUntil(() => counting.wakeUps >= from + 1 + count);
  }

  test("asks nothing of a brand that nobody writes to, and looks once after a change", async () => {
    // The work of the start may go on for a while.
    await waitFor(async () => {
      counting.queries = 0;
      await sleepFor(3);
      expect(counting.queries).toBe(0);
    });

    await api.shop().db.transaction((tx) => createCategory(tx, randomUUID()));
    await waitUntil(() => counting.queries > 0);
    await sleepFor(3);
    expect(counting.queries).toBeLessThanOrEqual(2); // the second where the first came within milliseconds
  });

  test("begins at the moment that was written down, without a change", async () => {
    const { token } = await createShopper(api);
    const { orderId } = await placeOne(api, token);
    await sleepFor(1);
    expect((await orderRow(api, orderId)).status).toBe("pending");
    api.clock.turn(WINDOW_MS - 1);
    await sleepFor(1);
    expect((await orderRow(api, orderId)).status).toBe("pending");
    api.clock.turn(1);
    await waitUntil(async () => (await orderRow(api, orderId)).status === "expired");
  });

  test("sends what another program has queued", async () => {
    const { email } = await createShopper(api, { cart: [] });
    await sleepFor(1);
    api.mails.splice(0);
    const { dataDir, url } = api.storage;
    const other = engine === "sqlite" ? createSqliteDatabases(dataDir) : createPostgresDatabases(url!, api.shop().log);
    const db = await other.open("acme");
    const user = await db.read.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow();
    await db.transaction((tx) =>
      queueSealedMail(tx, api.shop(), { kind: "password-changed", about: user.id, contents: { userId: user.id } }),
    );
    await waitUntil(() => api.mails.length > 0);
    expect(api.mails.map(({ to }) => to)).toEqual([email]);
    await db.close();
    await other.close();
  });

  test("takes up what a program left behind that was killed after its commit, on PostgreSQL when it starts again", async () => {
    const { token } = await createShopper(api);
    const { orderId } = await placeOne(api, token);
    await sleepFor(1);
    const { payment_id: paymentId, amount } = await paymentOf(api, orderId);
    const settle = { paymentId, received: { gatewayPaymentId: paymentId, amount, currency: "INR" } };
    const plan = { storage: api.storage, now: api.clock.now(), killAt: 1, isCommitted: true, settle };
    expect(await runUntilKilled(plan)).toBe("SIGKILL");
    // Nobody announced the commit: a supervisor starts the program again, and what starts looks at everything.
    if (engine === "postgres") {
      await counting.stop();
      counting = startCounting(api);
    }
    await waitUntil(async () => (await orderRow(api, orderId)).status === "completed");
  });

  test("learns of a change when it is committed, however many were committed meanwhile", async () => {
    const listChanged = api.databases.watch();
    const write = async (brand: string) => api.shop(brand).db.transaction((tx) => createCategory(tx, randomUUID()));
    const seen = async (brand: string) => {
      const changed = await listChanged();
      return changed === "all" || changed.has(brand);
    };
    await listChanged();
    await settle();
    await listChanged();
    const isWritten = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const slow = api.shop("acme").db.transaction(async (tx) => {
      await createCategory(tx, randomUUID());
      isWritten.resolve();
      await mayCommit.promise;
    });
    await isWritten.promise;
    for (let round = 0; round < 3; round++) {
      await write("globex");
      const changed = await listChanged();
      expect(changed).toContain("globex");
      expect(changed).not.toContain("acme");
    }
    mayCommit.resolve();
    await slow;
    expect(await seen("acme")).toBe(true);
    await settle();
    await seen("acme");
    expect(await seen("acme")).toBe(false);
    await api.shop().db.transaction((tx) => tx.selectFrom("users").select("id").execute());
    expect(await seen("acme")).toBe(false);
  });
});

/** The workers of all shops, as a process has them, and how often they ask the database. */
function startCounting(api: TestApi) {
  const count = { wakeUps: 0, queries: 0 };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      count.queries++;
      return result;
    },
  };
  const ids = ["acme", "globex"];
  const workers = ids.map((id) => {
    const shop = api.shop(id);
    const db: TenantDatabase = {
      ...shop.db,
      read: shop.db.read.withPlugin(plugin),
      transaction(fn, queueKey) {
        count.queries++;
        return shop.db.transaction(fn, queueKey);
      },
    };
    return createBackgroundWorker({ ...shop, db, payments: { ...shop.payments, deliverDue: undefined } });
  });
  const watch = api.databases.watch();
  const listChanged = async () => {
    const changed = await watch();
    count.wakeUps++;
    return changed;
  };
  const { clock, log } = api.shop();
  const wakeUps = createWakeUps({ listChanged, clock, log });
  wakeUps.replace(new Map(ids.map((id, index) => [id, workers[index]!])));
  return Object.assign(count, {
    workers,
    async stop() {
      await wakeUps.stop();
      for (const worker of workers) await worker.stop();
    },
  });
}
