import { execFileSync } from "node:child_process";

import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import {
  CARD,
  createShopper,
  orderBody,
  runWorker,
  startOrder,
  statusOf,
  stockUp,
} from "../../helpers/api/test-orders.ts";
import { type Engine, engines } from "../../helpers/database/test-database.ts";

/**
 * A file may not grow any more (RLIMIT_FSIZE, Linux): to SQLite in this process the disk is full. A PostgreSQL server is
 * not ours to fill: each table answers an insert or update as it does then (53100).
 */
async function setDiskFull(engine: Engine, api: TestApi, isFull: boolean) {
  if (engine === "sqlite") {
    execFileSync("prlimit", ["--pid", String(process.pid), `--fsize=${isFull ? 0 : "unlimited"}:`]);
    return;
  }
  await api.shop().db.transaction(async (tx) => {
    const tables = await sql<{ name: string }>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'awning_acme'`.execute(
      tx,
    );
    await sql`create or replace function awning_acme.disk_full() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(
      tx,
    );
    for (const { name } of tables.rows) {
      const table = sql.raw(name);
      if (!isFull) await sql`drop trigger disk_full on ${table}`.execute(tx);
      else
        await sql`create trigger disk_full before insert or update on ${table}
          for each statement execute function awning_acme.disk_full()`.execute(tx);
    }
  });
}

describe.each(engines)("a full disk under %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await stockUp(api, 10);
  });
  afterEach(() => (engine === "sqlite" ? setDiskFull(engine, api, false) : undefined));
  afterAll(() => api.close());

  test("answers 503 to writes, serves reads, and recovers by itself [OPS-06]", async () => {
    const { token, userId } = await createShopper(api, { coins: 150 });
    const { orderId, token: payer } = await startOrder(api);
    const { email } = await api.signUp();
    await setDiskFull(engine, api, true);
    const body = orderBody(api, { amount: 900, coins_used: 100 });
    const writes = {
      cart: () => api.request("POST", "/cart/", { token, body: { cart_items: [{ ...CARD, to_pay: 1000 }] } }),
      order: () => api.request("POST", "/place-order/", { token, body }),
      login: () => api.login(email),
      contact: () =>
        api.request("POST", "/contact/", {
          body: { name: "Asha Rao", email, message: "x".repeat(450) },
        }),
    };
    for (const [name, write] of Object.entries(writes)) expect([name, (await write()).status]).toEqual([name, 503]);
    for (const path of ["/products/", "/home/", "/search/?q=crust", "/cart/", "/order-history/", "/user-data/"]) {
      expect([path, (await api.request("GET", path, { token })).status]).toEqual([path, 200]);
    }
    await runWorker(api); // its steps fail, are logged and tried again
    expect(await statusOf(api, payer, orderId)).toBe("PAYMENT_PENDING");

    await setDiskFull(engine, api, false);
    expect((await writes.order()).status).toBe(201);
    expect((await writes.login()).status).toBe(200);
    const orders = api.shop().db.read.selectFrom("orders").select("id").where("user_id", "=", userId);
    expect(await orders.execute()).toHaveLength(1);
    expect(await auditLedger(api.shop())).toEqual([]);
  });
});
