import { afterAll, expect, test } from "vitest";

import { createTestDatabases } from "../helpers/database/test-database.ts";
import { useGatewayShop } from "../helpers/gateways/gateway-shop.ts";
import { GATEWAYS } from "../helpers/gateways/simulated-gateway.ts";
import { addToCart, signIn } from "../helpers/shop/shopper.ts";
import type { Page } from "../helpers/text-browser/page.ts";

// Whole purchases through each gateway on PostgreSQL, without JavaScript. tests/http/gateways.test.ts has SQLite.

let place: Awaited<ReturnType<typeof createTestDatabases>>;
const { shop, gateway } = useGatewayShop(async () => {
  place = await createTestDatabases("postgres");
  return { DATABASE_URL: place.url! };
});
afterAll(async () => {
  await place.databases.close();
  await place.drop();
});

const TERMS = "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.";

const screenOf = async (brand: string) =>
  (await addToCart(await signIn(shop(), brand), "Raga Stream", "₹299.00")).submit("Proceed to Checkout");

async function isDelivered(page: Page, brand: string) {
  const history = () => page.browser.open(shop().url(brand, "/order-history"));
  await expect
    .poll(async () => (await history()).text, { interval: 500 })
    .toMatch(/Raga Stream.*Completed|Completed.*Raga/);
}

test.each(GATEWAYS)("a shopper pays on the page of %s", async (kind) => {
  const brand = `${kind}-hosted`;
  const { simulated } = gateway(brand);
  const waiting = await (await screenOf(brand)).submit("Continue to payment", { [TERMS]: true });
  const back = await (await waiting.follow("Continue to payment")).submit("Pay ₹299.00");
  expect(back.url).toContain(shop().url(brand, "/payment-success"));
  await isDelivered(back, brand);
  expect(simulated.books().received).toMatchObject([{ amount: 29_900 }]);
});

test.each(GATEWAYS)("a shopper pays in an app by the link of %s", async (kind) => {
  const brand = `${kind}-direct`;
  const { simulated } = gateway(brand);
  const screen = await screenOf(brand);
  const app = screen.fields().find((label) => /^Other/.test(label))!;
  const waiting = await screen.submit(/^Pay ₹/, { [app]: true, [TERMS]: true });
  const link = waiting.href(/^Open/);
  expect(link).toMatch(/^[a-z]+:\/\//);
  simulated.simulator.pay(simulated.lastAttempt());
  await isDelivered(waiting, brand);
  expect(simulated.books().received).toMatchObject([{ amount: 29_900 }]);
});
