import { expect, test } from "vitest";

import type { Fault } from "../../simulators/wire/faults.ts";
import { useGatewayShop } from "../helpers/gateways/gateway-shop.ts";
import { GATEWAYS } from "../helpers/gateways/simulated-gateway.ts";
import { bookedOrder, freeCards } from "../helpers/shop/books.ts";
import { addToCart, signIn } from "../helpers/shop/shopper.ts";
import type { Page } from "../helpers/text-browser/page.ts";

// Failures of a gateway, for a shopper without JavaScript. tests/api/payments/gateway-faults.test.ts has all calls and faults.

const { shop, gateway, goDown, comeBack } = useGatewayShop();
const TERMS = "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.";
const UNAVAILABLE = "Payment links could not be loaded. Please retry.";

const cartOf = async (brand: string) => addToCart(await signIn(shop(), brand), "Raga Stream", "₹299.00");
const proceed = (cart: Page) => cart.submit("Proceed to Checkout");

async function payOn(screen: Page, brand: string) {
  const waiting = await screen.submit("Continue to payment", { [TERMS]: true });
  const back = await (await waiting.follow("Continue to payment")).submit("Pay ₹299.00");
  const orderId = new URL(screen.url).searchParams.get("orderid")!;
  await expect.poll(() => bookedOrder(shop(), brand, orderId)).toMatchObject({ status: "completed", vouchers: 1 });
  return back;
}

const FAULTS: (Fault | "refused")[] = ["refused", "cut after commit", "wrong shape", "status 500", "status 429"];

test.each(GATEWAYS.flatMap((kind) => FAULTS.map((how) => [kind, how] as const)))(
  "%s, %s: the cart reports it, and Proceed again leads to the payment",
  async (kind, how) => {
    const brand = `${kind}-hosted`;
    const { simulated } = gateway(brand);
    const cart = await cartOf(brand);
    if (how === "refused") await goDown(brand);
    else simulated.simulator.failNext({ call: simulated.calls.create, how });
    const failed = await proceed(cart);
    if (how === "refused") await comeBack(brand);
    expect([failed.path, failed.answer.status]).toEqual(["/cart", 200]);
    expect(failed.alerts().join()).toContain(UNAVAILABLE);
    const back = await payOn(await proceed(failed), brand);
    expect((await back.reload()).heading).toBe("Payment received");
    freeCards(shop(), brand);
  },
);

test("while a gateway is down, other brands sell, and its own brand shows its cards", async () => {
  const [brand, other] = ["razorpay-hosted", "phonepe-hosted"];
  gateway(other);
  const [cart, otherCart] = [await cartOf(brand), await cartOf(other)];
  await goDown(brand);
  try {
    for (let tries = 0; tries < 3; tries++) expect((await proceed(cart)).alerts().join()).toContain(UNAVAILABLE);
    const search = await cart.browser.open(shop().url(brand, "/search?q=Raga"));
    expect([search.answer.status, search.text]).toEqual([200, expect.stringContaining("Raga Stream")]);
    await payOn(await proceed(otherCart), other);
  } finally {
    await comeBack(brand);
  }
  await payOn(await proceed(await cart.browser.open(shop().url(brand, "/cart"))), brand);
});

test.each(["hang", "hang after commit"] as const)("silent gateways (%s): the cart reports it", async (how) => {
  await Promise.all(
    GATEWAYS.map(async (kind) => {
      const brand = `${kind}-hosted`;
      const { simulated } = gateway(brand);
      const cart = await cartOf(brand);
      simulated.simulator.failNext({ call: simulated.calls.create, how });
      const failed = await proceed(cart);
      expect([failed.path, failed.answer.status, failed.alerts()]).toEqual(["/cart", 200, [UNAVAILABLE]]);
      await payOn(await proceed(failed), brand);
      freeCards(shop(), brand);
    }),
  );
});
