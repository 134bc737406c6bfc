import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { eraseShopper, findErasureObstacle } from "../../../api/accounts/erase-shopper.ts";
import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { beginOfDay, DAY_MS, dayNumber } from "../../../api/domain/days.ts";
import { ERASED_REASON } from "../../../api/domain/erased.ts";
import { confirmUpi, keepTogether } from "../../../api/payments/confirm-upi.ts";
import { correctUpi } from "../../../api/payments/correct-upi.ts";
import { reconcilePayments } from "../../../api/payments/reconcile.ts";
import { getUser } from "../../../api/repositories/accounts/users.ts";
import { findMoneyRequest, sumMovedAlone } from "../../../api/repositories/orders/money-requests.ts";
import { countAlone, type Move } from "../../../api/second-member/money-requests.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { orderRow, startOrder, stockUp, vouchersOf } from "../../helpers/api/test-orders.ts";
import { nameLocksOff } from "../../helpers/database/locks-off.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

// An order of startOrder is over ₹1,000: ₹900 and 100 coins.
const SETTINGS = {
  acme: { payments: { gateway: "vpa", vpa: "acme.shop@okbank" }, limits: { rupeesAlonePerDay: 1_000 } },
};
const CODE = { code: "123456" };
const REASON = { reason: "The card did not work" };
const LAPSE_MS = 7 * DAY_MS;

type Ask = Awaited<ReturnType<Desk["member"]>>;
type Listed = { id: string; order_number: string | null };

/** Calls for the tests below, on an API whose brand may move ₹1,000 alone on one day. */
function openRequests(api: TestApi, desk: Desk) {
  let references = 700_000_000_000;
  const order = async () => {
    const { orderId, payment, token } = await startOrder(api);
    return { orderId, number: payment.order_number, token };
  };
  const confirm = (ask: Ask, number: string, { amount = "900", reference = String(references++) } = {}) =>
    ask("POST", "/payments/confirm", { order: number, reference, amount, other_amount: amount !== "900", ...CODE });
  const list = async (ask: Ask) => (await ask("GET", "/money-requests")).body.requests as Listed[];
  return {
    order,
    confirm,
    list,
    statusOf: async (orderId: string) => (await orderRow(api, orderId)).status,
    find: async (ask: Ask, number: string) => (await list(ask)).find(({ order_number }) => order_number === number)!,
    decide: (ask: Ask, { id }: { id: string }, verdict: "approve" | "refuse") =>
      ask("POST", `/money-requests/${id}/${verdict}`, { ...REASON, ...CODE }),
    /** A delivered order whose two codes the shopper can see. */
    async delivered() {
      const { orderId, payment, token, userId } = await startOrder(api);
      const { payment_id: paymentId, order_number: number, amount } = payment;
      await confirmUpi(api.shop(), { paymentId, bankReference: String(references++), amount });
      expect(await vouchersOf(api, token, orderId)).toHaveLength(2);
      const { lines } = (await (await desk.member("owner"))("GET", `/orders/${orderId}`)).body;
      const units = { [lines[0].id]: 2 };
      const refund = (ask: Ask, more: object = {}) =>
        ask("POST", `/orders/${orderId}/refund`, {
          ...REASON,
          ...CODE,
          number: 1,
          units,
          even_if_revealed: true,
          ...more,
        });
      return { orderId, number, userId, line: lines[0].id as string, refund };
    },
  };
}

