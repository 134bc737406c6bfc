import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { DESK, type Desk, openDesk } from "../../helpers/api/desk.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { orderRow, runWorker, startOrder, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { startShopAt } from "../../helpers/gateways/simulated-shops.ts";
import { waitFor } from "../../helpers/waiting/patience.ts";

const PAYMENTS = { gateway: "vpa", vpa: "acme.shop@okbank" };
const CODE = { code: "123456" };
/** A code that was entered counts for so long. */
const CODE_COUNTS_MS = 10 * 60_000;

describe.each(engines)("payments to a UPI id in the console on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  beforeAll(async () => {
    api = await startTestApi(engine, { settings: { acme: { payments: PAYMENTS } }, ...DESK });
    desk = await openDesk(api);
    await stockUp(api, 40);
  });
  afterAll(() => api.close());

  async function order() {
    const { orderId, payment } = await startOrder(api);
    return { orderId, number: payment.order_number };
  }
  const statusOf = async (orderId: string) => (await orderRow(api, orderId)).status;
  const waiting = async () =>
    ((await desk.get("/payments/waiting")).body.waiting as { order_number: string }[]).map(
      ({ order_number }) => order_number,
    );
  const confirm = (order: string, reference: string, amount = "900") =>
    desk.post("/payments/confirm", { order, reference, amount, ...CODE });

  test("wait in a list until one is confirmed by the UTR and the amount of the statement, once", async () => {
    const [one, other] = [await order(), await order()];
    expect((await desk.get("/payments/waiting")).body).toMatchObject({ is_upi: true });
    expect(await waiting()).toEqual(expect.arrayContaining([one.number, other.number]));
    const paid = await confirm(one.number, "800000000001", "900.00");
    expect([paid.status, paid.body]).toEqual([200, { order_number: one.number, outcome: ["paid"] }]);
    expect([await statusOf(one.orderId), (await waiting()).includes(one.number)]).toEqual(["completed", false]);
    const [noted] = await desk.acts(one.orderId);
    expect([noted!.act, JSON.parse(noted!.after!)]).toEqual([
      "payment.confirm",
      { order: one.number, reference: "800000000001", amount: 90_000 },
    ]);
    const taken = await confirm(other.number, "800000000001");
    expect([taken.status, taken.body.detail]).toEqual([409, expect.stringContaining("has confirmed another order")]);
    expect(await statusOf(other.orderId)).toBe("pending");
  });

  test("refuse what is no UTR, no amount and no order, field by field", async () => {
    const wrong = await confirm(" ", "12345", "lots");
    expect([wrong.status, wrong.body.errors]).toEqual([
      400,
      {
        order: "Enter the order's number.",
        reference: "Enter the 12 digits of the UTR.",
        amount: "Enter the rupees on the statement, such as 450.00.",
      },
    ]);
    const unknown = await confirm("ORD0", "800000000002");
    expect([unknown.status, unknown.body.errors]).toEqual([400, { order: "There is no such order." }]);
  });

  test("are confirmed by who may move money, with a code", async () => {
    const { number, orderId } = await order();
    const body = { order: number, reference: "800000000003", amount: "900" };
    for (const role of ["support", "auditor", "catalogue"] as const)
      expect((await (await desk.member(role))("POST", "/payments/confirm", { ...body, ...CODE })).status).toBe(404);
    const finance = await desk.member("finance");
    api.clock.turn(CODE_COUNTS_MS);
    expect((await finance("POST", "/payments/confirm", body)).status).toBe(403);
    expect(await statusOf(orderId)).toBe("pending");
    expect((await finance("POST", "/payments/confirm", { ...body, ...CODE })).status).toBe(200);
  });

  test("are confirmed by a statement, which is checked first and booked once", async () => {
    const [one, other, third] = [await order(), await order(), await order()];
    const text = [
      "reference,amount,note",
      `800000000011,900.00,UPI/ASHA/Order ${one.number}`,
      `800000000012,"9,000.00",UPI/RAVI/${other.number}`,
      "800000000013,12.34,UPI/BO/thanks",
    ].join("\n");
    const checked = await desk.post("/payments/statement", { text });
    expect([checked.status, checked.body.lines]).toEqual([
      200,
      [
        expect.objectContaining({ line: 2, orders: [one.number], is_match: true, result: "matches", amount: 90_000 }),
        expect.objectContaining({ line: 3, is_match: false, result: "the order has another amount" }),
        expect.objectContaining({ line: 4, is_match: false, result: "its note names no waiting order" }),
      ],
    ]);
    expect(await statusOf(one.orderId)).toBe("pending");
    api.clock.turn(CODE_COUNTS_MS);
    expect((await desk.post("/payments/statement/apply", { text })).status).toBe(403);
    const booked = await desk.post("/payments/statement/apply", { text, ...CODE });
    expect(booked.body.lines.map(({ result }: { result: string }) => result)[0]).toBe("paid");
    expect(await Promise.all([one, other, third].map(({ orderId }) => statusOf(orderId)))).toEqual([
      "completed",
      "pending",
      "pending",
    ]);
    const [noted] = await desk.acts("bank statement");
    expect([noted!.act, JSON.parse(noted!.after!)]).toEqual(["payments.import", { "800000000011": one.number }]);
    const again = await desk.post("/payments/statement/apply", { text, ...CODE });
    expect(again.body.lines[0]).toMatchObject({ is_match: false, result: "its note names no waiting order" });
  });

  test("refuse a file that is no statement, with its lines, and a brand without a UPI id", async () => {
    const wrong = await desk.post("/payments/statement", { text: "reference,amount,note\n12,450,x" });
    expect([wrong.status, wrong.body.errors.file]).toEqual([400, expect.stringContaining("line 2: the reference")]);
    const text = "reference,amount,note\n";
    for (const [path, body] of [
      ["/payments/confirm", { order: "ORD1", reference: "800000000021", amount: "1" }],
      ["/payments/statement", { text }],
      ["/payments/statement/apply", { text }],
    ] as const)
      expect([path, (await desk.post(path, { ...body, ...CODE }, { brand: "globex" })).status]).toEqual([path, 409]);
    expect((await desk.get("/payments/waiting", { brand: "globex" })).body).toEqual({ is_upi: false, waiting: [] });
    expect((await desk.post("/money/compare", {}, { brand: "globex" })).status).toBe(409);
  });
});

describe.each(engines)("the comparison with a gateway in the console on %s", (engine) => {
  let started: Awaited<ReturnType<typeof startShopAt>>;
  beforeAll(async () => {
    started = await startShopAt("razorpay", engine, DESK);
  });
  afterAll(() => started.close());

  test("runs when somebody asks for it, and says when it last ended", async () => {
    const { api } = started;
    const desk = await openDesk(api);
    const state = async () => (await desk.get("/money")).body.comparison;
    expect(await state()).toEqual({ finished_at: null, is_running: false });
    expect((await desk.post("/money/compare")).status).toBe(200);
    expect(await state()).toEqual({ finished_at: null, is_running: true });
    await waitFor(async () => {
      await runWorker(api);
      expect(await state()).toEqual({ finished_at: api.clock.now(), is_running: false });
    });
    expect(await desk.acts("razorpay")).toMatchObject([{ act: "payments.compare" }]);
  });
});
