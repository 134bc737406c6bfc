import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { auditPayments } from "../../../api/audit/payments-audit.ts";
import { compareBooks } from "../../../api/payments/compare-books.ts";
import { compareNow } from "../../../api/payments/compare-now.ts";
import type { Attempt } from "../../../api/ports/gateway.ts";
import { findComparison } from "../../../api/repositories/payments/comparisons.ts";
import { listRefundsOfOrder } from "../../../api/repositories/refunds/payment-refunds.ts";
import { readDueWork } from "../../../api/repositories/work/due-work.ts";
import type { createCashfreeSimulator } from "../../../simulators/cashfree/simulator.ts";
import type { createRazorpaySimulator } from "../../../simulators/razorpay/simulator.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper, orderRow, paymentOf, place, runWorker, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { GATEWAY_KINDS, type GatewayKind, startShopAt } from "../../helpers/gateways/simulated-shops.ts";
import { waitUntil } from "../../helpers/waiting/patience.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LEASE_MS = 60_000;
const RETRY_MS = HOUR_MS / 4;

type Started = Awaited<ReturnType<typeof startShopAt>>;

/** What every test does with a shop and its gateway. */
function usable({ api, simulator }: Started, kind: GatewayKind) {
  const { db } = api.shop();
  const never = new AbortController().signal;
  return {
    never,
    /** A pending order of 1000 rupees, which nobody asks about but the comparison. */
    async order() {
      const { token, userId } = await createShopper(api);
      await db.transaction((tx) =>
        tx.updateTable("users").set({ phone: "9876543210" }).where("id", "=", userId).execute(),
      );
      const placed = await place(api, token, { notify_url: "http://acme.localhost:1/nobody" });
      if (placed.status !== 201) throw new Error(`place-order answered ${placed.status} ${placed.text}`);
      const { payment_id: paymentId, order_number: number } = await paymentOf(api, placed.body.orderId);
      await db.transaction((tx) =>
        tx.updateTable("payments").set({ next_poll_at: null }).where("id", "=", paymentId).execute(),
      );
      return { orderId: placed.body.orderId as string, paymentId, number };
    },
    pay: (paymentId: string, amount?: number) =>
      simulator.pay(paymentId, { payer: `${randomUUID()}@upi`, ...(amount !== undefined && { amount }) })[0]!,
    statusOf: async (orderId: string) => (await orderRow(api, orderId)).status,
    refundsOf: (orderId: string) => listRefundsOfOrder(db.read, orderId),
    /** Compares two hours later. @returns the lines without the gateway and the time */
    async compare() {
      api.clock.turn(2 * HOUR_MS);
      await compareNow(api.shop());
      return this.lines();
    },
    async lines() {
      const lines = await auditPayments({ db: db.read, gateway: kind, now: api.clock.now() });
      return lines.map((line) => line.replace(new RegExp(`^${kind}( at \\S+Z)?: `), ""));
    },
    /** Ends what a test has found, so that the next one finds only its own. */
    async forget() {
      api.clock.turn(5 * DAY_MS);
      await this.compare();
      await this.compare();
    },
  };
}

