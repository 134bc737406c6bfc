import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { confirmUpi } from "../../../api/payments/confirm-upi.ts";
import { listRefundsOfOrder } from "../../../api/repositories/refunds/payment-refunds.ts";
import { refuseOrder, releaseOrder } from "../../helpers/api/decide.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { orderRow, paymentOf, runWorker, startOrder, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";
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
    expect([paid.status, paid.body]).toEqual([200, { order_number: one.number, outcome: ["paid"], is_waiting: false }]);
    expect([await statusOf(one.orderId), (await waiting()).includes(one.number)]).toEqual(["completed", false]);
    const [noted] = await desk.acts(one.orderId);
    expect([noted!.act, JSON.parse(noted!.after!)]).toEqual([
      "payment.confirm",
      { order: one.number, reference: "800000000001", amount: 90_000, other_amount: false },
    ]);
    const taken = await confirm(other.number, "800000000001");
    expect([taken.status, taken.body.detail]).toEqual([409, expect.stringContaining("has confirmed another order")]);
    expect(await statusOf(other.orderId)).toBe("pending");
  });

  test("of another amount are confirmed after a second question, and the right amount still pays", async () => {
    const [slip, meant] = [await order(), await order()];
    const asked = await confirm(slip.number, "800000000004", "900.01");
    expect([asked.status, asked.body.errors.other_amount]).toEqual([
      409,
      expect.stringMatching(/^The order is over ₹900.00, and you entered ₹900.01\./),
    ]);
    expect((await confirm(slip.number, "800000000004")).body.outcome).toEqual(["paid"]);
    const body = { order: meant.number, reference: "800000000005", amount: "900.01", other_amount: true, ...CODE };
    expect((await desk.post("/payments/confirm", body)).body.outcome).toEqual(["mismatch"]);
    expect(await statusOf(meant.orderId)).toBe("refund_due");
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

  test("with a wrong UTR are corrected with a code, and the audit keeps the wrong one", async () => {
    const [slip, meant] = [await order(), await order()];
    await confirm(slip.number, "800000000041");
    const correct = (wrong: string, right: string, more: object = CODE) =>
      desk.post("/payments/correct", { wrong, right, ...more });
    const errorsOf = async (answer: ReturnType<typeof correct>) => {
      const { status, body } = await answer;
      return [status, body.errors];
    };
    const text = `reference,amount,note\n800000000041,900,${meant.number}`;
    const book = async () => (await desk.post("/payments/statement/apply", { text, ...CODE })).body.lines[0].result;
    expect(await book()).toBe("already used");
    api.clock.turn(CODE_COUNTS_MS);
    expect((await correct("800000000041", "800000000042", {})).status).toBe(403);
    for (const role of ["support", "auditor", "catalogue"] as const) {
      const body = { wrong: "800000000041", right: "800000000042", ...CODE };
      expect((await (await desk.member(role))("POST", "/payments/correct", body)).status).toBe(404);
    }
    const corrected = await correct("800000000041", "800000000042");
    expect([corrected.status, corrected.body]).toEqual([200, { order_number: slip.number }]);
    const noted = (await desk.acts(slip.orderId)).find(({ act }) => act === "payment.correct")!;
    expect([JSON.parse(noted.before!), JSON.parse(noted.after!)]).toEqual([
      { reference: "800000000041" },
      { order: slip.number, reference: "800000000042" },
    ]);
    expect(await book()).toBe("paid");
    expect(await errorsOf(correct("8", ""))).toEqual([
      400,
      { wrong: "Enter the 12 digits of the UTR.", right: "Enter the 12 digits of the UTR." },
    ]);
    expect(await errorsOf(correct("800000000049", "800000000048"))).toEqual([
      400,
      { wrong: "No payment is booked with this UTR." },
    ]);
    expect(await errorsOf(correct("800000000042", "800000000041"))).toEqual([
      409,
      { right: "This UTR has confirmed a payment already." },
    ]);
  });

  test("are found in a bank's own file, beside debits, totals and rows that cannot be read", async () => {
    const { orderId } = await order();
    const reference = (await orderRow(api, orderId)).short_reference!;
    const lines = [
      "MAPLE GIFTS\t\t\t\t\t",
      "Txn Date\tDescription\tRef No./Cheque No.\tDebit\tCredit\tBalance",
      `2 Dec 2026\tBY TRANSFER-UPI/CR/800000000031/ASHA/${reference.toLowerCase()}--\tTRANSFER FROM 48\t\t900.00\t1`,
      "3 Dec 2026\tRENT\t\t5,000.00\t\t1",
      "3 Dec 2026\tUPI\t6.33012E+11\t\t900.00\t1",
      "\tTotal\t\t5,000.00\t900.00\t",
    ];
    const file = Buffer.from(lines.join("\n")).toString("base64");
    const { body } = await desk.post("/payments/statement", { file });
    expect(body).toMatchObject({
      is_read: true,
      lines: [{ line: 3, reference: "800000000031", is_match: true }],
      skipped: [
        { line: 4, kind: "debit" },
        { line: 5, kind: "bad", reason: expect.stringContaining("6.33012E+11") },
        { line: 6, kind: "total" },
      ],
    });
    await desk.post("/payments/statement/apply", { file, ...CODE });
    expect(await statusOf(orderId)).toBe("completed");
  });

  test("that the bank took back later are named, and hold an order that is not delivered", async () => {
    const { limits } = api.shop().tenant;
    const before = limits.ordersPerDay;
    // Without the limit for one member.
    const book = async ({ orderId }: { orderId: string }, bankReference: string) =>
      confirmUpi(api.shop(), { paymentId: (await paymentOf(api, orderId)).payment_id, bankReference, amount: 90_000 });
    const [delivered, fee] = [await order(), await order()];
    await book(delivered, "800000000051");
    await book(fee, "800000000052");
    const [undelivered, noted, owed, twice] = [await order(), await order(), await order(), await order()];
    limits.ordersPerDay = 0;
    await book(undelivered, "800000000053");
    await book(noted, "800000000054");
    await book(owed, "800000000055");
    await book(twice, "800000000056");
    await book(twice, "800000000057");
    limits.ordersPerDay = before;
    const { db } = api.shop();
    expect(await refuseOrder(api.shop(), owed.orderId)).toBe(true);
    const text = [
      "Narration,UTR,Debit,Credit",
      "UPI/DR/ASHA,800000000051,900.00,",
      "UPI FEE,800000000052,1.18,",
      "UPI/DR/RAVI,800000000053,900.00,",
      "UPI/REV/800000000054/BO,700000000054,500.00,",
      "UPI/REVERSAL,800000000055,900.00,",
      "UPI/REV/800000000057/UMA,700000000057,500.00,",
      "UPI/DR/refund of 800000000052,700000000052,900.00,",
      "RENT,,500.00,",
    ].join("\n");
    const took = (utr: string, { number }: { number: string }) => `took back the payment ${utr} of order ${number}`;
    const until = "; the order is held once the statement is booked";
    const checked = await desk.post("/payments/statement", { text });
    expect(checked.body.skipped.map(({ kind, reason }: Record<string, string>) => [kind, reason])).toEqual([
      ["returned", `the bank ${took("800000000051", delivered)}, which is completed: look at the order`],
      ["debit", "a debit"],
      ["returned", `the bank ${took("800000000053", undelivered)}${until}`],
      ["returned", `its note says that the bank ${took("800000000054", noted)}${until}`],
      ["returned", `the bank ${took("800000000055", owed)}, which is refund_due: look at the order`],
      ["returned", `its note says that the bank ${took("800000000057", twice)}, which has another payment`],
      ["debit", "a debit"],
      ["debit", "a debit"],
    ]);
    const review = async ({ orderId }: { orderId: string }) => (await orderRow(api, orderId)).review_reason;
    expect(await review(undelivered)).toBe("beyond_day");

    const booked = await desk.post("/payments/statement/apply", { text, ...CODE });
    expect(booked.body).toEqual({ lines: [], waiting: 0, held: [undelivered.number, noted.number] });
    const refunds = async ({ orderId }: { orderId: string }) =>
      (await listRefundsOfOrder(db.read, orderId))
        .map(({ reason, state, amount }) => `${reason} ${state} ${amount}`)
        .toSorted();
    expect(await Promise.all([undelivered, noted, twice].map(review))).toEqual([
      "given_back",
      "given_back",
      "beyond_day",
    ]);
    expect(await Promise.all([undelivered, noted, fee].map(refunds))).toEqual([["by_gateway done 90000"], [], []]);
    // The debt is paid: nobody sends the money once more.
    expect(await refunds(owed)).toEqual(["order done 90000", "order failed 90000"]);
    const [acts] = await desk.acts("bank statement");
    expect(acts).toMatchObject({ act: "payments.import" });

    // A release counts, also if the statement is imported again.
    expect(await releaseOrder(api.shop(), noted.orderId)).toBe(true);
    const again = await desk.post("/payments/statement/apply", { text, ...CODE });
    expect(again.body.held).toEqual([undelivered.number]);
    expect(await statusOf(noted.orderId)).toBe("completed");
    expect(await refunds(undelivered)).toEqual(["by_gateway done 90000"]);
    expect(await refuseOrder(api.shop(), undelivered.orderId)).toBe(true);
    expect(await refunds(undelivered)).toEqual(["order done 90000"]);
  });

  test("are found by columns that a member chooses once", async () => {
    const { number } = await order();
    const text = `Tag;Zweck;Haben;Nr\n2 Dec;${number};900;800000000041`;
    const unknown = await desk.post("/payments/statement", { text });
    expect(unknown.body).toMatchObject({
      is_read: false,
      lines: [],
      sample: [{ line: 1, cells: ["Tag", "Zweck", "Haben", "Nr"] }, { line: 2 }],
    });
    const choose = (columns: object) => desk.post("/payments/statement/columns", { text, ...columns });
    const wrong = await choose({ line: "7", amount: "3", note: "2" });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([400, ["line"]]);
    expect(Object.keys((await choose({ line: "1", amount: "", note: "x" })).body.errors)).toEqual(["amount", "note"]);
    const support = await desk.member("support");
    expect((await support("POST", "/payments/statement/columns", { text })).status).toBe(404);
    expect((await desk.post("/payments/statement", { text })).body).toMatchObject({ is_read: false });

    const kept = await choose({ line: "1", amount: "3", note: "2", reference: "4", debit: "", side: "" });
    expect(kept.status).toBe(200);
    const noted = (await desk.acts("bank statement")).find(({ act }) => act === "payments.columns");
    expect(noted).toMatchObject({ after: expect.stringContaining("zweck") });
    const { body } = await desk.post("/payments/statement", { text });
    expect(body).toMatchObject({ is_read: true, lines: [{ orders: [number], is_match: true }] });
  });

  test("refuse a file that cannot be read, and a brand without a UPI id", async () => {
    const base64 = (...bytes: number[]) => Buffer.from(bytes).toString("base64");
    for (const [body, problem] of [
      [{}, "Choose a file"],
      [{ file: "?" }, "damaged"],
      [{ file: base64(0xd0, 0xcf, 0x11, 0xe0) }, "old Excel file"],
      [{ file: Buffer.from("<table><tr>").toString("base64") }, "web page"],
      [{ file: base64(0x50, 0x4b, 3, 4) }, "not an Excel file"],
    ] as const) {
      const wrong = await desk.post("/payments/statement", body);
      expect([wrong.status, wrong.body.errors.file]).toEqual([400, expect.stringContaining(problem)]);
    }
    const text = "reference,amount,note\n";
    for (const [path, body] of [
      ["/payments/confirm", { order: "ORD1", reference: "800000000021", amount: "1" }],
      ["/payments/correct", { wrong: "800000000021", right: "800000000022" }],
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
    expect(await state()).toEqual({ finished_at: null, payments_until: null, is_running: false, unlisted: null });
    expect((await desk.post("/money/compare")).status).toBe(200);
    expect(await state()).toEqual({ finished_at: null, payments_until: null, is_running: true, unlisted: null });
    const hourAgo = api.clock.now() - 3_600_000;
    await waitFor(async () => {
      await runWorker(api);
      expect(await state()).toEqual({
        finished_at: api.clock.now(),
        payments_until: hourAgo,
        is_running: false,
        unlisted: null,
      });
    });
    expect(await desk.acts("razorpay")).toMatchObject([{ act: "payments.compare" }]);
  });
});
