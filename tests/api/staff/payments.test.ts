import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { confirmUpi } from "../../../api/payments/confirm-upi.ts";
import { sumBooks } from "../../../api/repositories/audit/sums.ts";
import { insertRefundByGateway } from "../../../api/repositories/refunds/payment-refunds.ts";
import { MoneyPlace, readMoneyPage } from "../../../api/routes/orders/money-list.ts";
import { reportMonth } from "../../../api/sales/report-month.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { startOrder, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

const PAYMENTS = { gateway: "vpa", vpa: "acme.shop@okbank" };
const DAY = 24 * 60 * 60_000;

type Row = { id: string; kind: string; outcome: string; order_number: string; at: number; amount: number };

describe.each(engines)("payments and refunds in the console on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  let began: number;
  let references = 900_000_000_000;
  beforeAll(async () => {
    api = await startTestApi(engine, { settings: { acme: { payments: PAYMENTS } }, ...DESK });
    began = api.clock.now();
    await stockUp(api, 40);
    // All in the same millisecond: 2 orders paid, one of them twice, and one paid with another amount.
    const [once, twice, wrong] = [await startOrder(api), await startOrder(api), await startOrder(api)];
    for (const { payment } of [once, twice, twice]) await confirm(payment.payment_id, payment.amount);
    await confirm(wrong.payment.payment_id, 12_345);
    api.clock.turn(40 * DAY);
    const late = await startOrder(api);
    await confirm(late.payment.payment_id, late.payment.amount);
    await api.shop().db.transaction((tx) =>
      insertRefundByGateway(tx, {
        orderId: late.orderId,
        paymentId: late.payment.payment_id,
        gatewayPaymentId: "x",
        amount: 777,
        id: "rfnd_by_gateway",
        gatewayRefundId: "rfnd_by_gateway",
        state: "done",
        bankReference: null,
        nextTryAt: null,
        now: api.clock.now(),
      }),
    );
    desk = await openDesk(api);
  });
  afterAll(() => api.close());

  const confirm = (paymentId: string, amount: number) =>
    confirmUpi(api.shop(), { paymentId, bankReference: String(references++), amount, isOtherAmount: true });
  const list = async (query = "") => {
    const { status, body } = await desk.get(`/payments${query}`);
    expect([query, status]).toEqual([query, 200]);
    return body as { rows: Row[]; next: string | null };
  };
  const outcomes = (rows: Row[]) => rows.map(({ kind, outcome }) => `${kind} ${outcome}`).sort();

  test("are one list by time, newest first, with the gateway's ids and the order", async () => {
    const { rows, next } = await list();
    expect(next).toBeNull();
    expect(rows.map(({ at }) => at)).toEqual(rows.map(({ at }) => at).sort((a, b) => b - a));
    expect(outcomes(rows)).toEqual([
      "payment double",
      "payment mismatch",
      "payment paid",
      "payment paid",
      "payment paid",
      "refund done",
      "refund due",
      "refund due",
    ]);
    expect(rows.find(({ outcome }) => outcome === "double")).toMatchObject({
      gateway: "vpa",
      gateway_payment_id: "900000000002",
      bank_reference: "900000000002",
      method: "upi",
      amount: 90_000,
      currency: "INR",
      order_number: expect.stringMatching(/^ORD/),
      reason: null,
    });
    expect(rows.find(({ id }) => id === "rfnd_by_gateway")).toMatchObject({
      kind: "refund",
      outcome: "done",
      reason: "by_gateway",
      gateway_refund_id: "rfnd_by_gateway",
      amount: 777,
    });
  });

  test("are cut into pages that miss and repeat no row of one millisecond, also as a file", async () => {
    const all = (await list()).rows.map(({ id }) => id);
    for (const limit of [1, 2, 3]) {
      const seen: string[] = [];
      let next: string | null = null;
      do {
        const page = await readMoneyPage(api.shop(), {}, limit, next === null ? undefined : MoneyPlace.parse(next));
        seen.push(...page.rows.map(({ id }) => id));
        next = page.next;
      } while (next !== null);
      expect([limit, seen]).toEqual([limit, all]);
    }
    const [first] = (await list("?kind=payment")).rows;
    const rest = await list(`?after=${encodeURIComponent(`${first!.at}-p-${first!.id}`)}`);
    expect(rest.rows.map(({ id }) => id)).toEqual(all.slice(1));
    const file = await desk.get("/payments.csv?kind=refund");
    expect(file.text.trim().split("\r\n")).toHaveLength(4);
    expect(file.text).toContain(",7.77,INR,vpa,done,,x,rfnd_by_gateway,,by_gateway");
    expect((await desk.acts("payments")).map(({ act }) => act)).toEqual(["payments.export"]);
  });

  test("are filtered by kind, gateway, outcome and days, and refuse a filter that is none", async () => {
    expect(outcomes((await list("?kind=refund")).rows)).toEqual(["refund done", "refund due", "refund due"]);
    expect(outcomes((await list("?outcome=double")).rows)).toEqual(["payment double"]);
    expect(outcomes((await list("?outcome=due&gateway=vpa")).rows)).toEqual(["refund due", "refund due"]);
    expect((await list("?gateway=razorpay")).rows).toEqual([]);
    expect(outcomes((await list(`?since=${began + DAY}`)).rows)).toEqual(["payment paid", "refund done"]);
    expect((await list(`?until=${began + DAY}`)).rows).toHaveLength(6);
    for (const wrong of ["?outcome=gone", "?kind=x", "?after=x", "?since=-1"])
      expect([wrong, (await desk.get(`/payments${wrong}`)).status]).toEqual([wrong, 400]);
  });

  test("are summed by gateway and method", async () => {
    const methods = async (from: number) => (await desk.get(`/today?from=${from}`)).body.money.methods;
    expect(await methods(began)).toEqual([{ gateway: "vpa", method: "upi", payments: 5, amount: 4 * 90_000 + 12_345 }]);
    expect(await methods(began + DAY)).toMatchObject([{ payments: 1 }]);
  });

  test("add up: the months' reports together are the sums of the books, to the paisa", async () => {
    const { db } = api.shop();
    const monthOf = (at: number) => new Date(at + 5.5 * 60 * 60_000).toISOString().slice(0, 7);
    const months = [...new Set(Array.from({ length: 41 }, (_, day) => monthOf(began + day * DAY)))];
    const reports = await Promise.all(months.map((month) => reportMonth(api.shop(), month)));
    const add = <T>(pick: (report: (typeof reports)[number]) => T[], value: (row: T) => number) =>
      reports.flatMap(pick).reduce((sum, row) => sum + value(row), 0);
    const sums = await sumBooks(db.read);
    expect(sums).toEqual({
      orders: add(
        ({ orders }) => [orders],
        ({ orders }) => orders,
      ),
      sold: add(
        ({ sold }) => sold,
        ({ value }) => value,
      ),
      sold_for_cash: add(
        ({ orders }) => [orders],
        ({ amount }) => amount,
      ),
      sold_for_coins: add(
        ({ orders }) => [orders],
        ({ coins }) => coins,
      ),
      received: add(
        ({ payments }) => payments,
        ({ amount }) => amount,
      ),
      refunded: add(
        ({ refunds }) => refunds,
        ({ amount }) => amount,
      ),
      refunded_coins: add(
        ({ refunds }) => refunds,
        ({ coins }) => coins,
      ),
      returned: add(
        ({ returned }) => returned,
        ({ amount }) => amount,
      ),
      coins: Object.fromEntries(
        reports[0]!.coin_sums.map(({ what }) => [
          what,
          add(
            ({ coin_sums }) => coin_sums.filter((row) => row.what === what),
            ({ amount }) => amount,
          ),
        ]),
      ),
    });
    expect(sums).toMatchObject({ orders: 3, received: 372_345, refunded: 12_345, returned: 90_777 });
    expect(sums.coins.issued! + sums.coins.spent!).toBeGreaterThan(0);
    expect(sums.coins.spent).toBe(-3 * 10_000);
  });

  test("are registered as receipts of a month, a line each", async () => {
    const month = new Date(began + 5.5 * 60 * 60_000).toISOString().slice(0, 7);
    const { text } = await desk.get(`/money/months/${month}/receipts`);
    const lines = text.trim().split("\r\n");
    expect(lines[0]).toBe("receipt,issued_at (IST),entity,gstin,order,total,cash,coins");
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/^20\d\d-\d\d\/000001,20[-\d]+ [:\d]+,.*,.*,ORD\d+,1000.00,900.00,100.00$/);
    expect((await desk.acts(month)).map(({ act }) => act)).toEqual(["receipts.export"]);
  });
});