describe.each(engines)("on %s", (engine) => {
  describe.each(GATEWAY_KINDS)("the books compared with %s", (kind) => {
    let started: Started;
    let api: TestApi;
    let use: ReturnType<typeof usable>;
    beforeAll(async () => {
      started = await startShopAt(kind, engine);
      api = started.api;
      use = usable(started, kind);
      await stockUp(api, 40);
    });
    afterAll(() => started.close());

    /** A paid and delivered order, as both know it. */
    async function paidOrder() {
      const order = await use.order();
      const gatewayPaymentId = use.pay(order.paymentId);
      await use.compare();
      expect(await use.statusOf(order.orderId)).toBe("completed");
      return { ...order, gatewayPaymentId };
    }

    test("agree where nothing is wrong, and are due again a day later", async () => {
      await paidOrder();
      await use.order();
      expect(await use.compare()).toEqual([]);
      const due = await readDueWork(api.shop().db.read, api.shop().tenant, api.clock.now());
      expect(due.comparison).toBe(api.clock.now() + DAY_MS);
      await use.forget();
    });

    test("show a payment that nobody had told of, which pays for its order", async () => {
      const { orderId, paymentId, number } = await use.order();
      use.pay(paymentId);
      expect(await use.compare()).toEqual([
        expect.stringMatching(
          new RegExp(`^order ${number}: payment \\S+ of ₹1,000.00 is booked now and pays for it: `),
        ),
      ]);
      expect(await use.statusOf(orderId)).toBe("completed");
      expect(await use.compare()).toEqual([]);
      await use.forget();
    });

    test("show a payment that came after the order's end", async () => {
      const { orderId, paymentId, number } = await use.order();
      const { db } = api.shop();
      await db.transaction((tx) =>
        tx
          .updateTable("payments")
          .set({ next_poll_at: api.clock.now() + HOUR_MS })
          .execute(),
      );
      api.clock.turn(HOUR_MS);
      await runWorker(api);
      expect(await use.statusOf(orderId)).toBe("expired");
      await db.transaction((tx) => tx.updateTable("payments").set({ next_poll_at: null }).execute());
      started.simulator.pay(paymentId, { payer: `${randomUUID()}@upi` });
      expect(await use.compare()).toEqual([expect.stringContaining(`order ${number}: payment `)]);
      expect(await use.statusOf(orderId)).toBe("completed");
      await use.forget();
    });

    test("show a second payment of a paid order, and owe it back", async () => {
      const { orderId, paymentId, number } = await paidOrder();
      started.simulator.pay(paymentId, { payer: `${randomUUID()}@upi` });
      expect(await use.compare()).toEqual([
        expect.stringMatching(new RegExp(`^order ${number}: payment .* was a second payment; .* goes back`)),
      ]);
      expect(await use.refundsOf(orderId)).toMatchObject([{ reason: "double", amount: 100_000, state: "due" }]);
      expect(await use.statusOf(orderId)).toBe("completed");
      await runWorker(api);
      expect(await use.refundsOf(orderId)).toMatchObject([{ state: "pending" }]);
      await use.forget();
    });

    test("show a payment of another amount, which goes back", async () => {
      const { orderId, paymentId, number } = await use.order();
      use.pay(paymentId, 90_000);
      expect(await use.compare()).toEqual([
        expect.stringMatching(
          new RegExp(`^order ${number}: payment .* of ₹900.00 was another amount than the order's`),
        ),
      ]);
      expect(await use.statusOf(orderId)).toBe("refund_due");
      expect(await use.refundsOf(orderId)).toMatchObject([{ reason: "order", amount: 90_000 }]);
      await use.forget();
    });

    test("show a payment that both know with different amounts, and change nothing", async () => {
      const { paymentId, number } = await paidOrder();
      const change = (amount: number) =>
        api
          .shop()
          .db.transaction((tx) =>
            tx.updateTable("payment_events").set({ amount }).where("payment_id", "=", paymentId).execute(),
          );
      await change(99_900);
      expect(await use.compare()).toEqual([
        expect.stringMatching(new RegExp(`^order ${number}: payment .* of ₹1,000.00 is ₹999.00 in the books: ask`)),
      ]);
      await change(100_000);
      expect(await use.compare()).toEqual([]);
      await use.forget();
    });

    test("show a payment that is booked though its order is not paid", async () => {
      const { orderId, number } = await paidOrder();
      const set = (status: "completed" | "expired") =>
        api.shop().db.transaction((tx) => tx.updateTable("orders").set({ status }).where("id", "=", orderId).execute());
      await set("expired");
      expect(await use.compare()).toEqual([
        `order ${number}: its payment is booked, and it is expired: look at the order`,
      ]);
      await set("completed");
      await use.forget();
    });

    test("show a payment that the gateway does not have", async () => {
      const { paymentId, number } = await use.order();
      use.pay(paymentId);
      await api
        .shop()
        .db.transaction((tx) =>
          tx.updateTable("payments").set({ next_poll_at: 0 }).where("id", "=", paymentId).execute(),
        );
      await runWorker(api);
      started.loseMoney();
      expect(await use.compare()).toContainEqual(
        expect.stringMatching(
          new RegExp(`^order ${number}: payment .* of ₹1,000.00 is booked, and the gateway does not have it`),
        ),
      );
      await use.forget();
    });

    test("show a refund that failed after all, until it is sent again", async () => {
      const { orderId, paymentId, number } = await paidOrder();
      started.simulator.pay(paymentId, { payer: `${randomUUID()}@upi` });
      await use.compare();
      await runWorker(api);
      const [{ id } = { id: "" }] = await use.refundsOf(orderId);
      started.simulator.settleRefund(id, "failed");
      expect(await use.compare()).toContainEqual(
        expect.stringMatching(new RegExp(`^order ${number}: its refund of ₹1,000.00 failed: send it again`)),
      );
      expect(await use.refundsOf(orderId)).toMatchObject([{ state: "failed" }]);
      await api.shop().db.transaction((tx) => tx.deleteFrom("payment_refunds").where("id", "=", id).execute());
      await use.forget();
    });

    test("show a refund that the gateway does not have", async () => {
      const { orderId, paymentId, number } = await paidOrder();
      started.simulator.pay(paymentId, { payer: `${randomUUID()}@upi` });
      await use.compare();
      await runWorker(api);
      expect(await use.refundsOf(orderId)).toMatchObject([{ state: "pending" }]);
      started.loseRefunds();
      expect(await use.compare()).toContainEqual(
        expect.stringMatching(new RegExp(`^order ${number}: refund \\S+ is booked, and the gateway does not have it`)),
      );
      await use.forget();
    });

    test("show a refund that the shop has not made, where the gateway tells of it", async () => {
      const { orderId, paymentId, number } = await paidOrder();
      started.simulator.refundByItself(paymentId);
      // PhonePe's state of an order names no refunds.
      if (kind === "phonepe") {
        expect(await use.compare()).toEqual([]);
        return use.forget();
      }
      const line = expect.stringMatching(
        new RegExp(`^order ${number}: ₹1,000.00 went back \\(\\S+\\), which the shop has not asked for`),
      );
      expect(await use.compare()).toEqual([line]);
      expect(await use.refundsOf(orderId)).toMatchObject([{ reason: "by_gateway", amount: 100_000 }]);
      expect(await use.compare()).toEqual([line]);
      await use.forget();
    });

    test("book a refund of the shop that a restored backup lacks, if the gateway lists it, and follow it to its end", async () => {
      const { orderId, paymentId, number } = await paidOrder();
      started.simulator.pay(paymentId, { payer: `${randomUUID()}@upi` });
      await use.compare();
      await runWorker(api);
      const [{ id } = { id: "" }] = await use.refundsOf(orderId);
      await api.shop().db.transaction((tx) => tx.deleteFrom("payment_refunds").where("id", "=", id).execute());
      const lines = await use.compare();
      if (kind === "phonepe") return use.forget();
      const text = "went back \\(\\S+\\), and the refund is not in the books.*was a backup restored\\?";
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^order ${number}: ₹1,000.00 ${text}`)));
      expect(await use.refundsOf(orderId)).toMatchObject([{ id, reason: "by_gateway", state: "pending" }]);
      started.simulator.settleRefund(id, "failed");
      await use.compare();
      expect(await use.refundsOf(orderId)).toMatchObject([{ id, state: "failed" }]);
      await use.forget();
    });

    test("wait for a gateway that is down, which is a line, and go on where they stopped", async () => {
      const [first, second] = [await use.order(), await use.order()];
      for (const { paymentId } of [first, second]) use.pay(paymentId);
      const calls = { razorpay: "status link", cashfree: "status payments", phonepe: "status order" };
      let asked = 0;
      const down = () => started.simulator.failNext({ call: calls[kind], how: "status 503", times: 1 });
      started.simulator.onNext(calls[kind], () => void (asked++ === 0 && down()));
      const lines = await use.compare();
      expect(lines).toEqual([
        expect.stringMatching(/^the books are not compared, because .* answered 503; it is asked again/),
      ]);
      expect(await compareBooks(api.shop(), use.never)).toBe(false);
      expect(await use.lines()).toEqual(lines);
      api.clock.turn(RETRY_MS);
      await compareBooks(api.shop(), use.never);
      expect((await use.lines()).filter((line) => line.includes("is booked now"))).toHaveLength(2);
      expect(await use.lines()).toHaveLength(2);
      await use.forget();
    });

    test("give up what cannot be compared after eight tries, which is a line, and find the rest", async () => {
      const [bad, good] = [await use.order(), await use.order()];
      for (const { paymentId } of [bad, good]) use.pay(paymentId);
      const shop = api.shop();
      const { fetchStatus } = shop.payments;
      const broken = {
        ...shop,
        payments: {
          ...shop.payments,
          fetchStatus: (attempt: Attempt) =>
            attempt.id === bad.paymentId ? Promise.reject(new TypeError("a bug of ours")) : fetchStatus(attempt),
        },
      };
      api.clock.turn(2 * HOUR_MS);
      await compareNow(broken);
      for (let tries = 1; tries < 8; tries++) {
        expect(await use.lines()).toEqual([
          expect.stringMatching(/^the books are not compared, because .*a bug of ours; it is asked again/),
        ]);
        api.clock.turn(RETRY_MS);
        await compareBooks(broken, use.never);
      }
      const lines = await use.lines();
      expect(lines).toHaveLength(2);
      expect(lines).toContainEqual(
        expect.stringMatching(new RegExp(`^order ${good.number}: payment .* is booked now`)),
      );
      expect(lines).toContainEqual(expect.stringMatching(/ could not be compared: .*a bug of ours$/));
      await use.forget();
    });

    test("are compared back to the last run after a pause, and a line says what was longer ago than a month", async () => {
      const { paymentId, number } = await use.order();
      use.pay(paymentId);
      api.clock.turn(12 * DAY_MS);
      expect(await use.compare()).toEqual([expect.stringContaining(`order ${number}: payment `)]);
      const lost = await use.order();
      use.pay(lost.paymentId);
      const last = api.clock.now();
      api.clock.turn(40 * DAY_MS);
      const [from, to] = [last - 4 * DAY_MS, last + 2 * HOUR_MS + 10 * DAY_MS].map((at) => new Date(at).toISOString());
      expect(await use.compare()).toEqual([
        `payments from ${from} to ${to} were not compared: look through them in the gateway's dashboard`,
      ]);
      await use.forget();
    });

    test("are compared now also where a worker has taken a part of it", async () => {
      const { paymentId } = await use.order();
      use.pay(paymentId);
      api.clock.turn(2 * HOUR_MS);
      const { db } = api.shop();
      const first = { razorpay: "list payments", cashfree: "status link", phonepe: "status order" }[kind];
      let isTaken = false;
      // As a worker that dies in the middle.
      started.simulator.onNext(first, async () => {
        if (isTaken) return;
        isTaken = true;
        const lease = { next_at: api.clock.now() + LEASE_MS / 2, found: '["found by the worker"]' };
        await db.transaction((tx) => tx.updateTable("comparisons").set(lease).execute());
      });
      const compared = compareNow(api.shop());
      await waitUntil(() => isTaken);
      await waitUntil(async () => (await findComparison(db.read))!.next_at === api.clock.now() + LEASE_MS / 2);
      api.clock.turn(LEASE_MS);
      await compared;
      expect(await use.lines()).toEqual(["found by the worker"]);
      await use.forget();
    });

    test("are compared by one worker at a time, and by another one if it dies", async () => {
      const { paymentId, number } = await use.order();
      use.pay(paymentId);
      const { db } = api.shop();
      api.clock.turn(2 * HOUR_MS);
      const due = { next_at: api.clock.now(), position: null, found: "[]" };
      const setDue = (change: object) =>
        db.transaction((tx) =>
          tx
            .updateTable("comparisons")
            .set({ ...due, ...change })
            .execute(),
        );
      const first = { razorpay: "list payments", cashfree: "status link", phonepe: "status order" }[kind];
      const count = () => started.simulator.requests.filter(({ call }) => call === first).length;
      await setDue({});
      const before = count();
      await Promise.all([1, 2, 3].map(() => compareBooks(api.shop(), use.never)));
      const together = count() - before;
      expect(await use.lines()).toEqual([expect.stringContaining(`order ${number}`)]);

      // As one that died after its first question, which has found something.
      await setDue({ found: '["found before"]', next_at: api.clock.now() + LEASE_MS });
      await compareBooks(api.shop(), use.never);
      expect(count()).toBe(before + together);
      api.clock.turn(LEASE_MS);
      const round = count();
      await compareBooks(api.shop(), use.never);
      expect(await use.lines()).toEqual(["found before"]);
      expect(count() - round).toBe(together);
      await use.forget();
    });
  });

  test("Razorpay's lists are read to their end, and name what belongs to no order", async () => {
    const started = await startShopAt("razorpay", engine);
    const { api, simulator } = started;
    const use = usable(started, "razorpay");
    const { books } = simulator as unknown as ReturnType<typeof createRazorpaySimulator>;
    await stockUp(api, 2);
    const { orderId, paymentId, number } = await use.order();
    use.pay(paymentId);
    const foreign = Array.from({ length: 230 }, () =>
      books.addPayment({
        amount: 4_200,
        currency: "INR",
        notes: {},
        orderId: null,
        linkId: null,
        qrId: null,
        status: "captured",
      }),
    );
    for (const { id } of foreign.slice(0, 120))
      books.addRefund({
        paymentId: id,
        amount: 4_200,
        currency: "INR",
        receipt: null,
        notes: {},
        status: "processed",
        speed: "normal",
      });
    const lines = await use.compare();
    expect(lines).toHaveLength(1 + 100 + 1);
    expect(lines).toContainEqual(expect.stringContaining(`order ${number}: payment `));
    expect(lines).toContain(
      `payment ${foreign[229]!.id} of ₹42.00 belongs to no order of the shop: find out in the gateway's dashboard who paid what`,
    );
    expect(lines.at(-1)).toBe("250 more differences: see the worker's log");
    expect(await use.statusOf(orderId)).toBe("completed");
    const pages = simulator.requests.flatMap(({ call, url }) =>
      call.startsWith("list ") ? [`${call} ${new URL(url, "http://x").searchParams.get("skip")}`] : [],
    );
    expect(pages).toEqual([
      "list payments 0",
      "list payments 100",
      "list payments 200",
      "list payments 231",
      "list refunds 0",
      "list refunds 100",
      "list refunds 120",
      "list disputes 0",
    ]);
    expect(simulator.requests.flatMap(({ problems, warnings }) => [...problems, ...warnings])).toEqual([]);
    await started.close();
  });

  test("Razorpay's lists show no payments, refunds and disputes of another brand in the same account", async () => {
    const started = await startShopAt("razorpay", engine);
    const use = usable(started, "razorpay");
    const simulator = started.simulator as unknown as ReturnType<typeof createRazorpaySimulator>;
    const { books } = simulator;
    await stockUp(started.api, 2);
    const { paymentId } = await use.order();
    use.pay(paymentId);
    expect(books.payments[0]!.notes).toEqual({ attempt: paymentId, brand: "acme" });
    await use.compare();
    const money = { amount: 4_200, currency: "INR", notes: { attempt: "theirs", brand: "globex" } };
    const paid = { ...money, orderId: null, linkId: null, qrId: null };
    const { id } = books.addPayment({ ...paid, status: "captured" });
    books.addRefund({ ...money, paymentId: id, receipt: "f".repeat(32), status: "processed", speed: "normal" });
    // Made in the dashboard, without notes.
    books.addRefund({ ...money, notes: {}, paymentId: id, receipt: null, status: "processed", speed: "normal" });
    books.addPayment({ ...paid, notes: {}, status: "authorized" });
    simulator.openDispute(id);
    const lines = () => use.compare().then((found) => found.filter((line) => !line.startsWith("order ")));
    expect(await lines()).toEqual([]);
    const { id: unnamed } = books.addPayment({ ...paid, notes: {}, status: "captured" });
    const dispute = simulator.openDispute(unnamed);
    expect(await lines()).toEqual([
      expect.stringContaining(`payment ${unnamed} of ₹42.00 belongs to no order`),
      expect.stringContaining(`dispute ${dispute} of ₹42.00 is about a payment that is not in the books`),
    ]);
    await started.close();
  });

  test("Razorpay's payment that the bank authorises on the fourth day is taken, and pays for its order", async () => {
    const started = await startShopAt("razorpay", engine);
    const { api } = started;
    const use = usable(started, "razorpay");
    const simulator = started.simulator as unknown as ReturnType<typeof createRazorpaySimulator>;
    await stockUp(api, 2);
    const { orderId, paymentId, number } = await use.order();
    simulator.decline(paymentId);
    await use.compare();
    for (let day = 1; day <= 4; day++) {
      api.clock.turn(DAY_MS - 2 * HOUR_MS);
      if (day === 4) simulator.books.payments[0]!.status = "authorized";
      const lines = await use.compare();
      expect(lines).toEqual(day < 4 ? [] : [expect.stringContaining(`order ${number}: payment `)]);
    }
    expect(simulator.books.payments).toMatchObject([{ status: "captured" }]);
    expect(await use.statusOf(orderId)).toBe("completed");
    await started.close();
  });

  test("Cashfree's refund that an approver rejects has failed, and one that waits for the approver is open", async () => {
    const started = await startShopAt("cashfree", engine);
    const { api } = started;
    const use = usable(started, "cashfree");
    const simulator = started.simulator as unknown as ReturnType<typeof createCashfreeSimulator>;
    await stockUp(api, 2);
    const { orderId, paymentId, number } = await use.order();
    use.pay(paymentId);
    use.pay(paymentId);
    await use.compare();
    await runWorker(api);
    const [{ id } = { id: "" }] = await use.refundsOf(orderId);
    simulator.settleRefund(id, "to approve");
    expect(await use.compare()).toEqual([]);
    expect(await use.refundsOf(orderId)).toMatchObject([{ state: "pending" }]);
    simulator.settleRefund(id, "rejected");
    expect(await use.compare()).toEqual([expect.stringContaining(`order ${number}: its refund of ₹1,000.00 failed`)]);
    expect(await use.refundsOf(orderId)).toMatchObject([{ state: "failed" }]);
    await started.close();
  });

  test("the sandbox and a UPI id have nothing to compare with", async () => {
    const vpa = { payments: { gateway: "vpa", vpa: "acme@okbank" } };
    const api = await startTestApi(engine, { settings: { acme: vpa } });
    for (const tenant of ["acme", "globex"]) {
      const { db } = api.shop(tenant);
      expect((await readDueWork(db.read, api.shop().tenant, api.clock.now())).comparison).toBeNull();
    }
    await api.close();
  });
});
