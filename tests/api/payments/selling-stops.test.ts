import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import type { TenantDatabase, Writer } from "../../../api/db/database.ts";
import type { Role } from "../../../api/domain/roles.ts";
import { findOpenStop, listStops } from "../../../api/repositories/payments/selling-stops.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import {
  CARD,
  coinsOf,
  createNightCards,
  createShopper,
  fillCart,
  notify,
  orderBody,
  orderRow,
  paymentOf,
  place,
  placeOne,
  sellAnew,
  startOrder,
  statusOf,
  stockUp,
  vouchersOf,
} from "../../helpers/api/test-orders.ts";
import { nameLocksOff } from "../../helpers/database/locks-off.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

const DAY_MS = 86_400_000;
const REFUSAL =
  "We take no new orders at the moment. Your cart and your coins stay as they are. Please come back later.";
const ABOVE = { amount: 90_001 };

describe.each(engines)("on %s, a brand", (engine) => {
  let api: TestApi;
  let desk: Desk;
  beforeAll(async () => {
    api = await startTestApi(engine, DESK);
    desk = await openDesk(api);
    await stockUp(api, 120);
    await stockUp(api, 4, { tenant: "globex" });
  });
  afterEach(async () => {
    expect(await auditLedger(api.shop())).toEqual([]);
    await sellAnew(api);
  });
  afterAll(() => api.close());

  const isStopped = async () => (await findOpenStop(api.shop().db.read)) !== undefined;

  /** Another shopper's order of 900 rupees is paid with another amount. */
  async function payWrong(change: object = ABOVE) {
    const started = await startOrder(api);
    await notify(api, { ...started.payment, ...change });
    return started;
  }

  test("stops selling when two shoppers pay more than was asked for, and loses nothing of a cart", async () => {
    const buyer = await createShopper(api, { coins: 150 });
    const one = await payWrong();
    expect(await isStopped()).toBe(false);
    const two = await payWrong({ amount: 91_800 });
    expect(await findOpenStop(api.shop().db.read)).toMatchObject({
      kind: "above",
      started_at: api.clock.now(),
      ended_at: null,
      evidence: [
        { order_id: one.orderId, order_number: one.payment.order_number, asked: 90_000, amount: 90_001 },
        { order_id: two.orderId, asked: 90_000, amount: 91_800, currency: "INR", received_at: api.clock.now() },
      ],
    });
    const line = api.logged.map((text) => JSON.parse(text)).find(({ msg }) => msg.startsWith("selling has stopped"));
    expect(line).toMatchObject({ level: 50, tenant: "acme", kind: "above", evidence: [{ asked: 90_000 }, {}] });

    const cart = async () => (await api.request("GET", "/cart/", { token: buyer.token })).text;
    const before = await cart();
    const refused = await place(api, buyer.token, { amount: 900, coins_used: 100 });
    expect([refused.status, refused.body]).toEqual([403, { status_code: 403, detail: REFUSAL }]);
    expect([await cart(), await coinsOf(api, buyer.token)]).toEqual([before, 150]);
    await sellAnew(api);
    expect((await place(api, buyer.token, { amount: 900, coins_used: 100 })).status).toBe(201);
  });

  test.each([
    ["less", { amount: 89_999 }, "below"],
    ["another currency", { currency: "USD" }, "currency"],
  ])("stops selling when two shoppers pay %s", async (_what, change, kind) => {
    await payWrong(change);
    await payWrong(change);
    expect(await findOpenStop(api.shop().db.read)).toMatchObject({ kind });
  });

  test("sells on while the mismatches are of different kinds", async () => {
    await payWrong({ amount: 90_001 });
    await payWrong({ amount: 89_999 });
    await payWrong({ amount: 90_001, currency: "USD" });
    expect(await isStopped()).toBe(false);
  });

  test("sells on while all mismatches are one shopper's, however often they are reported", async () => {
    const shopper = await payWrong();
    await notify(api, { ...shopper.payment, ...ABOVE });
    const users = (tx: Writer) => tx.updateTable("users").where("id", "=", shopper.userId);
    await api.shop().db.transaction((tx) => users(tx).set({ email: "moved@example.test" }).execute());
    const { orderId } = await placeOne(api, shopper.token);
    await notify(api, { ...(await paymentOf(api, orderId)), amount: 100_001 });
    expect((await orderRow(api, orderId)).status).toBe("refund_due");
    expect(await isStopped()).toBe(false);
  });

  test("takes two accounts with one confirmed mailbox for one shopper", async () => {
    for (const email of ["asha.rao+1@example.test", "asha.rao+2@example.test"]) {
      const { token } = await createShopper(api, { email });
      const { orderId } = await placeOne(api, token);
      await notify(api, { ...(await paymentOf(api, orderId)), amount: 100_001 });
    }
    expect(await isStopped()).toBe(false);
    await payWrong();
    expect(await isStopped()).toBe(true);
  });

  test("does not count a payment to its own UPI id from before it had a gateway", async () => {
    const { payment } = await payWrong();
    const { db } = api.shop();
    await db.transaction((tx) =>
      tx.updateTable("payments").set({ gateway: "vpa" }).where("id", "=", payment.payment_id).execute(),
    );
    await payWrong();
    expect(await isStopped()).toBe(false);
  });

  test("counts a wrong second payment of a paid order, whose cards stay delivered", async () => {
    await payWrong();
    const { token, orderId, payment } = await startOrder(api);
    await notify(api, { ...payment, received_id: "first" });
    await notify(api, { ...payment, received_id: "second", ...ABOVE });
    expect(await isStopped()).toBe(true);
    expect(await vouchersOf(api, token, orderId)).toHaveLength(2);
  });

  test("sells on while another one has stopped", async () => {
    await payWrong();
    await payWrong();
    const { token } = await createShopper(api, { tenant: "globex" });
    const body = orderBody(api, {}, "globex");
    expect((await api.request("POST", "/place-order/", { token, body, tenant: "globex" })).status).toBe(201);
    expect((await desk.get("/today?from=0", { brand: "globex" })).body.selling_stop).toBeNull();
  });

  test("that has stopped answers a repeated order, receives its payment and delivers it [K-08]", async () => {
    const [shopper, paid] = [await createShopper(api, { coins: 150 }), await startOrder(api)];
    const body = orderBody(api, { amount: 900, coins_used: 100 });
    const first = await api.request("POST", "/place-order/", { token: shopper.token, body });
    await payWrong();
    await payWrong();
    const again = await api.request("POST", "/place-order/", { token: shopper.token, body });
    expect([again.status, again.text]).toEqual([200, first.text]);
    for (const { token, orderId, payment } of [
      { token: shopper.token, orderId: first.body.orderId, payment: await paymentOf(api, first.body.orderId) },
      paid,
    ]) {
      await notify(api, payment);
      expect(await statusOf(api, token, orderId)).toBe("success");
      expect(await vouchersOf(api, token, orderId)).toHaveLength(2);
    }
    await fillCart(api, shopper.token, [CARD]);
    expect((await place(api, shopper.token)).status).toBe(403);
  });

  test("sells again after an owner or finance ends the stop, and counts only later payments", async () => {
    await payWrong();
    await payWrong();
    const stop = (await desk.get("/today?from=0")).body.selling_stop;
    expect(stop).toMatchObject({ kind: "above", started_at: api.clock.now() });
    expect(stop.evidence).toHaveLength(2);
    for (const role of ["manager", "support", "catalogue", "auditor"] as Role[]) {
      const call = await desk.member(role);
      expect([role, (await call("POST", "/selling/resume", { stop: stop.id })).status]).toEqual([role, 404]);
    }
    const catalogue = await desk.member("catalogue");
    expect((await catalogue("GET", "/today?from=0")).body.selling_stop).toMatchObject({ id: stop.id, evidence: [] });

    const finance = await desk.member("finance");
    expect((await finance("POST", "/selling/resume", { stop: "another one" })).status).toBe(409);
    expect(await isStopped()).toBe(true);
    expect((await finance("POST", "/selling/resume", { stop: stop.id })).status).toBe(200);
    expect((await finance("POST", "/selling/resume", { stop: stop.id })).status).toBe(409);
    expect((await desk.get("/today?from=0")).body.selling_stop).toBeNull();
    const acts = (await desk.acts(stop.id)).map(({ act }) => act);
    expect(acts).toEqual(["selling.resume", "selling.resume", "selling.resume.failed"]);
    const [ended] = await listStops(api.shop().db.read, 1);
    expect(ended).toMatchObject({ ended_at: api.clock.now(), ended_by: expect.stringMatching(/^finance-\d+@staff/) });

    api.clock.turn(1);
    const third = await payWrong();
    expect(await isStopped()).toBe(false);
    const fourth = await payWrong();
    const { evidence } = (await findOpenStop(api.shop().db.read))!;
    expect(evidence.map(({ order_id }) => order_id)).toEqual([third.orderId, fourth.orderId]);
  });

  test("writes once to its owners and to its own address", async () => {
    await desk.join("owner", "acme");
    await desk.join("owner", "globex");
    await api.hasMail("help@acme.test");
    api.mails.length = 0;
    const started = [await startOrder(api), await startOrder(api), await startOrder(api)];
    for (const { payment } of started) await notify(api, { ...payment, ...ABOVE });
    await api.hasMail("help@acme.test");
    const about = api.mails.filter(({ subject }) => subject === "acme rewards has stopped selling");
    const owners = await api.staff.read
      .selectFrom("members")
      .innerJoin("grants", "grants.member_id", "members.id")
      .select("email")
      .where("role", "=", "owner")
      .where("brand", "in", ["*", "acme"])
      .execute();
    expect(about.map(({ to }) => to).sort()).toEqual(["help@acme.test", ...owners.map(({ email }) => email)].sort());
    expect(about[0]!.text).toContain(`${started[0]!.payment.order_number}: ₹900.00 asked for, ₹900.01 received`);
  });

  // Sessions of the staff do not live that long.
  test("counts mismatches of one day", async () => {
    const [one, two, three] = [await startOrder(api), await startOrder(api), await startOrder(api)];
    await notify(api, { ...one.payment, ...ABOVE });
    api.clock.turn(DAY_MS);
    await notify(api, { ...two.payment, ...ABOVE });
    expect(await isStopped()).toBe(false);
    api.clock.turn(DAY_MS - 1);
    await notify(api, { ...three.payment, ...ABOVE });
    expect(await isStopped()).toBe(true);
  });
});

