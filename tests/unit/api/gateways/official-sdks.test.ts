import axios, { type AxiosInstance } from "axios";
import { Cashfree, CFEnvironment } from "cashfree-pg";
import {
  CreateSdkOrderRequest,
  Env,
  RefundRequest,
  StandardCheckoutClient,
  StandardCheckoutPayRequest,
} from "pg-sdk-node";
import Razorpay from "razorpay";
import { validatePaymentVerification } from "razorpay/dist/utils/razorpay-utils.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { createCashfreeSimulator } from "../../../../simulators/cashfree/simulator.ts";
import { createPhonePeSimulator } from "../../../../simulators/phonepe/simulator.ts";
import { createRazorpaySimulator } from "../../../../simulators/razorpay/simulator.ts";
import { listen, type Listening } from "../../../../simulators/wire/listen.ts";
import { startReceiver } from "../../../helpers/backend/webhook-receiver.ts";

// The vendors' own SDKs call the simulators and check their signatures, so that an adapter and its simulator cannot agree
// on a mistake.

let shop: Awaited<ReturnType<typeof startReceiver>>;
let server: Listening;
beforeEach(async () => {
  shop = await startReceiver();
});
afterEach(async () => {
  await server.close();
  shop.close();
});

/** Sends an SDK's calls to the simulator instead of the vendor's host. */
function redirect(http: AxiosInstance, origin: string) {
  http.interceptors.request.use((config) => {
    const url = new URL(axios.getUri(config));
    expect(url.origin).toBe(origin);
    return { ...config, baseURL: undefined, params: undefined, url: server.url + url.pathname + url.search };
  });
}

/** The SDK's own type knows one payment of a link; the vendor sends a list. */
type PaidLink = { payments: { payment_id: string }[] };

const form = (fields: Record<string, string>) => new URLSearchParams(fields);

/** No call had an unknown or a wrong field. */
const expectNoProblem = (simulator: { requests: { call: string; problems: string[]; warnings: string[] }[] }) =>
  expect(simulator.requests.filter(({ problems, warnings }) => problems.length + warnings.length > 0)).toEqual([]);

describe("Razorpay's SDK", () => {
  const [keyId, keySecret, webhookSecret] = ["rzp_test_1", "api-secret", "hook-secret"] as const;
  let simulator: ReturnType<typeof createRazorpaySimulator>;
  let sdk: Razorpay;
  beforeEach(async () => {
    simulator = createRazorpaySimulator({ keyId, keySecret, webhookSecret, webhookUrl: shop.url });
    server = await listen(simulator);
    sdk = new Razorpay({ key_id: keyId, key_secret: keySecret });
    redirect((sdk.api as unknown as { rq: AxiosInstance }).rq, "https://api.razorpay.com");
  });

  test("creates, reads and refunds a payment link, and accepts its callback and notifications", async () => {
    const link = await sdk.paymentLink.create({
      amount: 50_050,
      currency: "INR",
      reference_id: "A1",
      description: "Gift cards",
      callback_url: "https://gifts.maple.example/return",
      callback_method: "get",
      options: {} as never, // its types want one of four kinds
      customer: { name: "Asha Rao", email: "asha@example.com", contact: "+919876543210" },
    });
    expect(link).toMatchObject({ status: "created", amount: 50_050, short_url: expect.stringContaining(server.url) });
    expect(await sdk.paymentLink.edit(link.id, { notes: { till: "7" } })).toMatchObject({ notes: { till: "7" } });
    expect(await sdk.paymentLink.notifyBy(link.id, "email")).toEqual({ success: true });
    simulator.pay("A1");
    const paid = (await sdk.paymentLink.fetch(link.id)) as unknown as PaidLink;
    expect(paid).toMatchObject({ status: "paid", amount_paid: 50_050 });
    const payment = await sdk.payments.fetch(paid.payments[0]!.payment_id);
    expect(payment).toMatchObject({ status: "captured", amount: 50_050, currency: "INR" });

    const refund = await sdk.payments.refund(payment.id, { amount: 10_000, receipt: "R1" });
    expect(refund).toMatchObject({ entity: "refund", amount: 10_000, payment_id: payment.id, receipt: "R1" });
    expect(await sdk.payments.fetchRefund(payment.id, refund.id)).toMatchObject({ id: refund.id });
    expect(await sdk.refunds.fetch(refund.id)).toMatchObject({ id: refund.id });
    expect((await sdk.payments.fetchMultipleRefund(payment.id, {})).items.map(({ id }) => id)).toEqual([refund.id]);

    const returned = await fetch(link.short_url, {
      method: "POST",
      body: form({ action: "leave" }),
      redirect: "manual",
    });
    const fields = new URL(returned.headers.get("location")!).searchParams;
    const named = (name: string) => fields.get(`razorpay_${name}`)!;
    const callback = {
      payment_link_id: named("payment_link_id"),
      payment_id: named("payment_id"),
      payment_link_reference_id: named("payment_link_reference_id"),
      payment_link_status: named("payment_link_status"),
    };
    expect(validatePaymentVerification(callback, named("signature"), keySecret)).toBe(true);

    await simulator.webhooks.idle();
    expect(shop.received.length).toBeGreaterThan(1);
    for (const { text, headers } of shop.received) {
      const signature = String(headers["x-razorpay-signature"]);
      expect(Razorpay.validateWebhookSignature(text, signature, webhookSecret)).toBe(true);
      expect(Razorpay.validateWebhookSignature(`${text} `, signature, webhookSecret)).toBe(false);
    }
    expectNoProblem(simulator);
  });

  test("reads an order's payments and a QR code", async () => {
    const order = await sdk.orders.create({ amount: 20_000, currency: "INR", receipt: "A2" });
    expect(await sdk.orders.fetch(order.id)).toMatchObject({ id: order.id, status: "created", amount: 20_000 });
    expect((await sdk.orders.fetchPayments(order.id)).items).toEqual([]);
    const qr = await sdk.qrCode.create({
      type: "upi_qr",
      usage: "single_use",
      fixed_amount: true,
      payment_amount: 20_000,
      close_by: Math.floor(Date.now() / 1000) + 600,
    } as Parameters<typeof sdk.qrCode.create>[0]);
    simulator.pay(qr.id);
    expect(await sdk.qrCode.fetch(qr.id)).toMatchObject({ status: "closed", payments_amount_received: 20_000 });
    const { items } = await sdk.qrCode.fetchAllPayments(qr.id, {});
    expect(items).toEqual([expect.objectContaining({ status: "captured", amount: 20_000 })]);
    expectNoProblem(simulator);
  });

  test("is refused with another key", async () => {
    const stranger = new Razorpay({ key_id: keyId, key_secret: "other" });
    redirect((stranger.api as unknown as { rq: AxiosInstance }).rq, "https://api.razorpay.com");
    await expect(stranger.orders.create({ amount: 100, currency: "INR" })).rejects.toMatchObject({ statusCode: 401 });
  });
});

