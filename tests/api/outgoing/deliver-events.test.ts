import type { KyselyPlugin } from "kysely";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import type { TenantDatabase, Writer } from "../../../api/db/database.ts";
import { EVENT_MS, EVENT_TYPES } from "../../../api/domain/outgoing/events.ts";
import { deliverEvents } from "../../../api/outgoing/deliver-events.ts";
import {
  addEndpoint,
  pauseEndpoint,
  removeEndpoint,
  replay,
  resumeEndpoint,
  rotateSecret,
  sendTest,
} from "../../../api/outgoing/manage-endpoints.ts";
import { listDeliveries } from "../../../api/repositories/outgoing/deliveries.ts";
import { findEndpoint, lockEndpoint } from "../../../api/repositories/outgoing/endpoints.ts";
import { deleteOldEvents } from "../../../api/repositories/outgoing/events.ts";
import { readDueWork } from "../../../api/repositories/work/due-work.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { notify, startOrder, stockUp } from "../../helpers/api/test-orders.ts";
import { startEventReceiver } from "../../helpers/backend/event-receiver.ts";
import { engines } from "../../helpers/database/test-database.ts";

const DAY_MS = 24 * 60 * 60_000;
const MEMBER = "owner@staff.test";

type Receiver = Awaited<ReturnType<typeof startEventReceiver>>;

/** A worker that takes a delivery leaves it due for others. */
const claimsOff = (db: TenantDatabase): TenantDatabase => {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) =>
      node.kind !== "UpdateQueryNode"
        ? node
        : { ...node, updates: node.updates?.filter(({ column }) => !JSON.stringify(column).includes("next_try_at")) },
    transformResult: async ({ result }) => result,
  };
  const taking = (tx: Writer) => tx.withPlugin(plugin);
  let taken = 0;
  return { ...db, transaction: (fn) => db.transaction((tx) => fn(taken++ < 4 ? taking(tx) : tx)) };
};

