import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { payerKey } from "../../../api/domain/purchase-keys.ts";
import { finishDelivery, takeDueDelivery } from "../../../api/repositories/sandbox/sandbox.ts";
import { decidePayment } from "../../../api/sandbox/gateway.ts";
import { createBackgroundWorker } from "../../../api/work/background-worker.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import {
  createShopper,
  orderRow,
  paymentOf,
  place,
  placeOne,
  runWorker,
  statusOf,
  stockUp,
} from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";

describe.each(engines)("the sandbox gateway on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await stockUp(api, 40);
  });
  afterAll(async () => {
    const differences = await auditLedger(api.shop());
    await api.close();
    expect(differences).toEqual([]);
  });

  async function order(change: object = {}) {
    const shopper = await createShopper(api);
    const placed = await placeOne(api, shopper.token, change);
    return { ...shopper, ...placed } as { token: string; orderId: string; paymentId: string; paymentLinks: object };
  }

  const decide = async (payment: string, decision: string, more: Record<string, string> = {}) => {
    const response = await fetch(`${api.root}/acme/sandbox/upi`, {
      method: "POST",
      body: new URLSearchParams({ payment, decision, ...more }),
      redirect: "manual",
    });
    return { status: response.status, location: response.headers.get("location") };
  };

  const outcomes = async (orderId: string) => {
    const { payment_id } = await paymentOf(api, orderId);
    const events = await api
      .shop()
      .db.read.selectFrom("payment_events")
      .select("outcome")
      .where("payment_id", "=", payment_id)
      .execute();
    return events.map(({ outcome }) => outcome).sort();
  };

  test("opens from every link a page that names payee, amount and order, and works without scripts", async () => {
    const { paymentLinks, token } = await order();
    const { body } = await api.request("GET", "/order-status/?order_id=x", { token });
    expect(body.detail).toBe("Not found.");
    for (const link of Object.values(paymentLinks) as string[]) {
      const page = await api.request("GET", link);
      expect(page.status).toBe(200);
      expect(page.headers.get("content-type")).toMatch(/^text\/html/);
      for (const text of ["acme rewards", "₹1,000.00", "ORD", ">Approve</button>", ">Decline</button>"]) {
        expect(page.text).toContain(text);
      }
      expect(page.text).not.toMatch(/<script|style=|upi:\/\//i);
      expect(page.text).toContain('<form method="post" action="/sandbox/upi"');
    }
    expect((await api.request("GET", "/sandbox/sandbox.css")).headers.get("content-type")).toMatch(/^text\/css/);
  });

  test("has no page and no decision for an unknown payment", async () => {
    expect((await api.request("GET", "/sandbox/upi?payment=unknown")).status).toBe(404);
    expect((await decide("unknown", "approve")).status).toBe(404);
    expect((await decide("unknown", "steal")).status).toBe(400);
  });

  test("pays on Approve over the signed webhook and sends the payer back to the shop", async () => {
    const { token, orderId, paymentId } = await order();
    const { status, location } = await decide(paymentId, "approve");
    expect([status, location]).toEqual([
      303,
      expect.stringMatching(/^http:\/\/acme\.localhost:\d+\/payment-success\?/),
    ]);
    expect(await statusOf(api, token, orderId)).toBe("success");
    expect(await outcomes(orderId)).toEqual(["paid"]);
    const page = await api.request("GET", `/sandbox/upi?payment=${paymentId}`);
    expect(page.text).toContain("You approved this payment.");
    expect(page.text).not.toContain("<form");
  });

  test("declines the payment on Decline, and keeps the decision", async () => {
    const { token, orderId, paymentId } = await order();
    await decide(paymentId, "decline");
    expect(await statusOf(api, token, orderId)).toBe("PAYMENT_FAILED");
    expect((await decide(paymentId, "approve")).status).toBe(303);
    expect(await statusOf(api, token, orderId)).toBe("PAYMENT_FAILED");
  });

  test("shows the payer's UPI handle, which differs by payment and may be typed", async () => {
    const payers: (string | undefined)[] = [];
    for (let count = 0; count < 2; count++) {
      const { paymentId, orderId } = await order();
      const { text } = await api.request("GET", `/sandbox/upi?payment=${paymentId}`);
      const [, offered] = /<input id="payer" name="payer" value="([^"]+)"/.exec(text) ?? [];
      payers.push(offered);
      await decide(paymentId, "approve");
      expect((await orderRow(api, orderId)).payer_key).toBe(payerKey(api.shop().keys, offered!));
    }
    expect(new Set(payers).size).toBe(2);

    const { paymentId, orderId } = await order();
    expect((await decide(paymentId, "approve", { payer: "asha" })).status).toBe(400);
    expect((await decide(paymentId, "approve", { payer: "Asha.Rao@OkBank" })).status).toBe(303);
    expect((await orderRow(api, orderId)).payer_key).toBe(payerKey(api.shop().keys, "asha.rao@okbank"));
  });

  test("refuses an invalid handle on the page itself, with the typed text and the reason beside it", async () => {
    const { paymentId, orderId } = await order();
    const answer = await fetch(`${api.root}/acme/sandbox/upi`, {
      method: "POST",
      body: new URLSearchParams({ payment: paymentId, decision: "approve", app: "paytm", payer: 'asha"@<upi>' }),
    });
    const page = await answer.text();
    expect([answer.status, answer.headers.get("content-type")]).toEqual([400, "text/html; charset=utf-8"]);
    expect(page).toContain('name="payer" value="asha&quot;@&lt;upi&gt;"');
    expect(page).toMatch(
      /aria-describedby="wrong"[^]*<p id="wrong"[^>]*>Please type a UPI handle, such as asha@upi\.<\/p>/,
    );
    expect(page).toContain("You came here to pay with Paytm.");
    expect((await orderRow(api, orderId)).status).toBe("pending");
    expect((await decide(paymentId, "approve", { payer: "asha@upi" })).status).toBe(303);
    expect((await orderRow(api, orderId)).status).toBe("completed");
  });

  test("reports the payer on a status request too, and not before the payment is made", async () => {
    const { paymentId, orderId } = await order();
    const { payments } = api.shop();
    const attempt = { id: paymentId, orderNumber: "", amount: 0, createdAt: 0, refs: {} };
    expect((await payments.fetchStatus(attempt)).received).toEqual([]);
    const deaf = { ...api.shop(), payments: { ...payments, deliverDue: undefined } };
    await decidePayment(deaf, paymentId, "approve", "asha@upi");
    expect((await payments.fetchStatus(attempt)).received).toMatchObject([{ payer: "asha@upi" }]);
    api.clock.turn(20_000);
    await createBackgroundWorker(deaf).runOnce();
    const { status, payer_key } = await orderRow(api, orderId);
    expect([status, payer_key]).toEqual(["completed", payerKey(api.shop().keys, "asha@upi")]);
  });

  test("accepts duplicates and changes nothing [PAY-02]", async () => {
    const { token, orderId, paymentId } = await order();
    await decide(paymentId, "duplicate");
    expect(await statusOf(api, token, orderId)).toBe("success");
    expect(await outcomes(orderId)).toEqual(["paid"]);
  });

  test("keeps a success that arrives before pending and failed [PAY-03]", async () => {
    const { token, orderId, paymentId } = await order();
    await decide(paymentId, "out-of-order");
    api.clock.turn(10);
    await runWorker(api);
    expect(await statusOf(api, token, orderId)).toBe("success");
    expect(await outcomes(orderId)).toEqual(["ignored", "paid"]);
  });

  test("refuses a forged notification, and the payment can still be made [PAY-01]", async () => {
    const { token, orderId, paymentId } = await order();
    await decide(paymentId, "bad-signature");
    expect(await statusOf(api, token, orderId)).toBe("PAYMENT_PENDING");
    expect(await outcomes(orderId)).toEqual([]);
    const refusals = () => api.logged.filter((line) => line.includes("payment notification refused")).length;
    expect(refusals()).toBe(1);
    api.clock.turn(60_000);
    await runWorker(api);
    expect(refusals()).toBe(1); // no forger tries again
    await decide(paymentId, "approve");
    expect(await statusOf(api, token, orderId)).toBe("success");
  });

  test("sends a late success after the order has expired, and the order is fulfilled [PAY-05]", async () => {
    const { token, orderId, paymentId } = await order();
    await decide(paymentId, "late");
    expect(await statusOf(api, token, orderId)).toBe("PAYMENT_PENDING");
    api.clock.turn(300_000);
    await runWorker(api);
    expect(await statusOf(api, token, orderId)).toBe("PAYMENT_EXPIRED");
    api.clock.turn(10_000);
    await runWorker(api);
    expect(await statusOf(api, token, orderId)).toBe("success");
    expect(await outcomes(orderId)).toEqual(["paid_late"]);
  });

  test("retries the notification with longer and longer pauses while the shop is down [PAY-08]", async () => {
    const answers = [500, 503, 200];
    const arrived: number[] = [];
    const down = createServer((_req, res) => {
      arrived.push(api.clock.now());
      res.writeHead(answers[arrived.length - 1] ?? 200).end();
    });
    await new Promise<void>((resolve) => down.listen(0, "127.0.0.1", resolve));
    const { port } = down.address() as AddressInfo;
    const { paymentId } = await order({ notify_url: `http://acme.localhost:${port}/` });
    const start = api.clock.now();
    await decide(paymentId, "approve");
    for (let second = 0; second < 6; second++) {
      api.clock.turn(1000);
      await api.shop().payments.deliverDue!();
    }
    await new Promise((resolve) => down.close(resolve));
    expect(arrived.map((at) => at - start)).toEqual([0, 1000, 3000]);
  });

  test("leads a payer back once their own notification is delivered, also when another program delivers it", async () => {
    const { paymentId, orderId } = await order();
    const { db, clock, payments } = api.shop();
    await decidePayment(api.shop(), paymentId, "approve");
    const taken = (await db.transaction((tx) => takeDueDelivery(tx, clock.now(), 15_000)))!;
    const never = new AbortController();
    let isBack = false;
    const waiting = payments.deliverNotificationsOf!(paymentId, never.signal).then(() => (isBack = true));
    await payments.deliverDue!(); // takes as long as the first look
    expect(isBack).toBe(false);
    await db.transaction((tx) => finishDelivery(tx, taken.delivery.id, clock.now()));
    await waiting;

    // That program dies, and its lease ends.
    await db.transaction((tx) =>
      tx.updateTable("sandbox_deliveries").set({ done_at: null }).where("id", "=", taken.delivery.id).execute(),
    );
    const again = payments.deliverNotificationsOf!(paymentId, never.signal);
    api.clock.turn(20_000);
    await again;
    expect((await orderRow(api, orderId)).status).toBe("completed");
  });

  test("lets the reconciler find the payment without any notification [PAY-08]", async () => {
    const { token } = await createShopper(api);
    const closed = "http://acme.localhost:9/nobody";
    const placed = await place(api, token, { notify_url: closed });
    const payment = await paymentOf(api, placed.body.orderId);
    expect((await decide(payment.payment_id, "approve")).status).toBe(303);
    expect(await statusOf(api, token, placed.body.orderId)).toBe("PAYMENT_PENDING");
    api.clock.turn(20_000);
    await runWorker(api);
    expect(await statusOf(api, token, placed.body.orderId)).toBe("success");
  });
});