describe("Cashfree's SDK", () => {
  const [clientId, clientSecret] = ["client", "client-secret"] as const;
  let simulator: ReturnType<typeof createCashfreeSimulator>;
  let sdk: Cashfree;
  beforeEach(async () => {
    simulator = createCashfreeSimulator({ clientId, clientSecret, webhookUrl: shop.url });
    server = await listen(simulator);
    const http = axios.create();
    redirect(http, "https://sandbox.cashfree.com");
    sdk = new Cashfree(CFEnvironment.SANDBOX, clientId, clientSecret, undefined, undefined, undefined, false, http);
    sdk.XApiVersion = "2025-01-01";
  });

  const customer = { customer_id: "asha-1", customer_phone: "9876543210", customer_email: "asha@example.com" };
  const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();

  test("creates an order, pays it by its session, refunds it, and accepts its notifications", async () => {
    const { data: order } = await sdk.PGCreateOrder({
      order_id: "order-1",
      order_amount: 500.5,
      order_currency: "INR",
      customer_details: customer,
      order_expiry_time: minutes(30),
    });
    expect(order).toMatchObject({ order_id: "order-1", order_status: "ACTIVE", order_amount: 500.5 });
    const { data: attempt } = await sdk.PGPayOrder({
      payment_session_id: order.payment_session_id!,
      payment_method: { upi: { channel: "link" } } as never,
    });
    expect(attempt).toMatchObject({
      payment_amount: 500.5,
      data: { payload: { default: expect.stringMatching(/^upi:/) } },
    });
    simulator.pay("order-1");
    expect((await sdk.PGFetchOrder("order-1")).data).toMatchObject({ order_status: "PAID" });
    const { data: payments } = await sdk.PGOrderFetchPayments("order-1");
    expect(payments.at(0)).toMatchObject({ payment_status: "SUCCESS", payment_amount: 500.5, is_captured: true });
    const { data: payment } = await sdk.PGOrderFetchPayment("order-1", String(payments[0]!.cf_payment_id));
    expect(payment).toMatchObject({ cf_payment_id: payments[0]!.cf_payment_id });

    const { data: refund } = await sdk.PGOrderCreateRefund("order-1", { refund_id: "refund1", refund_amount: 100 });
    expect(refund).toMatchObject({ refund_id: "refund1", refund_amount: 100, entity: "refund" });
    expect((await sdk.PGOrderFetchRefund("order-1", "refund1")).data).toMatchObject({
      cf_refund_id: refund.cf_refund_id,
    });
    expect((await sdk.PGOrderFetchRefunds("order-1")).data).toHaveLength(1);

    await simulator.webhooks.idle();
    expect(shop.received.length).toBeGreaterThan(0);
    for (const { text, headers, json } of shop.received) {
      const [signature, at] = ["x-webhook-signature", "x-webhook-timestamp"].map((name) => String(headers[name]));
      expect(sdk.PGVerifyWebhookSignature(signature!, text, at!)).toMatchObject({ type: json.type });
      expect(() => sdk.PGVerifyWebhookSignature(signature!, `${text} `, at!)).toThrow("did not match");
    }
    expectNoProblem(simulator);
  });

  test("creates, reads and cancels links, and ends an order", async () => {
    const { data: link } = await sdk.PGCreateLink({
      link_id: "L1",
      link_amount: 250,
      link_currency: "INR",
      link_purpose: "Gift cards",
      customer_details: { customer_phone: "9876543210" },
      link_expiry_time: minutes(60),
    });
    expect(link).toMatchObject({ link_id: "L1", link_status: "ACTIVE", link_url: expect.stringContaining(server.url) });
    simulator.pay("L1");
    expect((await sdk.PGFetchLink("L1")).data).toMatchObject({ link_status: "PAID", link_amount_paid: 250 });
    const { data: orders } = await sdk.PGLinkFetchOrders("L1");
    expect(orders.at(0)).toMatchObject({ order_status: "PAID", order_amount: 250 });
    await sdk.PGCreateLink({
      link_id: "L2",
      link_amount: 250,
      link_currency: "INR",
      link_purpose: "Gift cards",
      customer_details: { customer_phone: "9876543210" },
    });
    expect((await sdk.PGCancelLink("L2")).data).toMatchObject({ link_status: "CANCELLED" });
    await sdk.PGCreateOrder({
      order_id: "order-2",
      order_amount: 10,
      order_currency: "INR",
      customer_details: customer,
    });
    const { data: ended } = await sdk.PGTerminateOrder("order-2", { order_status: "TERMINATED" });
    expect(ended).toMatchObject({ order_status: "TERMINATED" });
    expectNoProblem(simulator);
  });
});