describe.each(engines)("events are sent on %s", (engine) => {
  let api: TestApi;
  let receivers: Receiver[] = [];
  let endpoints: string[] = [];
  beforeAll(async () => {
    api = await startTestApi(engine);
    await stockUp(api, 200);
  });
  afterAll(() => api.close());
  beforeEach(() => api.shop().db.transaction((tx) => tx.deleteFrom("events").execute()));
  afterEach(async () => {
    for (const id of endpoints.splice(0)) await removeEndpoint(api.shop(), id).catch(() => {}); // a test removed it
    for (const receiver of receivers.splice(0)) receiver.close();
  });

  async function listen(events = EVENT_TYPES) {
    const receiver = await startEventReceiver();
    receivers.push(receiver);
    const { id, secret } = await addEndpoint(api.shop(), { url: receiver.url, events }, MEMBER);
    endpoints.push(id);
    return { receiver, id, secret };
  }
  const deliver = () => deliverEvents(api.shop());
  const deliveriesTo = (id: string) => listDeliveries(api.shop().db.read, id, { limit: 100 });
  const countWaiting = async (id: string) => (await deliveriesTo(id)).filter(({ state }) => state === "waiting").length;
  const dueAt = async () => (await readDueWork(api.shop().db.read, api.shop().tenant, api.clock.now())).events;
  const endpointOf = (id: string) => findEndpoint(api.shop().db.read, id);
  /** As the receiver's own library checks it, at the API's time. */
  const isSigned = (secret: string, { headers, text }: Receiver["received"][number]) => {
    const real = Date.now;
    Date.now = api.clock.now;
    try {
      return Boolean(new Webhook(secret).verify(text, headers));
    } catch {
      return false;
    } finally {
      Date.now = real;
    }
  };

  test("with a signature that the library of Standard Webhooks accepts, and with the order in paise", async () => {
    const { receiver, secret, id } = await listen();
    const { orderId, payment } = await startOrder(api);
    await notify(api, payment);
    await deliver();
    expect(receiver.types().sort()).toEqual(["order.delivered", "order.paid", "order.placed"]);
    for (const event of receiver.received) {
      expect(isSigned(secret, event)).toBe(true);
      expect(isSigned(secret, { ...event, text: event.text.replace("100000", "1") })).toBe(false);
      expect(event.headers["webhook-id"]).toBe(event.json.id);
    }
    const paid = receiver.received.find(({ json }) => json.type === "order.paid")!.json;
    expect(paid).toMatchObject({ version: 1, brand: "acme", created_at: new Date(api.clock.now()).toISOString() });
    expect(paid.data.order).toEqual({
      id: orderId,
      number: payment.order_number,
      status: "paid",
      total: 100_000,
      amount: 90_000,
      coins: 10_000,
    });
    await deliver();
    expect(receiver.received).toHaveLength(3);
    expect(await deliveriesTo(id)).toMatchObject(
      [...Array(3)].map(() => ({ state: "delivered", status: 204, tries: 1 })),
    );
  });

  test("to the endpoints that want them, also while one hangs", async () => {
    const [slow, quick, picky] = [await listen(), await listen(), await listen(["refund.sent"])];
    let release = () => {};
    slow.receiver.answer = (res) => {
      release = () => res.writeHead(200).end();
    };
    await startOrder(api);
    const run = deliver();
    await expect.poll(() => quick.receiver.types()).toEqual(["order.placed"]);
    await startOrder(api);
    await expect.poll(() => quick.receiver.types()).toEqual(["order.placed", "order.placed"]);
    expect(slow.receiver.received).toHaveLength(1);
    slow.receiver.answer = (res) => void res.writeHead(200).end();
    release();
    await run;
    expect([slow.receiver.received.length, picky.receiver.received]).toEqual([2, []]);
  });

  test.each([
    ["refuses them", 500, "no", 500, "no"],
    ["sends them elsewhere, which is not followed", 302, "", 302, ""],
    ["answers a flood, of which only the beginning is kept", 500, "x".repeat(3_000_000), 500, "x".repeat(1_000)],
  ])("again later where the endpoint %s", async (_what, status, body, kept, beginning) => {
    const { receiver, id } = await listen();
    const elsewhere = await startEventReceiver();
    receivers.push(elsewhere);
    receiver.answer = (res) => void res.writeHead(status, { location: elsewhere.url }).end(body);
    await startOrder(api);
    await deliver();
    expect(await deliveriesTo(id)).toMatchObject([{ state: "waiting", tries: 1, status: kept, answer: beginning }]);
    expect(await dueAt()).toBe(api.clock.now() + 60_000);
    await deliver();
    expect([receiver.received.length, elsewhere.received]).toEqual([1, []]);
    receiver.answer = (res) => void res.writeHead(200).end();
    api.clock.turn(60_000);
    await deliver();
    const [first, second] = receiver.received;
    expect(second!.headers["webhook-id"]).toBe(first!.headers["webhook-id"]);
    expect(await deliveriesTo(id)).toMatchObject([{ state: "delivered", tries: 2 }]);
  });

  test("no more once nothing was accepted for three days, of which the brand hears once", async () => {
    const { receiver, id } = await listen();
    receiver.answer = (res) => void res.destroy();
    await startOrder(api);
    const began = api.clock.now();
    await deliver();
    while ((await endpointOf(id))!.paused_at === null) {
      api.clock.turn((await dueAt())! - api.clock.now());
      await deliver();
    }
    const { paused_at, problem } = (await endpointOf(id))!;
    expect(paused_at! - began).toBeGreaterThan(2.9 * DAY_MS);
    expect(paused_at! - began).toBeLessThan(3.2 * DAY_MS);
    expect(problem).toMatch(/^No answer/);
    expect(await deliveriesTo(id)).toMatchObject([{ state: "failed", tries: 13 }]);
    const mail = await api.takeMail("help@acme.test");
    expect(mail.subject).toBe(`Events to ${new URL(receiver.url).host} are paused`);
    const sent = receiver.received.length;
    await startOrder(api);
    await deliver();
    expect([receiver.received.length, api.mails.filter(({ to }) => to === "help@acme.test")]).toEqual([sent, []]);

    receiver.answer = (res) => void res.writeHead(200).end();
    await resumeEndpoint(api.shop(), id);
    await deliver();
    expect((await deliveriesTo(id)).map(({ state }) => state)).toEqual(["delivered", "failed"]);
    expect(await replay(api.shop(), id, { failedSince: began + 1 })).toBe(0);
    await expect(replay(api.shop(), id, { id: "unknown" })).rejects.toMatchObject({ status: 404 });
    expect(await replay(api.shop(), id, { failedSince: began })).toBe(1);
    await deliver();
    expect((await deliveriesTo(id)).map(({ state }) => state)).toEqual(["delivered", "delivered"]);
    expect(receiver.received.at(-1)!.headers["webhook-id"]).toBe(receiver.received[0]!.headers["webhook-id"]);
  });

  test("of a backlog one a minute while the endpoint fails, and all once it accepts one", async () => {
    const { receiver, id } = await listen();
    receiver.answer = (res) => void res.writeHead(500).end();
    for (let sent = 0; sent < 40; sent++) await sendTest(api.shop(), id);
    const began = api.clock.now();
    await deliver();
    const untouched = (await deliveriesTo(id)).filter(({ tries, next_try_at }) => tries === 0 && next_try_at === 0);
    expect([receiver.received.length, untouched.length]).toEqual([1, 39]);
    expect(await dueAt()).toBe(began + 60_000);
    receiver.answer = (res) => void res.writeHead(200).end();
    api.clock.turn(60_000);
    await deliver();
    expect((await deliveriesTo(id)).map(({ state }) => state)).toEqual(Array(40).fill("delivered"));
    expect(await endpointOf(id)).toMatchObject({ rest_until: null, failing_since: null });
  });

  test("of a backlog no more once nothing was accepted for three days, and then all that waits", async () => {
    const { receiver, id } = await listen();
    receiver.answer = (res) => void res.destroy();
    for (let sent = 0; sent < 40; sent++) await sendTest(api.shop(), id);
    for (let hour = 0; hour < 71; hour++) {
      await deliver();
      api.clock.turn(60 * 60_000);
    }
    expect((await endpointOf(id))!.paused_at).toBeNull();
    api.clock.turn(60 * 60_000);
    await deliver();
    expect((await endpointOf(id))!.paused_at).toBe(api.clock.now());
    expect((await api.takeMail("help@acme.test")).subject).toContain("are paused");
    expect([(await deliveriesTo(id)).length, await countWaiting(id)]).toEqual([40, 40]);
    receiver.answer = (res) => void res.writeHead(200).end();
    await resumeEndpoint(api.shop(), id);
    await deliver();
    expect(await countWaiting(id)).toBe(0);
  });

  test("to others although an endpoint refuses one for three days", async () => {
    const { receiver, id } = await listen();
    const refused = await sendTest(api.shop(), id);
    receiver.answer = (res, { json }) => void res.writeHead(json.id === refused ? 500 : 200).end();
    const last = async () => (await deliveriesTo(id)).at(-1)!;
    const tryOn = async () => {
      api.clock.turn(Math.max((await dueAt())! - api.clock.now(), 0));
      await deliver();
    };
    while ((await last()).tries < 10) await tryOn();
    await sendTest(api.shop(), id);
    while ((await last()).state === "waiting") await tryOn();
    expect((await deliveriesTo(id)).map(({ state }) => state)).toEqual(["delivered", "failed"]);
    expect(await endpointOf(id)).toMatchObject({ paused_at: null, failing_since: null });
  });

  test("without an order that waits while a failure is noted", async () => {
    const { id } = await listen();
    await api.shop().db.transaction(async (tx) => {
      await lockEndpoint(tx, id);
      if (engine === "postgres") await startOrder(api);
    });
    if (engine === "sqlite") await startOrder(api); // one writer at a time
    expect(await countWaiting(id)).toBe(1);
  });

  test("to a paused endpoint once it goes on, and to one that is gone never again", async () => {
    const { receiver, id } = await listen();
    await pauseEndpoint(api.shop(), id);
    await startOrder(api);
    await deliver();
    expect(receiver.received).toEqual([]);
    await expect(sendTest(api.shop(), id)).rejects.toMatchObject({ status: 409 });
    await resumeEndpoint(api.shop(), id);
    await deliver();
    expect(receiver.types()).toEqual(["order.placed"]);
    receiver.answer = (res) => void res.writeHead(410).end();
    await sendTest(api.shop(), id);
    await deliver();
    expect(receiver.types()).toEqual(["order.placed", "test"]);
    expect(await endpointOf(id)).toMatchObject({ paused_at: api.clock.now(), problem: "It answered 410." });
  });

  test("under both secrets for a day after a rotation", async () => {
    const { receiver, id, secret: old } = await listen();
    const fresh = await rotateSecret(api.shop(), id);
    await sendTest(api.shop(), id);
    await deliver();
    const isWithin = [old, fresh].map((secret) => isSigned(secret, receiver.received[0]!));
    api.clock.turn(DAY_MS);
    await sendTest(api.shop(), id);
    await deliver();
    const isAfter = [old, fresh].map((secret) => isSigned(secret, receiver.received[1]!));
    expect([isWithin, isAfter]).toEqual([
      [true, true],
      [false, true],
    ]);
  });

  test("once each by two workers at the same moment, and twice without the claim", async () => {
    const { receiver } = await listen();
    receiver.answer = (res) => void setTimeout(() => res.writeHead(200).end(), 20);
    const both = async (wrap: (db: TenantDatabase) => TenantDatabase) => {
      for (let order = 0; order < 5; order++) await startOrder(api);
      receiver.received.length = 0;
      const shop = { ...api.shop(), db: wrap(api.shop().db) };
      await Promise.all([deliverEvents(shop), deliverEvents(shop)]);
      return receiver.received.map(({ json }) => json.id as string);
    };
    const sent = await both((db) => db);
    expect([sent.length, new Set(sent).size]).toEqual([5, 5]);
    const unclaimed = await both(claimsOff);
    expect(unclaimed.length).toBeGreaterThan(new Set(unclaimed).size);
  });

  test("for 30 days", async () => {
    const { id } = await listen();
    await pauseEndpoint(api.shop(), id);
    await startOrder(api);
    expect(await dueAt()).toBe(api.clock.now() + EVENT_MS);
    api.clock.turn(EVENT_MS - 1);
    await deliver();
    expect(await deliveriesTo(id)).toHaveLength(1);
    api.clock.turn(1);
    await deliver();
    expect([await deliveriesTo(id), await dueAt()]).toEqual([[], null]);
  });

  test("also while many old ones are deleted, some at a time", async () => {
    const { db } = api.shop();
    const created_at = api.clock.now() - EVENT_MS;
    const events = Array.from({ length: 1_003 }, (_, n) => ({ id: `old-${n}`, type: "test" as const, details: "{}" }));
    await db.transaction((tx) =>
      tx
        .insertInto("events")
        .values(events.map((event) => ({ ...event, created_at })))
        .execute(),
    );
    const count = async () => (await db.read.selectFrom("events").select("id").execute()).length;
    await db.transaction((tx) => deleteOldEvents(tx, created_at, 2));
    expect(await count()).toBe(1_001);
    await deliverEvents(api.shop(), AbortSignal.abort());
    expect(await count()).toBe(1);
    await deliver();
    expect(await count()).toBe(0);
  });
});
