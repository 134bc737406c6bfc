import { afterAll, beforeAll, expect, test } from "vitest";

import { DEMO_MEMBER } from "../../api/staff/demo-member.ts";
import { listen, type Listening } from "../../simulators/wire/listen.ts";
import { createSimulatedGateway } from "../helpers/gateways/simulated-gateway.ts";
import { useShop } from "../helpers/shop/shop.ts";
import { addToCart, coinsOf, signIn, signUp } from "../helpers/shop/shopper.ts";
import { type Page, TextBrowser } from "../helpers/text-browser/page.ts";

// A gateway's account with a fee that nobody expects, without JavaScript.

const TERMS = "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.";
const REFUSAL =
  "We take no new orders at the moment. Your cart and your coins stay as they are. Please come back later.";
const gateway = createSimulatedGateway("razorpay", "hosted");
let at: Listening;
const shop = useShop(async () => {
  at = await listen(gateway.simulator);
  const tenants = {
    acme: { seed: "demo", branding: { organization_name: "Acme" }, payments: gateway.payments(at.url) },
    globex: { seed: "demo" },
  };
  return { tenants, env: gateway.secrets("acme") };
});
beforeAll(() => gateway.simulator.setWebhookUrl(shop().url("acme", "/payment-notification")));
afterAll(() => at.close());

const fill = (home: Page) => addToCart(home, "Raga Stream", "₹299.00");
const proceed = (cart: Page) => cart.submit("Proceed to Checkout");
const history = (page: Page) => page.browser.open(shop().url("acme", "/order-history"));

/** A new shopper's payment comes with the fee. */
async function payWithFee() {
  const screen = await proceed(await fill(await signUp(shop(), "acme")));
  gateway.simulator.pay(gateway.lastAttempt(), { amount: 30_500 });
  await expect.poll(async () => (await history(screen)).text).toContain("Refund due");
}

test("two shoppers' payments with a fee stop the selling until the console lets the brand sell again [K-08]", async () => {
  const buyer = await fill(await signIn(shop(), "acme"));
  const coins = coinsOf(buyer);
  const placed = await fill(await signUp(shop(), "acme"));
  const screen = await proceed(placed);
  const attempt = gateway.lastAttempt();
  await payWithFee();
  await payWithFee();

  const refused = await proceed(buyer);
  expect([refused.status, refused.path]).toEqual([400, "/cart"]);
  expect(refused.alerts().join(" ")).toContain("Checkout failed. Please try again.");
  expect(refused.text).toContain(REFUSAL);
  const cart = await refused.browser.open(shop().url("acme", "/cart"));
  expect(cart.text).toContain("Raga Stream");
  expect(coinsOf(cart)).toBe(coins);

  expect((await proceed(placed)).path).toBe(screen.path);
  await screen.submit("Continue to payment", { [TERMS]: true });
  gateway.simulator.pay(attempt);
  await expect.poll(async () => (await history(screen)).text).toMatch(/Raga Stream.*Completed|Completed.*Raga/);

  const door = await new TextBrowser().open(shop().url("console", "/sign-in?returnTo=%2Fbrands%2Facme"));
  const today = await door.submit("Sign in", {
    "E-mail address": DEMO_MEMBER.email,
    Password: DEMO_MEMBER.password,
  });
  expect(today.text).toMatch(/Selling has stopped Since .* two shoppers paid more than the gateway was asked for\./);
  expect(today.text.match(/ORD\d+: ₹299\.00 asked for, ₹305\.00 received on/g)).toHaveLength(2);
  const all = await today.browser.open(shop().url("console", "/"));
  expect(all.text).toMatch(/selling has stopped/);
  const sold = await today.submit("Sell again");
  expect([sold.path, sold.text]).toEqual(["/brands/acme", expect.stringContaining("The shop sells again.")]);
  expect(sold.text).not.toContain("Selling has stopped");
  const twice = await today.submit("Sell again");
  expect(twice.status).toBe(400);
  expect(twice.text).toContain("This stop has ended already.");

  expect((await proceed(cart)).path).toMatch(/^\/verify-details/);
});
