import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";

import { CartLine } from "#app/routes/cart/cart-line.tsx";
import type { CartLineItem } from "#app/routes/cart/cart-line-item.ts";
import { CartSummary } from "#app/routes/cart/cart-summary.tsx";
import { ProductCard } from "#app/routes/catalogue/product-card.tsx";
import { QuickAmounts } from "#app/routes/product/quick-amounts.tsx";
import { StockNotices } from "#app/routes/product/stock-notices.tsx";

import { shopTexts } from "../../../../config/brand/texts.ts";

const DEFAULT_TEXTS = shopTexts();

const fixed = (...rupees: number[]) => rupees.map((min) => ({ id: String(min), min: min * 100, max: min * 100 }));
const product = { id: "7", name: "Nimbus", imageUrl: null, isAvailable: true, denominations: fixed(100, 250) };
const gone = (...rupees: number[]) => rupees.map((amount) => ({ amount: amount * 100, left: 0 }));

const render = (view: React.ReactNode) => {
  const Stub = createRoutesStub([{ path: "/", Component: () => view }]);
  return renderToStaticMarkup(<Stub />);
};

test("starts with the next amount when a card's first is sold out, and marks the first", () => {
  const html = renderToStaticMarkup(<ProductCard product={{ ...product, stock: gone(100) }} />);
  expect(html).toContain('<option value="100" disabled="">₹100.00 (sold out)</option>');
  expect(html).toContain('<option value="250" selected="">₹250.00</option>');
  expect(html).toContain("Instant");
});

test("shows no amounts on a sold-out card, which still leads to its page", () => {
  const html = renderToStaticMarkup(<ProductCard product={{ ...product, stock: gone(100, 250) }} />);
  expect(html).toContain('<li class="unavailable">Sold out</li>');
  expect(html).not.toMatch(/name="(denomination|quantity)"|Instant/);
  expect(html).toContain("View Coupon");
});

test("a sold-out amount is not a link, and is marked for all users", () => {
  const html = renderToStaticMarkup(
    <QuickAmounts product={{ ...product, stock: gone(250) }} quantity={1} current={10_000} />,
  );
  expect(html).toContain('<a role="link" aria-disabled="true"><s>₹250.00</s> sold out</a>');
  expect(html.match(/href=/g)).toHaveLength(1);
});

const item: CartLineItem = {
  id: "l",
  quantity: 40,
  denomination: 10_000,
  toPay: 400_000,
  gift: null,
  product: { name: "Nimbus", imageUrl: null, expiry: null, href: "/shopping-cart?product=7" },
};

test.each([
  [undefined, null],
  [0, "Sold out. Remove it or <a"],
  [6, "Only 6 left: change to 6"],
  [25, "Fewer than 40 left: change to 25"],
])("a cart line of 40 when %s are in stock", (stockLeft, text) => {
  const html = render(<CartLine item={{ ...item, stockLeft }} />);
  if (text === null) expect(html).not.toMatch(/left|[Ss]old out/);
  else expect(html).toContain(text);
  expect(/<button [^>]*name="reduce"/.test(html)).toBe(Boolean(stockLeft));
});

const price = { total: 0, discount: 0, mostCoins: 0, isEligible: true, coinsUsed: 0, toPay: 0, coinsNeeded: 0 };
const fields = {
  itemCount: 1,
  viewer: null,
  coinsProblem: null,
  wantsCoins: false,
  checkoutFields: {},
  brand: { deliveryChannels: "e-mail", texts: DEFAULT_TEXTS },
};

test("Proceed lists in advance the lines that exceed the stock, and a refusal begins with its reason", () => {
  const before = render(<CartSummary price={price} {...fields} shortNames={["Nimbus"]} />);
  expect(before).toContain("We do not have enough cards of Nimbus.");
  const refused = (alert: string, detail: string) =>
    render(<CartSummary price={price} {...fields} problem={{ alert, detail }} />);
  expect(refused("Checkout failed. Please try again.", "Nimbus is sold out.")).toMatch(
    /<p>Nimbus is sold out\.<\/p><p class="small">Checkout failed\. Please try again\.<\/p>/,
  );
  expect(refused("Your order is pending.", "Failed to place order")).toMatch(/<p>Your order is pending\.<\/p>/);
});

test("'Tell me when it is back' is a button, a way to undo it, or a link to the login", () => {
  const notices = { amounts: [...gone(100)].map(({ amount }) => ({ amount, isAwaited: false })), firstHref: null };
  const ask = render(<StockNotices product={product} notices={notices} />);
  expect(ask).toMatch(/<button value="100"[^>]* name="tell">Tell me when ₹100\.00 is back<\/button>/);
  const awaited = { ...notices, amounts: [{ amount: 10_000, isAwaited: true }] };
  expect(render(<StockNotices product={product} notices={awaited} />)).toMatch(
    /<button value="100"[^>]* name="forget">/,
  );
  const first = render(<StockNotices product={product} notices={{ ...notices, firstHref: "/login?returnTo=%2F" }} />);
  expect(first).toMatch(/<a href="\/login\?returnTo=%2F"[^>]*>Tell me when ₹100\.00 is back<\/a>/);
  expect(first).not.toContain("<button");
});