describe("PhonePe's SDK", () => {
  const keys = { clientId: "client", clientSecret: "client-secret", clientVersion: "1" };
  const [webhookUser, webhookPassword] = ["awning", "hook4words"] as const;
  let simulator: ReturnType<typeof createPhonePeSimulator>;
  let sdk: StandardCheckoutClient;
  beforeEach(async () => {
    simulator = createPhonePeSimulator({ ...keys, webhookUser, webhookPassword, webhookUrl: shop.url });
    server = await listen(simulator);
    sdk = StandardCheckoutClient.getInstance(keys.clientId, keys.clientSecret, 1, Env.SANDBOX, false);
    redirect(sdk.httpClient, "https://api-preprod.phonepe.com");
  });

  test("creates an order, reads its payment, refunds it, and accepts its notifications", async () => {
    const asked = StandardCheckoutPayRequest.builder().merchantOrderId("A1").amount(50_050);
    const order = await sdk.pay(asked.redirectUrl("https://gifts.maple.example/return").build());
    expect(order).toMatchObject({ state: "PENDING", redirectUrl: expect.stringContaining(server.url) });
    const app = CreateSdkOrderRequest.StandardCheckoutBuilder().merchantOrderId("A2").amount(100);
    expect(await sdk.createSdkOrder(app.build())).toMatchObject({ state: "PENDING", token: expect.any(String) });
    simulator.pay("A1");
    const paid = await sdk.getOrderStatus("A1", true);
    expect(paid).toMatchObject({ state: "COMPLETED", amount: 50_050, orderId: order.orderId });
    const [payment] = paid.paymentDetails!;
    expect(payment).toMatchObject({ state: "COMPLETED", amount: 50_050 });
    expect(await sdk.getTransactionStatus(payment!.transactionId)).toMatchObject({ state: "COMPLETED" });

    const refund = RefundRequest.builder().merchantRefundId("R1").originalMerchantOrderId("A1").amount(10_000).build();
    expect(await sdk.refund(refund)).toMatchObject({ amount: 10_000, refundId: expect.any(String) });
    expect(await sdk.getRefundStatus("R1")).toMatchObject({ amount: 10_000, merchantRefundId: "R1" });

    await simulator.webhooks.idle();
    expect(shop.received.length).toBeGreaterThan(0);
    for (const { text, headers, json } of shop.received) {
      const check = (password: string) =>
        sdk.validateCallback(webhookUser, password, String(headers.authorization), text);
      expect(check(webhookPassword)).toMatchObject({ payload: { state: json.payload.state } });
      expect(() => check("other")).toThrow();
    }
    expectNoProblem(simulator);
  });
});
