import type { Express } from "express";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { Unreachable } from "../../../../api/base/unreachable.ts";
import { createCashfreeGateway } from "../../../../api/gateways/cashfree/gateway.ts";
import { createPhonePeGateway } from "../../../../api/gateways/phonepe/gateway.ts";
import { createRazorpayGateway } from "../../../../api/gateways/razorpay/gateway.ts";
import type { Attempt, Gateway, IntentRequest } from "../../../../api/ports/gateway.ts";
import { createCashfreeSimulator } from "../../../../simulators/cashfree/simulator.ts";
import { createPhonePeSimulator } from "../../../../simulators/phonepe/simulator.ts";
import { createRazorpaySimulator } from "../../../../simulators/razorpay/simulator.ts";
import type { Fault } from "../../../../simulators/wire/faults.ts";
import { listen, type Listening } from "../../../../simulators/wire/listen.ts";
import type { Sending, Webhooks } from "../../../../simulators/wire/webhooks.ts";
import {
  ATTEMPT_ID,
  NOW,
  testAttempt,
  testGatewayOptions,
  testRequest,
  testSecrets,
} from "../../../helpers/api/gateway-options.ts";
import { startReceiver } from "../../../helpers/backend/webhook-receiver.ts";

// Each adapter against a simulator that was written from the vendor's documents alone.

const MODES = ["hosted", "direct"] as const;
type Mode = (typeof MODES)[number];

/** What the simulators have in common. Ids are ours or the vendor's. */
type Simulator = {
  app: Express;
  requests: { call: string; problems: string[]; warnings: string[] }[];
  webhooks: Webhooks;
  pay(
    id: string,
    options?: { amount?: number; currency?: string; twice?: boolean; payersFee?: number; discount?: number },
  ): string[];
  decline(id: string): string;
  expire(id: string): void;
  refundByItself(id: string): string;
  settleRefund(id: string, outcome: "done" | "failed"): void;
  sendWebhook(event: string, how?: Sending): Promise<unknown>;
  rotateSecret(): string;
  failNext(fault: { call: string; how: Fault; times?: number }): void;
};

type Parts = ReturnType<typeof testGatewayOptions> & { url: string; mode: Mode; webhookUrl: string };
type Vendor = {
  name: string;
  /** The names of its calls, by mode. */
  create: Record<Mode, string>;
  refund: string;
  secret: string;
  open(parts: Omit<Parts, "url">): { simulator: Simulator; gatewayAt(url: string): Gateway };
  paidEvent: Record<Mode, string>;
};

const SECRETS = {
  KEY_ID: ["rzp_test_1"],
  KEY_SECRET: ["api-secret"],
  WEBHOOK_SECRET: ["hook-secret"],
  CLIENT_ID: ["client"],
  CLIENT_SECRET: ["client-secret"],
  CLIENT_VERSION: ["1"],
  WEBHOOK_USER: ["username"],
  WEBHOOK_PASSWORD: ["password1"],
};

const VENDORS: Vendor[] = [
  {
    name: "Razorpay",
    create: { hosted: "create link", direct: "create qr" },
    refund: "refund payment",
    secret: "WEBHOOK_SECRET",
    paidEvent: { hosted: "payment_link.paid", direct: "qr_code.credited" },
    open({ clock, mode, webhookUrl, ...options }) {
      const keys = { keyId: "rzp_test_1", keySecret: "api-secret", webhookSecret: "hook-secret" };
      const simulator = createRazorpaySimulator({ ...keys, webhookUrl, now: clock.now });
      const settings = { gateway: "razorpay", mode, refunds: "automatic" } as const;
      return {
        simulator,
        gatewayAt: (url) => createRazorpayGateway({ ...options, clock, settings: { ...settings, url } }),
      };
    },
  },
  {
    name: "Cashfree",
    create: { hosted: "create link", direct: "create order" },
    refund: "refund order",
    secret: "CLIENT_SECRET",
    paidEvent: { hosted: "PAYMENT_SUCCESS_WEBHOOK", direct: "PAYMENT_SUCCESS_WEBHOOK" },
    open({ clock, mode, webhookUrl, ...options }) {
      const keys = { clientId: "client", clientSecret: "client-secret" };
      const simulator = createCashfreeSimulator({ ...keys, webhookUrl, now: clock.now });
      const settings = { gateway: "cashfree", environment: "test", mode, refunds: "automatic" } as const;
      return {
        simulator,
        gatewayAt: (url) => createCashfreeGateway({ ...options, clock, settings: { ...settings, url } }),
      };
    },
  },
  {
    name: "PhonePe",
    create: { hosted: "create checkout", direct: "create custom" },
    refund: "refund order",
    secret: "WEBHOOK_PASSWORD",
    paidEvent: { hosted: "checkout.order.completed", direct: "pg.order.completed" },
    open({ clock, mode, webhookUrl, ...options }) {
      const keys = {
        clientId: "client",
        clientSecret: "client-secret",
        clientVersion: "1",
        webhookUser: "username",
        webhookPassword: "password1",
      };
      const simulator = createPhonePeSimulator({ ...keys, webhookUrl, now: clock.now });
      const settings = { gateway: "phonepe", environment: "test", mode, refunds: "automatic" } as const;
      return {
        simulator,
        gatewayAt: (url) => createPhonePeGateway({ ...options, clock, settings: { ...settings, url } }),
      };
    },
  },
];