/** As the API has it, and without the lock that mismatches wait for. */
describe.each([...engines, "postgres without the lock" as const])("on %s, two mismatches at once", (setting) => {
  const hasLock = setting !== "postgres without the lock";
  let api: TestApi;
  beforeAll(async () => {
    // Without the queue of one process, which would keep them apart.
    const lanesOff = (db: TenantDatabase): TenantDatabase => ({ ...db, transaction: (fn) => db.transaction(fn) });
    api = await startTestApi(hasLock ? setting : "postgres", {
      tenants: ["acme"],
      wrapDatabase: (db) => lanesOff(hasLock ? db : nameLocksOff(db)),
    });
    for (const { product_id: product } of cards) await stockUp(api, 10, { product });
  });
  afterAll(() => api.close());

  /** Of one card, the first order's locks would keep the second one waiting. */
  const nextCard = createNightCards();
  const cards = [nextCard(), nextCard()];

  async function order(card: (typeof cards)[number]) {
    const { token } = await createShopper(api, { cart: [card] });
    const { orderId } = await placeOne(api, token, { amount: card.selectedDenomination });
    return paymentOf(api, orderId);
  }

  /** How many stops each of ten pairs has opened. */
  async function race() {
    const opened: number[] = [];
    for (let pair = 0; pair < 10; pair++) {
      await sellAnew(api);
      const since = api.clock.now();
      const payments = [await order(cards[0]!), await order(cards[1]!)];
      await Promise.all(payments.map((payment) => notify(api, { ...payment, amount: payment.amount + 1 })));
      const stops = await listStops(api.shop().db.read, 100);
      opened.push(stops.filter(({ started_at, evidence }) => started_at >= since && evidence.length > 0).length);
    }
    return opened;
  }

  if (hasLock) {
    test("open one stop", async () => {
      expect(await race()).toEqual(Array(10).fill(1));
    });
  } else {
    test("can miss each other", async () => {
      expect(await race()).toContain(0);
    });
  }
});