describe.each(engines)("money that one member moves on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  let requests: ReturnType<typeof openRequests>;
  beforeAll(async () => {
    api = await startTestApi(engine, { settings: SETTINGS, ...DESK });
    desk = await openDesk(api);
    await stockUp(api, 80);
    requests = openRequests(api, desk);
  });
  afterAll(async () => {
    expect(await auditLedger(api.shop())).toEqual([]);
    await api.close();
  });
  const nextDay = () => api.clock.turn(beginOfDay(dayNumber(api.clock.now())) + DAY_MS - api.clock.now());
  /** Two members, and what the brand's pages show; a session ends when the clock is turned by a day. */
  const join = async () => {
    const owner = await desk.member("owner");
    const see = async (path: string) => (await owner("GET", path)).body;
    return [await desk.member("finance"), await desk.member("finance"), see] as const;
  };

  test("is ₹1,000 on one day in India as payments, by all members, and the rest waits for another one", async () => {
    nextDay();
    const { order, confirm, statusOf, find, decide } = requests;
    const [one, two, see] = await join();
    const [first, second, third] = [await order(), await order(), await order()];
    expect((await confirm(one, first.number)).body).toMatchObject({ outcome: ["paid"], is_waiting: false });
    for (let times = 0; times < 2; times++)
      expect((await confirm(two, second.number, { reference: "700000000777" })).body).toEqual({
        order_number: second.number,
        outcome: [],
        is_waiting: true,
      });
    expect([await statusOf(first.orderId), await statusOf(second.orderId)]).toEqual(["completed", "pending"]);
    expect((await requests.list(one)).filter(({ order_number }) => order_number === second.number)).toHaveLength(1);
    const waiting = await find(two, second.number);
    expect(waiting).toMatchObject({
      kind: "payment.confirm",
      amount: 90_000,
      reason: null,
      is_own: true,
      approvers: expect.any(Number),
      what: [`₹900.00 with UTR 700000000777 for ${second.number}`],
    });
    expect((await see("/today?from=0")).waiting.second).toEqual({ money: 1, coins: 0, coupons: 0 });
    expect((await see(`/orders/${second.orderId}`)).requests).toMatchObject([{ amount: 90_000 }]);

    expect((await decide(two, waiting, "approve")).status).toBe(403);
    expect((await decide(await desk.member("support"), waiting, "approve")).status).toBe(404);
    expect(await statusOf(second.orderId)).toBe("pending");
    const answers = await Promise.all([decide(one, waiting, "approve"), decide(one, waiting, "approve")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.map(({ body }) => body.outcome)).toContainEqual(["paid"]);
    expect([await statusOf(second.orderId), await find(one, second.number)]).toEqual(["completed", undefined]);
    expect((await desk.acts(second.orderId)).map(({ act }) => act)).toEqual(
      expect.arrayContaining(["payment.confirm.ask", "payment.confirm.approve", "payment.confirm.approve.failed"]),
    );
    // What was approved does not count as moved alone.
    expect((await confirm(one, third.number, { amount: "100" })).body.outcome).toEqual(["mismatch"]);
    const fourth = await order();
    expect((await confirm(one, fourth.number, { amount: "0.01" })).body.is_waiting).toBe(true);
    nextDay();
    const [later] = await join();
    expect((await confirm(later, fourth.number)).body.outcome).toEqual(["paid"]);
  });

  test("is not booked for an order that was paid while the request waited", async () => {
    nextDay();
    const { order, confirm, find, decide, statusOf } = requests;
    const [one] = await join();
    const [first, second] = [await order(), await order()];
    await confirm(one, first.number);
    expect((await confirm(one, second.number, { reference: "700000000888" })).body.is_waiting).toBe(true);
    nextDay();
    const [same, other] = await join();
    expect((await confirm(same, second.number)).body.outcome).toEqual(["paid"]);
    const approved = await decide(other, await find(other, second.number), "approve");
    expect([approved.status, approved.body.detail]).toEqual([409, expect.stringContaining("paid meanwhile")]);
    expect((await decide(other, await find(other, second.number), "refuse")).status).toBe(200);
    expect([await statusOf(second.orderId), await find(other, second.number)]).toEqual(["completed", undefined]);
  });

  test("is booked by the worker if the booking breaks off after it was stored", async () => {
    const { orderId, payment } = await startOrder(api);
    const { payment_id: paymentId, amount } = payment;
    await keepTogether(api.shop(), [{ paymentId, bankReference: "700000000666", amount }], async () => {});
    expect(await requests.statusOf(orderId)).toBe("pending");
    api.clock.turn(60_000);
    await reconcilePayments(api.shop());
    expect(await requests.statusOf(orderId)).toBe("completed");
  });

  test("counts refunds of codes that were seen with payments, and no other refund", async () => {
    nextDay();
    const { delivered, find, decide, statusOf } = requests;
    const [one, two, see] = await join();
    const [order, other] = [await delivered(), await delivered()];
    expect((await order.refund(one, { units: { [order.line]: 1 } })).body).toMatchObject({
      revealed: 1,
      amount: 45_000,
      coins: 5_000,
    });
    expect(
      (await order.refund(one, { units: { [order.line]: 1 }, even_if_revealed: false, number: 2 })).body,
    ).toMatchObject({ error: "revealed" });
    expect((await other.refund(one)).body).toEqual({ is_waiting: true });
    expect((await see(`/orders/${other.orderId}`)).refunds).toEqual([]);
    expect(await findErasureObstacle(api.shop(), other.userId)).toContain("waits for a second member");
    const waiting = await find(two, other.number);
    expect(waiting).toMatchObject({
      kind: "order.refund",
      amount: 100_000,
      is_own: false,
      ...REASON,
      what: [expect.stringMatching(/^2 × .*, ₹500\.00$/)],
    });
    expect((await decide(two, waiting, "approve")).body).toEqual({ outcome: [] });
    expect((await see(`/orders/${other.orderId}`)).refunds).toMatchObject([{ reason: "goodwill" }]);
    expect(await statusOf(other.orderId)).toBe("completed");
  });

  test("is not moved once it is refused, has lapsed, or its order has changed", async () => {
    nextDay();
    const { delivered, find, decide } = requests;
    const [one, two] = await join();
    const [refused, changed, lapsed] = [await delivered(), await delivered(), await delivered()];
    // All of the day's money.
    const used = await delivered();
    expect((await used.refund(one)).body).toMatchObject({ revealed: 2 });
    const ask = async (order: typeof refused) => {
      expect((await order.refund(one)).body).toEqual({ is_waiting: true });
      return find(one, order.number);
    };
    const [toRefuse, toChange, toLapse] = [await ask(refused), await ask(changed), await ask(lapsed)];
    expect((await decide(one, toRefuse, "refuse")).status).toBe(200);
    expect((await decide(two, toRefuse, "approve")).status).toBe(409);
    api.clock.turn(LAPSE_MS - 1);
    const [later, last, seeLater] = await join();
    await changed.refund(later, { units: { [changed.line]: 1 } });
    const late = await decide(last, toChange, "approve");
    expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining("refunded meanwhile")]);
    // It was not decided, so it can be withdrawn.
    expect((await decide(later, toChange, "refuse")).status).toBe(200);
    expect(await find(later, lapsed.number)).toBeDefined();
    api.clock.turn(2);
    expect(await find(later, lapsed.number)).toBeUndefined();
    for (const verdict of ["approve", "refuse"] as const)
      expect([verdict, (await decide(last, toLapse, verdict)).status]).toEqual([verdict, 409]);
    expect((await seeLater("/today?from=0")).waiting.second).toMatchObject({ money: 0 });
    expect(await seeLater(`/orders/${lapsed.orderId}`)).toMatchObject({ refunds: [], requests: [] });
    const { db } = api.shop();
    const { email } = await getUser(db.read, lapsed.userId);
    await eraseShopper(api.shop(), { userId: lapsed.userId, email });
    expect((await findMoneyRequest(db.read, toLapse.id))!.reason).toBe(ERASED_REASON);
  });

  test("waits with the payments of a statement as one request", async () => {
    nextDay();
    const { order, list, decide, statusOf } = requests;
    const [one, two] = await join();
    const orders = [await order(), await order()];
    const rows = orders.map(({ number }, at) => `70000000088${at},900.00,${number}`);
    const body = { text: ["reference,amount,note", ...rows].join("\n"), ...CODE };
    expect((await one("POST", "/payments/statement/apply", body)).body).toEqual({ lines: [], waiting: 2, held: [] });
    const waiting = (await list(two)).find(({ order_number }) => order_number === null)!;
    expect(waiting).toMatchObject({ kind: "payments.import", amount: 180_000, what: { length: 2 } });
    expect((await decide(two, waiting, "approve")).body).toEqual({ outcome: ["paid", "paid"] });
    for (const { orderId } of orders) expect(await statusOf(orderId)).toBe("completed");
    expect((await desk.acts("bank statement")).map(({ act }) => act)).toEqual([
      "payments.import.ask",
      "payments.import.approve",
    ]);
  });

  test("does not book a UTR that has confirmed another order since", async () => {
    nextDay();
    const { order, confirm, find, decide, statusOf } = requests;
    const [one, two] = await join();
    const [first, second] = [await order(), await order()];
    await confirm(one, first.number, { amount: "1000" });
    const third = await order();
    await confirm(one, third.number, { reference: "700000000999" });
    const waiting = await find(two, third.number);
    nextDay();
    const [later, last] = await join();
    expect((await confirm(later, second.number, { reference: "700000000999" })).body.outcome).toEqual(["paid"]);
    const taken = await decide(last, waiting, "approve");
    expect([taken.status, taken.body.detail]).toEqual([409, expect.stringContaining("has confirmed another order")]);
    expect([await statusOf(third.orderId), await find(last, third.number)]).toMatchObject([
      "pending",
      { id: waiting.id },
    ]);
  });

  test.each(["form", "statement"])(
    "is not booked past the limit by a %s whose taken UTR becomes free after the check",
    async (by) => {
      nextDay();
      const { order, confirm, statusOf } = requests;
      const shop = api.shop();
      const [one] = await join();
      const [first, second] = [await order(), await order()];
      const [wrong, right] = by === "form" ? ["700000000661", "700000000662"] : ["700000000663", "700000000664"];
      expect((await confirm(one, first.number, { reference: wrong })).body.outcome).toEqual(["paid"]);
      const { transaction } = shop.db;
      const restore = () => Object.assign(shop.db, { transaction });
      // The moment between the check and the first write that follows it.
      const free = async (...call: Parameters<typeof transaction>) => {
        restore();
        expect(await correctUpi(shop, { wrong, right })).toMatchObject({ orderNumber: first.number });
        return transaction.call(shop.db, ...call);
      };
      Object.assign(shop.db, { transaction: free });
      const text = `reference,amount,note\n${wrong},900.00,${second.number}`;
      const answer =
        by === "form"
          ? await confirm(one, second.number, { reference: wrong })
          : await one("POST", "/payments/statement/apply", { text, ...CODE });
      restore();
      if (by === "form")
        expect([answer.status, answer.body.detail]).toEqual([409, expect.stringContaining("another order")]);
      else expect(answer.body).toMatchObject({ lines: [{ result: "already used" }], waiting: 0 });
      expect(await statusOf(second.orderId)).toBe("pending");
    },
  );

  test("counts once if two equal forms come at once", async () => {
    nextDay();
    const shop = api.shop();
    const { orderId, payment } = await startOrder(api);
    const { payment_id: paymentId, amount } = payment;
    const confirmed = { paymentId, bankReference: "799999999990", amount };
    // So little that the limit leaves room for both.
    const move: Move = { kind: "payment.confirm", orderId, amount: 1, details: [confirmed], by: "finance@acme.test" };
    const both = [1, 2].map(() => keepTogether(shop, [confirmed], (tx) => countAlone(tx, shop, move)));
    const ends = await Promise.allSettled(both);
    expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(ends.find(({ status }) => status === "rejected")).toMatchObject({ reason: { status: 409 } });
    expect(await sumMovedAlone(shop.db.read, beginOfDay(dayNumber(api.clock.now())))).toBe(1);
    await confirmUpi(shop, confirmed);
  });

  test("stays within the limit when forms come at once", async () => {
    nextDay();
    expect(await race(api, desk)).toBe(1);
  });
});

