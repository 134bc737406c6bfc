import { expect, test } from "vitest";

import { useShop } from "../helpers/shop/shop.ts";
import { signIn } from "../helpers/shop/shopper.ts";
import { TextBrowser } from "../helpers/text-browser/page.ts";

const shop = useShop(() => ({
  tenants: { plain: { seed: "demo", features: { gift: false, stockNotice: false, wallet: false } } },
}));

test("a brand without gifts offers none, and sends none to its backend [C-17]", async () => {
  const home = await signIn(shop(), "plain");
  const results = await home.browser.open(shop().url("plain", "/search?q=Raga"));
  const product = await results.part("View Coupon for Raga Stream").submit(/^View Coupon/);
  expect(product.fields()).toEqual(
    expect.arrayContaining(["Send as Gift Not available", "Add to my account (for personal use)"]),
  );
  expect(product.fields().filter((label) => /recipient|message|date/i.test(label))).toEqual([]);
  expect(product.part("Delivery Options").text).not.toMatch(/mail|link/i);
  expect(product.isFieldDisabled("Send as Gift Not available")).toBe(true);
  const cart = await product.submit("Add to Cart");
  expect([cart.path, cart.text]).toEqual(["/cart", expect.not.stringContaining("Gift for")]);
  expect((await new TextBrowser().open(shop().url("plain", `/gift/${"a".repeat(43)}`))).status).toBe(404);
});

test("a brand without stock notices offers none, and a request for one is a 404", async () => {
  const { browser } = await signIn(shop(), "plain");
  const results = await browser.open(shop().url("plain", "/search?q=Doughnut"));
  const product = await results.part(/View Coupon for/).submit(/^View Coupon/);
  expect(product.text).toContain("This gift card is sold out.");
  expect(product.text).not.toContain("Tell me");
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const asked = await browser.load(
    shop().url("plain", "/stock-notice"),
    { method: "POST", headers, body: "product=1&tell=100" },
    product.url,
  );
  expect(asked.status).toBe(404);
});

test("a brand without the wallet links it nowhere, and has no such pages", async () => {
  const { browser, url } = await signIn(shop(), "plain");
  const history = await browser.open(shop().url("plain", "/order-history"));
  expect(history.answer.text).toContain("Order History");
  expect(history.answer.text).not.toMatch(/wallet/i);
  for (const path of ["/wallet", "/wallet/some-card", "/wallet.ics", "/wallet/some-card/expiry.ics"])
    expect([path, (await browser.open(new URL(path, url).href)).status]).toEqual([path, 404]);
});
