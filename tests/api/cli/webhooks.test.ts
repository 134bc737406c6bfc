import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { listKeyUses, rotateKeys } from "../../../api/audit/rotate-keys.ts";
import { createTenantKeys, parseDataKeys } from "../../../api/domain/keys.ts";
import { readWebhook } from "../../../api/payments/early-notices.ts";
import { processWebhooks } from "../../../api/payments/receive-webhook.ts";
import { findWebhook, listWebhooks } from "../../../api/repositories/payments/webhooks.ts";
import { readDueWork } from "../../../api/repositories/work/due-work.ts";
import { signNotification } from "../../../api/sandbox/signature.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { coinsOf, notify, outcomesOf, startOrder, stockUp, vouchersOf } from "../../helpers/api/test-orders.ts";
import { type Cli, createCli } from "../../helpers/cli/cli.ts";
import { engines } from "../../helpers/database/test-database.ts";

const DAY_MS = 24 * 60 * 60_000;

type Row = { id: string; event: string; outcome: string; order: string | null; tries: number; received_at: string };

describe.each(engines)("the gateway's notifications by command on %s", (engine) => {
  let api: TestApi;
  let cli: Cli;
  beforeAll(async () => {
    api = await startTestApi(engine);
    cli = createCli(api.storage, { acme: {}, globex: {} });
    api.clock.turn(Date.now() - api.clock.now()); // commands have the machine's
    await stockUp(api, 40);
  });
  afterAll(() => api.close());

  /** Signed as the gateway signs it, with a text that shows that nothing rewrites the body. */
  async function send(payment: { payment_id: string; order_number: string; amount: number }, result = "success") {
    const eventId = randomUUID();
    const body = JSON.stringify({ event_id: eventId, result, currency: "INR", ...payment, "as sent": "é  " }, null, 3);
    const headers = signNotification(api.shop().keys, body, api.clock.now());
    const answer = await api.request("POST", "/payment-notification", { body, headers });
    return { status: answer.status, body, headers, eventId };
  }

  const list = (...args: string[]): Promise<Row[]> => cli.json("webhooks", "list", "acme", ...args);
  const idOf = async (eventId: string) => (await list()).find(({ event }) => event.includes(eventId))!.id;
  const countStored = async () => (await listWebhooks(api.shop().db.read, { limit: 1_000 })).length;

  test("lists each with its outcome and order, newest first", async () => {
    const { orderId, payment } = await startOrder(api);
    const paid = await send(payment);
    api.clock.turn(1_000);
    const unknown = await send({ ...payment, payment_id: "nobody-s" });
    expect([paid.status, unknown.status]).toEqual([200, 200]);
    const [first, second] = await list("--limit", "2");
    expect(first).toMatchObject({ outcome: "unknown payment", order: null, tries: 1 });
    expect(second).toEqual({
      id: expect.any(String),
      event: expect.stringContaining(paid.eventId),
      outcome: "paid",
      order: orderId,
      tries: 1,
      received_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(await list("--limit", "1")).toHaveLength(1);
    expect(await cli.ok("webhooks", "list", "globex")).toBe("No notifications.\n");
    const none = await cli.run(["webhooks", "list", "acme", "--limit", "0"]);
    expect(none).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("--limit") });
  });

  test("shows the body as it was sent, which the database holds sealed", async () => {
    const { payment } = await startOrder(api);
    const { body, eventId } = await send(payment);
    const id = await idOf(eventId);
    expect(await cli.ok("webhooks", "show", "acme", id)).toBe(`${body}\n`);
    const { sealed } = (await findWebhook(api.shop().db.read, id))!;
    expect(sealed).not.toContain(payment.order_number);
    const refusal = { code: 1, stdout: "", stderr: `awning: there is no notification ${id}\n` };
    expect(await cli.run(["webhooks", "show", "globex", id])).toEqual(refusal);
    const unknown = await cli.run(["webhooks", "replay", "acme", "none"]);
    expect(unknown).toEqual({ code: 1, stdout: "", stderr: "awning: there is no notification none\n" });
  });

  test("books nothing twice when one is replayed, or sent again", async () => {
    const { token, orderId, payment } = await startOrder(api);
    const { body, headers, eventId } = await send(payment);
    const [id, stored] = [await idOf(eventId), await countStored()];
    expect(await cli.ok("webhooks", "replay", "acme", id)).toBe(`${id}: duplicate.\n`);
    expect((await api.request("POST", "/payment-notification", { body, headers })).status).toBe(200);
    expect(await countStored()).toBe(stored);
    expect(await outcomesOf(api, payment.payment_id)).toEqual(["paid"]);
    expect([(await vouchersOf(api, token, orderId)).length, await coinsOf(api, token)]).toEqual([2, 50]);
    expect((await list()).find((row) => row.id === id)).toMatchObject({ outcome: "duplicate", tries: 2 });
  });

  test("books one that came before its payment once it is replayed", async () => {
    const { token, orderId, payment } = await startOrder(api);
    const { db } = api.shop();
    const rename = (from: string, to: string) =>
      db.transaction((tx) => tx.updateTable("payments").set({ id: to }).where("id", "=", from).execute());
    await rename(payment.payment_id, "set-aside");
    const id = await idOf((await send(payment)).eventId);
    expect(await cli.ok("webhooks", "replay", "acme", id)).toBe(`${id}: unknown payment.\n`);
    await rename("set-aside", payment.payment_id);
    expect(await cli.ok("webhooks", "replay", "acme", id)).toBe(`${id}: paid.\n`);
    expect(await vouchersOf(api, token, orderId)).toHaveLength(2);
  });

  test("stores no notification that is forged", async () => {
    const { payment } = await startOrder(api);
    const stored = await countStored();
    const forged = await notify(api, payment, { headers: { "x-awning-signature": `1:${"A".repeat(43)}` } });
    expect([forged.status, await countStored()]).toEqual([401, stored]);
  });

  test("deletes those that are 90 days old by their time, though no other one comes", async () => {
    const { payment } = await startOrder(api);
    const { db } = api.shop();
    const [young, old] = [await idOf((await send(payment)).eventId), await idOf((await send(payment)).eventId)];
    const age = (id: string, ms: number) =>
      db.transaction((tx) =>
        tx
          .updateTable("webhooks")
          .set({ received_at: api.clock.now() - ms })
          .where("id", "=", id)
          .execute(),
      );
    await age(young, 90 * DAY_MS - 1);
    await age(old, 90 * DAY_MS);
    expect((await readDueWork(db.read, api.shop().tenant, api.clock.now())).webhooks).toBe(api.clock.now());
    await processWebhooks(api.shop());
    const kept = (await listWebhooks(db.read, { limit: 1_000 })).map(({ id }) => id);
    expect([kept.includes(young), kept.includes(old)]).toEqual([true, false]);
    expect((await readDueWork(db.read, api.shop().tenant, api.clock.now())).webhooks).toBe(api.clock.now() + 1);
  });

  test("seals them again with a new key, and the old key may go", async () => {
    const { payment } = await startOrder(api);
    const { body, eventId } = await send(payment);
    const id = await idOf(eventId);
    const stored = await countStored();
    const shop = api.shop();
    const withKeys = (dataKey: string) => ({ ...shop, keys: createTenantKeys(parseDataKeys(dataKey), "acme") });
    const [old, fresh] = [`1:${cli.env.DATA_KEY}`, `fresh:${Buffer.alloc(32, 9).toString("base64")}`];
    const usesOf = async (use: typeof shop) =>
      (await listKeyUses(use)).filter(({ what }) => what === "payment notifications");
    expect(await usesOf(shop)).toEqual([{ what: "payment notifications", key: "1", count: stored }]);
    const rotation = await rotateKeys(withKeys(`${fresh},${old}`));
    expect(rotation.unreadable).toBe(0);
    expect(await usesOf(shop)).toEqual([{ what: "payment notifications", key: "fresh", count: stored }]);
    expect(readWebhook(withKeys(fresh), (await findWebhook(shop.db.read, id))!).body).toBe(body);
    await rotateKeys(withKeys(`${old},${fresh}`));
  });

  // The last one, because it turns the clock.
  test("tries one about an unknown payment for a day, ever more rarely, and then waits for a replay", async () => {
    const { payment } = await startOrder(api);
    const { db } = api.shop();
    const from = api.clock.now();
    const id = await idOf((await send({ ...payment, payment_id: "never-stored" })).eventId);
    const pauses: number[] = [];
    for (let next = (await findWebhook(db.read, id))!.next_try_at; next !== null && pauses.length < 30;) {
      pauses.push(next - api.clock.now());
      api.clock.turn(next - api.clock.now());
      await processWebhooks(api.shop());
      next = (await findWebhook(db.read, id))!.next_try_at;
    }
    expect(pauses.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect(api.clock.now() - from).toBeGreaterThanOrEqual(DAY_MS);
    expect(api.clock.now() - from).toBeLessThan(2 * DAY_MS);
    expect(await findWebhook(db.read, id)).toMatchObject({ outcome: "unknown payment", next_try_at: null });
  });
});