/** Two payments of ₹900 that two members confirm at once. @returns how many did not wait */
async function race(api: TestApi, desk: Desk): Promise<number> {
  const { order, confirm } = openRequests(api, desk);
  const orders = [await order(), await order()];
  const members = await Promise.all(orders.map(() => desk.member("finance")));
  const reference = () => String(Math.floor(1e11 + Math.random() * 8e11));
  const answers = await Promise.all(
    orders.map(({ number }, at) => confirm(members[at]!, number, { reference: reference() })),
  );
  return answers.filter(({ body }) => body.is_waiting === false).length;
}

test("without the lock of the brand, payments that come at once pass the limit: a control", async () => {
  const api = await startTestApi("postgres", { settings: SETTINGS, ...DESK, wrapDatabase: nameLocksOff });
  const desk = await openDesk(api);
  await stockUp(api, 40);
  // A race may end well by luck, ten in a row do not.
  let most = 0;
  for (let attempt = 0; attempt < 10 && most < 2; attempt++) {
    most = Math.max(most, await race(api, desk));
    api.clock.turn(DAY_MS);
  }
  await api.close();
  expect(most).toBe(2);
});

test.each(engines)("on %s, money waits for a member who has no part in the other's invitation", async (engine) => {
  const api = await startTestApi(engine, {
    staff: {},
    settings: { acme: { ...SETTINGS.acme, limits: { rupeesAlonePerDay: 0 } } },
  });
  const owner = { role: "owner", brand: "acme" } as const;
  const asMember =
    ({ token }: { token: string }) =>
    (method: "GET" | "POST", path: string, body?: object) =>
      api.staff.call(method, `/brands/acme${path}`, { token, body });
  await stockUp(api, 2);
  const first = await api.staff.member(owner);
  const order = (await startOrder(api)).payment.order_number;
  const payment = { order, reference: "700000000001", amount: "900" };
  const asked = await asMember(first)("POST", "/payments/confirm", payment);
  expect(asked.body.is_waiting).toBe(true);
  const read = async () => (await asMember(first)("GET", "/money-requests")).body.requests[0];
  // A single member: nobody can approve.
  const waiting = await read();
  expect(waiting).toMatchObject({ is_own: true, approvers: 0 });

  const body = { email: "second@staff.test", ...owner };
  const { token } = (await api.staff.call("POST", "/members/invite", { token: first.token, body })).body;
  const second = await api.staff.accept(token, { email: "second@staff.test" });
  const approve = async (member: { token: string }) =>
    (await asMember(member)("POST", `/money-requests/${waiting.id}/approve`, REASON)).status;
  expect([await approve(second), (await read()).approvers]).toEqual([403, 0]);
  const stranger = await api.staff.member(owner);
  expect((await read()).approvers).toBe(1);
  await api.staff.member({ role: "support", brand: "acme" });
  await api.staff.member({ role: "owner", brand: "globex" });
  expect((await read()).approvers).toBe(1);
  expect(await approve(stranger)).toBe(200);
  await api.close();
});
