import { afterAll, describe, expect, test } from "vitest";

import { createCashfreeSimulator } from "../../simulators/cashfree/simulator.ts";
import { createPhonePeSimulator } from "../../simulators/phonepe/simulator.ts";
import { createRazorpaySimulator } from "../../simulators/razorpay/simulator.ts";
import { listen, type Listening } from "../../simulators/wire/listen.ts";
import { send } from "../helpers/http/http.ts";
import { bookedOrder } from "../helpers/shop/books.ts";
import { DEMO, useShop } from "../helpers/shop/shop.ts";
import { addToCart, signIn } from "../helpers/shop/shopper.ts";
import type { Page } from "../helpers/text-browser/page.ts";

// Whole purchases through each gateway: the shop's programs, a simulator of the gateway, and a shopper without JavaScript. The
// shop's books are compared at the end.

const TERMS = "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.";

const razorpay = createRazorpaySimulator({
  keyId: "rzp_test_1",
  keySecret: "api-secret",
  webhookSecret: "hook-secret",
});
const cashfree = createCashfreeSimulator({ clientId: "cash-id", clientSecret: "cash-secret" });
const phonepe = createPhonePeSimulator({
  clientId: "phone-id",
  clientSecret: "phone-secret",
  clientVersion: "1",
  webhookUser: "awning",
  webhookPassword: "hook4words",
});
const simulators = { razorpay, cashfree, phonepe };
const GATEWAYS = Object.keys(simulators) as (keyof typeof simulators)[];
const listening: Listening[] = [];

const shop = useShop(async () => {
  const tenants: Record<string, object> = {};
  for (const gateway of GATEWAYS) {
    const at = await listen(simulators[gateway]);
    listening.push(at);
    tenants[gateway] = { seed: "demo", payments: { gateway, url: at.url } };
  }
  const secrets = {
    PAYMENTS_RAZORPAY_KEY_ID: "rzp_test_1",
    PAYMENTS_RAZORPAY_KEY_SECRET: "api-secret",
    PAYMENTS_RAZORPAY_WEBHOOK_SECRET: "hook-secret",
    PAYMENTS_CASHFREE_CLIENT_ID: "cash-id",
    PAYMENTS_CASHFREE_CLIENT_SECRET: "cash-secret",
    PAYMENTS_PHONEPE_CLIENT_ID: "phone-id",
    PAYMENTS_PHONEPE_CLIENT_SECRET: "phone-secret",
    PAYMENTS_PHONEPE_CLIENT_VERSION: "1",
    PAYMENTS_PHONEPE_WEBHOOK_USER: "awning",
    PAYMENTS_PHONEPE_WEBHOOK_PASSWORD: "hook4words",
  };
  return { tenants, env: secrets };
});
afterAll(async () => {
  for (const at of listening) await at.close();
});

const orderIdOf = (page: Page) => new URL(page.url).searchParams.get("orderid")!;

/** A cart with one card, up to the gateway's page. */
async function checkOut(gateway: keyof typeof simulators) {
  simulators[gateway].setWebhookUrl(shop().url(gateway, "/payment-notification"));
  const home = await signIn(shop(), gateway, DEMO);
  const screen = await (await addToCart(home, "Raga Stream", "₹299.00")).submit("Proceed to Checkout");
  const waiting = await screen.submit("Continue to payment", { [TERMS]: true });
  return { screen, page: await waiting.follow("Continue to payment") };
}

describe.each(GATEWAYS)("%s", (gateway) => {
  const simulator = simulators[gateway];

  test("a shopper pays on its page, comes back, and has the voucher", async () => {
    const { screen, page } = await checkOut(gateway);
    expect(page.url).toContain(listening[GATEWAYS.indexOf(gateway)]!.url);
    expect(page.text).toContain("₹299.00");
    const back = await page.submit("Pay ₹299.00");
    expect(back.url).toContain(shop().url(gateway, "/payment-success"));
    const orderId = orderIdOf(screen);
    await expect.poll(() => bookedOrder(shop(), gateway, orderId).status).toBe("completed");
    expect((await back.reload()).heading).toBe("Payment received");
    expect(simulator.requests.flatMap(({ problems }) => problems)).toEqual([]);
  });

  test("a declined try leaves the order open, and the next one pays for it", async () => {
    const { screen, page } = await checkOut(gateway);
    const declined = await page.submit("Decline");
    expect(bookedOrder(shop(), gateway, orderIdOf(screen)).status).toBe("pending");
    await declined.submit("Pay ₹299.00");
    await expect.poll(() => bookedOrder(shop(), gateway, orderIdOf(screen)).status).toBe("completed");
  });

  test("a forged notification pays for nothing", async () => {
    const { screen } = await checkOut(gateway);
    const body = JSON.stringify({ event: "payment.captured", type: "PAYMENT_SUCCESS_WEBHOOK" });
    const headers = { "content-type": "application/json", "x-razorpay-signature": "0".repeat(64) };
    const answer = await send(shop().url(gateway, "/payment-notification"), { method: "POST", headers, body });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(bookedOrder(shop(), gateway, orderIdOf(screen)).status).toBe("pending");
  });
});
