import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { confirmUpi } from "../../../api/payments/confirm-upi.ts";
import { correctUpi } from "../../../api/payments/correct-upi.ts";
import { settlePayment } from "../../../api/payments/settle-payment.ts";
import { sendRefundsOfOrder } from "../../../api/refunds/send-refunds.ts";
import { settleRefund } from "../../../api/refunds/settle-refund.ts";
import { getOrder, holdOrder } from "../../../api/repositories/orders/orders.ts";
import { findPayment, toAttempt } from "../../../api/repositories/payments/payments.ts";
import { findOpenStop } from "../../../api/repositories/payments/selling-stops.ts";
import { findConfirmation, listUnconfirmed } from "../../../api/repositories/payments/upi-confirmations.ts";
import { listRefundsOfOrder } from "../../../api/repositories/refunds/payment-refunds.ts";
import { refuseOrder } from "../../helpers/api/decide.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import {
  coinsOf,
  createShopper,
  orderBody,
  orderRow,
  outcomesOf,
  paymentOf,
  place,
  placeOne,
  runWorker,
  startOrder,
  statusOf,
  stockUp,
  vouchersOf,
} from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";

const WINDOW_MS = 90 * 60_000;

describe.each(engines)("payments to the merchant's own UPI id on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    const payments = { gateway: "vpa", vpa: "maple.shop@okbank", windowMinutes: 90 };
    const branding = { organization_name: "Maple & Söhne", email: "help@acme.test" };
    api = await startTestApi(engine, { settings: { acme: { payments, branding } } });
    await stockUp(api, 60);
  });
  afterAll(() => api.close());

  let statementLines = 0;
  /** A reference that no other payment of the test has. */
  const newReference = () => String(600_000_000_000 + statementLines++);

  const confirm = (payment: { payment_id: string; amount: number }, bankReference = newReference()) =>
    confirmUpi(api.shop(), {
      paymentId: payment.payment_id,
      bankReference,
      amount: payment.amount,
      isOtherAmount: true,
    });

  /** A new access token, for tests that wait longer than one is valid. */
  const signIn = async (email: string) => (await api.login(email)).body.access_token as string;

  const waitingFor = async (orderNumber: string) =>
    (await listUnconfirmed(api.shop().db.read, 0)).filter(({ order_number }) => order_number === orderNumber);

  test("show a link with every field encoded, and say that the shop confirms by hand", async () => {
    const { token } = await createShopper(api);
    const body = orderBody(api);
    const placed = await place(api, token, body);
    expect(placed.status).toBe(201);
    const { short_reference: reference } = await orderRow(api, placed.body.orderId);
    const link = [
      "upi://pay?pa=maple.shop@okbank",
      "pn=Maple%20%26%20S%C3%B6hne",
      `tr=${reference}`,
      "am=1000.00",
      "cu=INR",
      `tn=Order%20${reference}%20${body.order_number}`,
    ].join("&");
    expect(reference).toMatch(/^ACM[2-9C-Y]{6}$/);
    expect(placed.body).toMatchObject({ paymentLinks: { other: link }, qrPayload: link });
    expect(Date.parse(placed.body.expiresAt) - api.clock.now()).toBe(WINDOW_MS);
    const status = await api.request("GET", `/order-status/?order_id=${placed.body.orderId}`, { token });
    expect(status.body).toMatchObject({ payment_note: "confirmed_by_hand", qrPayload: link, orderLink: null });
    const history = await api.request("GET", "/order-history/", { token });
    expect(history.body).toMatchObject([{ id: placed.body.orderId, payment_note: "confirmed_by_hand" }]);
  });

  test("pay for the order once an operator confirms them, and not before", async () => {
    const { email, orderId, payment } = await startOrder(api);
    api.clock.turn(60 * 60_000);
    await runWorker(api);
    const token = await signIn(email);
    expect([await statusOf(api, token, orderId), await waitingFor(payment.order_number)]).toEqual([
      "PAYMENT_PENDING",
      [expect.objectContaining({ id: payment.payment_id, amount: 90_000, status: "pending" })],
    ]);
    expect(await confirm(payment)).toEqual(["paid"]);
    expect([await statusOf(api, token, orderId), await waitingFor(payment.order_number)]).toEqual(["success", []]);
    expect(await vouchersOf(api, token, orderId)).toHaveLength(2);
  });

  test("believe no notification from any sender", async () => {
    const { token, orderId, payment } = await startOrder(api);
    const sent = await api.request("POST", "/payment-notification", { body: { ...payment, result: "success" } });
    expect([sent.status, await statusOf(api, token, orderId)]).toEqual([401, "PAYMENT_PENDING"]);
  });

  test("of another amount are due back until the operator has returned them, and the coins return", async () => {
    const { token, orderId, payment } = await startOrder(api);
    const reference = newReference();
    expect(await confirm({ ...payment, amount: 89_999 }, reference)).toEqual(["mismatch"]);
    expect([await statusOf(api, token, orderId), await coinsOf(api, token)]).toEqual(["REFUND_DUE", 150]);
    expect(await vouchersOf(api, token, orderId)).toEqual([]);
    const refunds = () => listRefundsOfOrder(api.shop().db.read, orderId);
    await runWorker(api);
    expect(await refunds()).toMatchObject([{ gateway_payment_id: reference, amount: 89_999, state: "due" }]);
    expect(await sendRefundsOfOrder(api.shop(), orderId)).toHaveLength(1);
    expect(await refunds()).toMatchObject([{ state: "done" }]);
  });

  test("of which a part went back already are due back with the rest alone", async () => {
    const { orderId, payment } = await startOrder(api);
    const reference = newReference();
    const shop = api.shop();
    await shop.db.transaction((tx) => holdOrder(tx, orderId, "young_account", shop.clock.now()));
    expect(await confirm(payment, reference)).toEqual(["paid"]);
    const attempt = (await findPayment(shop.db.read, payment.payment_id))!;
    const part = { refundId: null, gatewayRefundId: "part", gatewayPaymentId: reference, amount: 40_000 };
    await settleRefund(shop, attempt, { ...part, state: "done" });
    await refuseOrder(shop, orderId);
    expect(await sendRefundsOfOrder(shop, orderId)).toMatchObject([{ amount: 50_000 }]);
    const refunds = await listRefundsOfOrder(shop.db.read, orderId);
    expect(refunds.map(({ reason, state, amount }) => [reason, state, amount]).toSorted()).toEqual([
      ["order", "done", 40_000],
      ["order", "done", 50_000],
    ]);
    expect(await auditLedger(shop)).toEqual([]);
    expect(await sendRefundsOfOrder(shop, orderId)).toEqual([]);
  });

  test("of another amount do not stop the selling, because payers type it by hand", async () => {
    for (let shoppers = 0; shoppers < 3; shoppers++) {
      const { payment } = await startOrder(api);
      expect(await confirm({ ...payment, amount: 90_001 })).toEqual(["mismatch"]);
      // From here on the earlier ones are those of a gateway that the brand had before.
      await api.shop().db.transaction((tx) => tx.updateTable("payments").set({ gateway: "razorpay" }).execute());
    }
    await api.shop().db.transaction((tx) => tx.updateTable("payments").set({ gateway: "vpa" }).execute());
    expect(await findOpenStop(api.shop().db.read)).toBeUndefined();
  });

  test("count once, however often and for whichever order a reference is confirmed", async () => {
    const [one, other] = [await startOrder(api), await startOrder(api)];
    const reference = newReference();
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => confirm(one.payment, reference)));
    expect(outcomes.flat().sort()).toEqual([...Array<string>(5).fill("duplicate"), "paid"]);
    expect(await confirm(other.payment, reference)).toBe("taken");
    expect(await statusOf(api, other.token, other.orderId)).toBe("PAYMENT_PENDING");
    expect(await outcomesOf(api, one.payment.payment_id)).toEqual(["paid"]);
    expect(await vouchersOf(api, one.token, one.orderId)).toHaveLength(2);
    expect(await listRefundsOfOrder(api.shop().db.read, one.orderId)).toEqual([]);
  });

  test("with two references for one order are two payments, and the second is due back", async () => {
    const { token, orderId, payment } = await startOrder(api);
    const [first, second] = [newReference(), newReference()];
    await confirm(payment, first);
    expect((await confirm(payment, second)) as string[]).toContain("double");
    expect([await statusOf(api, token, orderId), await vouchersOf(api, token, orderId)]).toEqual([
      "success",
      [expect.anything(), expect.anything()],
    ]);
    const due = { reason: "double", gateway_payment_id: second, amount: 90_000, state: "due" };
    expect(await listRefundsOfOrder(api.shop().db.read, orderId)).toMatchObject([due]);
  });

  test("with a wrong reference are corrected once, and the wrong one is free for the payment that has it", async () => {
    const [slip, meant] = [await startOrder(api), await startOrder(api)];
    const [wrong, right] = [newReference(), newReference()];
    const correct = (from: string, to: string) => correctUpi(api.shop(), { wrong: from, right: to });
    await confirm(slip.payment, wrong);
    expect(await confirm(meant.payment, wrong)).toBe("taken");
    const both = await Promise.all([correct(wrong, right), correct(wrong, newReference())]);
    expect(both.filter((outcome) => outcome !== "unknown")).toEqual([{ orderNumber: slip.payment.order_number }]);
    const kept = both[0] === "unknown" ? String(600_000_000_000 + statementLines - 1) : right;
    expect([await correct(wrong, newReference()), await correct(kept, kept)]).toEqual(["unknown", "taken"]);

    expect(await confirm(slip.payment, kept)).toEqual(["duplicate"]);
    expect(await confirm(meant.payment, wrong)).toEqual(["paid"]);
    expect([await correct(kept, wrong), await correct(wrong, kept)]).toEqual(["taken", "taken"]);
    for (const { payment, orderId } of [slip, meant]) {
      expect(await outcomesOf(api, payment.payment_id)).toEqual(["paid"]);
      expect(await listRefundsOfOrder(api.shop().db.read, orderId)).toEqual([]);
    }
    expect(await auditLedger(api.shop())).toEqual([]);
  });

  test("are booked once if their reference is corrected while an answer with the wrong one is booked", async () => {
    const { orderId, payment } = await startOrder(api);
    const { payment_id: paymentId, order_number: number, amount } = payment;
    const [wrong, right] = [newReference(), newReference()];
    await confirm(payment, wrong);
    const shop = api.shop();
    const [found, order] = [(await findPayment(shop.db.read, paymentId))!, await getOrder(shop.db.read, orderId)];
    const stale = await shop.payments.fetchStatus(await toAttempt(shop.db.read, found, number));
    await correctUpi(shop, { wrong, right });
    expect(stale.received).toMatchObject([{ gatewayPaymentId: wrong, amount }]);
    expect(await settlePayment(shop, found, order, stale)).toEqual(["duplicate"]);
    expect(await outcomesOf(api, paymentId)).toEqual(["paid"]);
    expect(await listRefundsOfOrder(shop.db.read, orderId)).toEqual([]);
  });

  test("are not corrected once their money has gone back, and their refund names the right reference before", async () => {
    const { orderId, payment } = await startOrder(api);
    const [wrong, right] = [newReference(), newReference()];
    await confirm({ ...payment, amount: 89_999 }, wrong);
    const refunds = () => listRefundsOfOrder(api.shop().db.read, orderId);
    expect(await correctUpi(api.shop(), { wrong, right })).toMatchObject({ orderNumber: payment.order_number });
    expect(await refunds()).toMatchObject([{ gateway_payment_id: right, state: "due" }]);
    await sendRefundsOfOrder(api.shop(), orderId);
    expect(await correctUpi(api.shop(), { wrong: right, right: newReference() })).toBe("sent");
    expect(await refunds()).toMatchObject([{ gateway_payment_id: right, state: "done" }]);
  });

  test("still pay for an order that has expired", async () => {
    const { email, orderId, payment } = await startOrder(api);
    api.clock.turn(WINDOW_MS - 1);
    await runWorker(api);
    const token = await signIn(email);
    expect(await statusOf(api, token, orderId)).toBe("PAYMENT_PENDING");
    api.clock.turn(1);
    await runWorker(api);
    expect(await statusOf(api, token, orderId)).toBe("PAYMENT_EXPIRED");
    expect(await waitingFor(payment.order_number)).toMatchObject([{ status: "expired" }]);
    expect(await confirm(payment)).toEqual(["paid_late"]);
    expect(await statusOf(api, token, orderId)).toBe("success");
    expect(await vouchersOf(api, token, orderId)).toHaveLength(2);
    expect(await coinsOf(api, token)).toBe(50);
  });

  test("are not booked for an attempt that does not exist", async () => {
    const confirmed = { paymentId: "unknown", bankReference: "633000000999", amount: 90_000 };
    await expect(confirmUpi(api.shop(), confirmed)).rejects.toThrow("there is no payment unknown");
    expect(await findConfirmation(api.shop().db.read, "633000000999")).toBeUndefined();
  });

  test("go on after a crash between the confirmation and the booking", async () => {
    const { token } = await createShopper(api);
    const { orderId } = await placeOne(api, token);
    const payment = await paymentOf(api, orderId);
    const reference = newReference();
    const broken = {
      ...api.shop(),
      payments: { ...api.shop().payments, fetchStatus: () => Promise.reject(new Error("crash")) },
    };
    const confirmed = { paymentId: payment.payment_id, bankReference: reference, amount: payment.amount };
    await expect(confirmUpi(broken, confirmed)).rejects.toThrow("crash");
    expect(await statusOf(api, token, orderId)).toBe("PAYMENT_PENDING");
    expect(await confirmUpi(api.shop(), confirmed)).toEqual(["paid"]);
    expect(await statusOf(api, token, orderId)).toBe("success");
  });
});