const CASES = VENDORS.flatMap((vendor) => MODES.map((mode) => ({ vendor, mode, name: vendor.name })));

describe.each(CASES)("$name, $mode", ({ vendor, mode }) => {
  let shop: Awaited<ReturnType<typeof startReceiver>>;
  let server: Listening;
  let simulator: Simulator;
  let gateway: Gateway;
  let secrets: ReturnType<typeof testSecrets>;
  let clock: ReturnType<typeof testGatewayOptions>["clock"];

  beforeEach(async () => {
    secrets = testSecrets(structuredClone(SECRETS));
    shop = await startReceiver();
    const options = testGatewayOptions(secrets);
    clock = options.clock;
    const opened = vendor.open({ ...options, mode, webhookUrl: shop.url });
    simulator = opened.simulator;
    server = await listen(simulator);
    gateway = opened.gatewayAt(server.url);
  });
  afterEach(async () => {
    await simulator.webhooks.idle();
    await server.close();
    shop.close();
  });

  const request = (more: Partial<IntentRequest> = {}) =>
    testRequest({ redirectUrl: "https://gifts.maple.example/return", notifyUrl: shop.url, ...more });

  /** The attempt as the shop would store it. */
  async function create(): Promise<Attempt> {
    const created = await gateway.createIntent(request());
    if (created.state !== "created") throw new Error(created.detail);
    return testAttempt({ refs: created.intent.refs });
  }

  /** Every notification that the shop got, verified. */
  async function verifyAll() {
    await simulator.webhooks.idle();
    return Promise.all(
      shop.received.map(({ headers, text }) =>
        gateway.verifyWebhook({ headers, rawBody: Buffer.from(text), receivedAt: clock.now() }),
      ),
    );
  }

  const received = (attempt: Attempt) => gateway.fetchStatus(attempt).then((view) => view.received);

  test("sends requests without a refusal or warning, and shows a way to pay", async () => {
    const created = await gateway.createIntent(request());
    expect(created).toMatchObject({ state: "created" });
    const { intent } = created as Extract<typeof created, { state: "created" }>;
    expect(intent.expiresAt).toBeGreaterThanOrEqual(NOW + gateway.leastWindowMs);
    if (mode === "hosted") expect(intent.hostedUrl).toMatch(server.url);
    else expect(intent).toMatchObject({ hostedUrl: null, qrPayload: intent.links.other });
    await expect(gateway.fetchStatus(testAttempt({ refs: intent.refs }))).resolves.toMatchObject({ state: "open" });
    for (const { call, problems, warnings } of simulator.requests)
      expect({ call, problems, warnings }).toEqual({ call, problems: [], warnings: [] });
  });

  test("is paid, also after a declined try and by an event; each event is about the attempt", async () => {
    const attempt = await create();
    simulator.decline(ATTEMPT_ID);
    await expect(gateway.fetchStatus(attempt)).resolves.toMatchObject({ state: "open", received: [] });
    simulator.pay(ATTEMPT_ID);
    await expect(gateway.fetchStatus(attempt)).resolves.toMatchObject({
      state: "paid",
      received: [{ amount: 50_050, currency: "INR" }],
      refunds: [],
    });
    const results = await verifyAll();
    expect(results.every(({ ok }) => ok)).toBe(true);
    const notices = results.flatMap((result) => (result.ok ? result.notices : []));
    expect(notices.length).toBeGreaterThan(0);
    for (const notice of notices) expect(notice.attempt).toEqual({ by: "id", id: ATTEMPT_ID });
  });

  test("lists both payments of a double one", async () => {
    const attempt = await create();
    simulator.pay(ATTEMPT_ID, { twice: true });
    expect(await received(attempt)).toHaveLength(2);
  });

  test("reports a wrong amount", async () => {
    const attempt = await create();
    simulator.pay(ATTEMPT_ID, { amount: 40_000 });
    expect(await received(attempt)).toMatchObject([{ amount: 40_000 }]);
  });

  test("leaves out a fee that the payer bears", async () => {
    const attempt = await create();
    simulator.pay(ATTEMPT_ID, { payersFee: 1_182 });
    await expect(gateway.fetchStatus(attempt)).resolves.toMatchObject({
      state: "paid",
      received: [{ amount: 50_050 }],
    });
  });

  test("reports the paid amount of an order with an offer", async () => {
    const attempt = await create();
    simulator.pay(ATTEMPT_ID, { discount: 5_005 });
    expect(await received(attempt)).toMatchObject([{ amount: 45_045 }]);
  });

  test("counts no payer's fee as the discount of an offer", async () => {
    const attempt = await create();
    simulator.pay(ATTEMPT_ID, { discount: 1_000, payersFee: 1_182 });
    expect(await received(attempt)).toMatchObject([{ amount: 49_050 }]);
  });

  test("is dead after its time if the vendor ends it, and paid if money still comes", async () => {
    const attempt = await create();
    simulator.decline(ATTEMPT_ID);
    simulator.expire(ATTEMPT_ID);
    clock.at += 5 * 24 * 3_600_000;
    await expect(gateway.fetchStatus(attempt)).resolves.toMatchObject({ state: "dead" });
    simulator.pay(ATTEMPT_ID);
    await expect(gateway.fetchStatus(attempt)).resolves.toMatchObject({
      state: "paid",
      received: [{ amount: 50_050 }],
    });
  });

  test("ends what it can end", async () => {
    const attempt = await create();
    if (vendor.name === "PhonePe") return expect(gateway.end).toBeUndefined();
    await expect(gateway.end!(attempt)).resolves.toBe("ended");
    await expect(gateway.end!(attempt)).resolves.toBe("ended");
    // Cashfree waits for the payment that it has begun for the link.
    if (vendor.name === "Cashfree" && mode === "direct") simulator.decline(ATTEMPT_ID);
    await expect(gateway.fetchStatus(attempt)).resolves.toMatchObject({ state: "dead" });
  });

  test("reports that it is too late to end a paid order", async () => {
    const attempt = await create();
    simulator.pay(ATTEMPT_ID);
    if (vendor.name === "PhonePe") return expect(gateway.end).toBeUndefined();
    await expect(gateway.end!(attempt)).resolves.toBe("too_late");
  });

  test.each(["cut after commit", "not JSON", "status 500", "status 429"] as const)(
    "a repeated create call after a failure (%s) makes no second payment",
    async (how) => {
      simulator.failNext({ call: vendor.create[mode], how });
      await expect(gateway.createIntent(request())).rejects.toThrow(Unreachable);
      const isMade = how === "cut after commit" || how === "not JSON";
      const isFound = isMade && !(vendor.name === "Razorpay" && mode === "direct"); // nobody ever saw such a code
      await expect(gateway.fetchStatus(testAttempt())).resolves.toMatchObject({ state: isFound ? "open" : "unknown" });
      if (vendor.name === "PhonePe" && isMade) {
        // PhonePe does not repeat the page, so the shop makes another attempt. Nobody saw the first one, which is still watched.
        await expect(gateway.createIntent(request())).rejects.toThrow(Unreachable);
        simulator.pay(ATTEMPT_ID);
        return expect(await received(testAttempt())).toHaveLength(1);
      }
      const attempt = await create();
      simulator.pay(Object.values(attempt.refs)[0]!);
      expect(await received(attempt)).toHaveLength(1);
    },
  );

  test("reads numbers that are strings", async () => {
    for (const call of [vendor.create[mode], "status"])
      simulator.failNext({ call, how: "numbers as strings", times: 10 });
    const attempt = await create();
    simulator.pay(ATTEMPT_ID);
    expect(await received(attempt)).toMatchObject([{ amount: 50_050 }]);
  });

  describe("a refund", () => {
    const refundId = "0123456789abcdef0123456789abcdef";

    async function payAndAsk(amount = 50_050) {
      const attempt = await create();
      simulator.pay(ATTEMPT_ID);
      const [payment] = await received(attempt);
      return { attempt, gatewayPaymentId: payment!.gatewayPaymentId, refundId, amount };
    }

    test.each(["done", "failed"] as const)("is pending, then %s; a repeat is the same one", async (outcome) => {
      const asked = await payAndAsk(20_000);
      const pending = await gateway.refund(asked);
      expect(pending).toMatchObject({ refundId, amount: 20_000, state: "pending" });
      await expect(gateway.refund(asked)).resolves.toEqual(pending);
      simulator.settleRefund(refundId, outcome);
      for (const gatewayRefundId of [pending.gatewayRefundId, null])
        await expect(gateway.fetchRefund({ ...asked, gatewayRefundId })).resolves.toEqual({
          ...pending,
          state: outcome,
          // PhonePe's simulator names no bank.
          ...(outcome === "done" && vendor.name !== "PhonePe" && { bankReference: expect.stringMatching(/^\d+$/) }),
        });
      const results = await verifyAll();
      expect(results.every(({ ok }) => ok)).toBe(true);
      if (vendor.name === "PhonePe") return; // its status names no refunds
      await expect(gateway.fetchStatus(asked.attempt)).resolves.toMatchObject({
        state: "paid",
        refunds: [{ refundId, amount: 20_000, state: outcome }],
      });
    });

    test("whose answer is lost is found by our id", async () => {
      const asked = await payAndAsk();
      simulator.failNext({ call: vendor.refund, how: "cut after commit" });
      await expect(gateway.refund(asked)).rejects.toThrow(Unreachable);
      await expect(gateway.fetchRefund({ ...asked, gatewayRefundId: null })).resolves.toMatchObject({ refundId });
      await expect(gateway.refund(asked)).resolves.toMatchObject({ refundId, state: "pending" });
    });

    test("that nobody requested is unknown", async () => {
      const asked = await payAndAsk();
      await expect(gateway.fetchRefund({ ...asked, gatewayRefundId: null })).resolves.toBeUndefined();
    });

    test("above the paid amount is refused", async () => {
      const asked = await payAndAsk(50_051);
      await expect(gateway.refund(asked)).rejects.toThrow(`refuses refund ${refundId}`);
    });

    test("that the gateway makes by itself is listed, and the order is no longer paid", async () => {
      const { attempt } = await payAndAsk();
      simulator.refundByItself(ATTEMPT_ID);
      const view = await gateway.fetchStatus(attempt);
      // PhonePe's status names no refunds.
      if (vendor.name === "PhonePe") return expect(view).toMatchObject({ state: "paid", refunds: [] });
      expect(view.state).not.toBe("paid");
      expect(view.refunds).toMatchObject([{ refundId: null, amount: 50_050, state: "done" }]);
    });
  });

  describe("a webhook", () => {
    beforeEach(async () => {
      await create();
      simulator.pay(ATTEMPT_ID);
      await simulator.webhooks.idle();
      shop.received.length = 0;
    });
    const resend = async (how?: Sending) => {
      await simulator.sendWebhook(vendor.paidEvent[mode], how);
      return verifyAll();
    };

    test("that is repeated has the same id", async () => {
      const [first, second, third] = await resend({ times: 3 });
      expect(first).toMatchObject({ ok: true, notices: [{}] });
      const id = (result: typeof first) => (result?.ok ? result.notices.map(({ eventId }) => eventId) : []);
      expect(id(second)).toEqual(id(first));
      expect(id(third)).toEqual(id(first));
    });

    test("with a forged proof is refused", async () => {
      expect(await resend({ isForged: true })).toMatchObject([{ ok: false }]);
    });

    test("with a changed body is refused, or only its id counts", async () => {
      const [result] = await resend({ bodyChangedByASpace: true });
      if (vendor.name === "PhonePe")
        expect(result).toMatchObject({ ok: true, notices: [{ attempt: { by: "id", id: ATTEMPT_ID } }] });
      else expect(result).toMatchObject({ ok: false });
    });

    test("is valid while both secrets of a rotation are set", async () => {
      // Cashfree signs repeats with the old secret; the others sign them with the new one.
      secrets.values[vendor.secret] = [simulator.rotateSecret(), ...secrets.values[vendor.secret]!];
      expect((await resend())[0]).toMatchObject({ ok: true });
      secrets.values[vendor.secret] = ["another"];
      expect((await verifyAll())[0]).toMatchObject({ ok: false });
    });
  });

  test("the check accepts the keys, and reports wrong ones", async () => {
    clock.at = Date.now();
    const findings = await gateway.check!();
    expect(findings.filter(({ level }) => level !== "ok")).toEqual([]);
    secrets.values.KEY_SECRET = secrets.values.CLIENT_SECRET = ["wrong"];
    await expect(gateway.check!()).resolves.toMatchObject([{ level: "error" }]);
  });
});
