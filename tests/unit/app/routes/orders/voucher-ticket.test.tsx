import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { groupCode, maskCode } from "#app/routes/orders/mask-code.ts";
import { OrderCard, StatusPill } from "#app/routes/orders/order-card.tsx";
import { VoucherTicket } from "#app/routes/orders/voucher-ticket.tsx";

import { shopTexts } from "../../../../../config/brand/texts.ts";
import { inLanguage, languages } from "../../../../../config/language/current.ts";

const DEFAULT_TEXTS = shopTexts();

test.each([
  ["6039-1234-5678", "•••• 5678"],
  ["6039 1234 5678 9012", "•••• 9012"],
  ["ABCD1234", "•••• 1234"],
  ["ABC1234", "••••"],
  ["", "••••"],
])("covers the code %j as %j", (code, mask) => {
  expect(maskCode(code)).toBe(mask);
});

test.each([
  ["6039123456789012", ["6039", "1234", "5678", "9012"]],
  ["482913", ["482913"]],
  ["KC1234-5678-9012", ["KC1234-5678-9012"]],
])("shows the code %s in the groups %j", (code, groups) => {
  expect(groupCode(code)).toEqual(groups);
});

const NOTHING_MORE = { id: null, name: null, amount: null, expiresAt: null, isUsed: null };

test("covers card number and PIN of a ticket until they are opened, and links to its claim page [O-01]", () => {
  const voucher = {
    cardNumber: "6039123456789012",
    pinCode: "482913",
    claimUrl: "https://claim.test/a",
    ...NOTHING_MORE,
  };
  const html = renderToStaticMarkup(<VoucherTicket texts={DEFAULT_TEXTS} voucher={voucher} orderId="o1" />);
  const outside = html.replaceAll(/<details.*?<\/details>/gs, "").replaceAll(/(value|text)="[^"]*"/g, "");
  expect(html.replaceAll(/<\/?span>/g, "")).toContain("<code>6039123456789012</code>");
  expect(html.match(/<details/g)).toHaveLength(1);
  expect(outside).not.toContain("482913");
  expect(outside).not.toContain("6039123456789012");
  expect(html).toContain('href="https://claim.test/a"');
});

const order = {
  id: "o1",
  orderedAt: null,
  status: "Completed",
  voucherType: "Gift card",
  items: [
    {
      name: "Nimbus Books",
      imageUrl: null,
      priceMrp: 50_000,
      denomination: null as number | null,
      quantity: 1,
      gift: null,
    },
  ],
};
const CARD = { cardNumber: "6039123456789012", pinCode: "1", claimUrl: null };

test("shows in place of the vouchers that an order is under review", () => {
  const render = (isBeingChecked: boolean) =>
    renderToStaticMarkup(<OrderCard texts={DEFAULT_TEXTS} order={{ ...order, vouchers: [], isBeingChecked }} isOpen />);
  expect(render(true)).toContain("We check large or unusual orders by hand");
  expect(render(true)).not.toContain("No voucher details available");
  expect(render(false)).not.toContain("by hand");
  expect(render(false)).toContain("No voucher details available");
});

test.each([
  [false, "Ten minutes, promised.", "Longer than usual."],
  [true, "Longer than usual.", "Ten minutes, promised."],
])("shows in place of the vouchers that they are on their way; delayed: %s", (isDelayed, text, other) => {
  const waiting = { ...order, vouchers: [], isOnItsWay: true, isDelayed };
  const texts = { ...DEFAULT_TEXTS, onItsWay: "Ten minutes, promised.", delayed: "Longer than usual." };
  const html = renderToStaticMarkup(<OrderCard texts={texts} order={waiting} isOpen />);
  expect(html).toContain(text);
  for (const absent of [other, "No voucher details available"]) expect(html).not.toContain(absent);
});

test("shows price_mrp if the backend returns nothing else, and the purchase if it does [O-01]", () => {
  const usual = renderToStaticMarkup(<OrderCard texts={DEFAULT_TEXTS} order={{ ...order, vouchers: [] }} isOpen />);
  expect(usual).toContain("₹500.00");
  const items = [{ ...order.items[0]!, denomination: 20_000, quantity: 3 }];
  const exact = renderToStaticMarkup(
    <OrderCard texts={DEFAULT_TEXTS} order={{ ...order, items, vouchers: [] }} isOpen />,
  );
  expect(exact).not.toContain("₹500.00");
  expect(exact).toMatch(/3 × <data [^>]*>₹200\.00<\/data>.*₹600\.00/);
});

test("begins an order with its merchant as a heading; a failed one reports that its coins are back", () => {
  const used = renderToStaticMarkup(
    <OrderCard texts={DEFAULT_TEXTS} order={{ ...order, vouchers: [], coinsUsed: 20_000 }} />,
  );
  expect(used).toMatch(/<summary>.*<h2>Nimbus Books<\/h2> .*Completed<\/span>.*<\/summary>.*Order o1/);
  expect(used).toContain("200 coins used");
  const back = renderToStaticMarkup(
    <OrderCard texts={DEFAULT_TEXTS} order={{ ...order, vouchers: [], coinsUsed: 20_000, cameToNothing: true }} />,
  );
  expect(back).toContain("200 coins are back in your balance");
});

test("shows each ticket's card and value, if the backend reports them", () => {
  const items = [...order.items, { ...order.items[0]!, name: "Crust Court" }];
  const vouchers = [
    { ...CARD, ...NOTHING_MORE, name: "Nimbus Books", amount: 20_000, expiresAt: Date.UTC(2027, 10, 21) },
    { ...CARD, ...NOTHING_MORE },
  ];
  const html = renderToStaticMarkup(<OrderCard texts={DEFAULT_TEXTS} order={{ ...order, items, vouchers }} isOpen />);
  const [named, unnamed] = html.split(/<div class="ticket">|<ul class="order-items">/).slice(1);
  expect(named).toMatch(/Nimbus Books<\/p> <data [^>]*>₹200\.00.*Valid until 21 Nov 2027/);
  expect(unnamed).not.toMatch(/Nimbus Books|₹|Valid until/);
  const single = renderToStaticMarkup(
    <OrderCard texts={DEFAULT_TEXTS} order={{ ...order, vouchers: vouchers.slice(1) }} isOpen />,
  );
  expect(single).toContain('<p class="ticket-merchant">Nimbus Books</p>');
});

test("offers to mark a voucher as used only if the backend stores that", () => {
  const render = (more: object) =>
    renderToStaticMarkup(
      <VoucherTicket texts={DEFAULT_TEXTS} voucher={{ ...CARD, ...NOTHING_MORE, ...more }} orderId="o1" />,
    );
  expect(render({ id: "v1", isUsed: false })).toContain("Mark as used");
  expect(render({ id: "v1", isUsed: true })).toContain("Mark as not used");
  for (const lacking of [{ id: "v1" }, { isUsed: false }]) expect(render(lacking)).not.toContain("<form");
});

test("reports missing vouchers and a missing claim link [O-02]", () => {
  const without = renderToStaticMarkup(<OrderCard texts={DEFAULT_TEXTS} order={{ ...order, vouchers: [] }} isOpen />);
  expect(without).toContain("No voucher details available");
  const unpaid = <OrderCard texts={DEFAULT_TEXTS} order={{ ...order, vouchers: [] }} payHref="/payment" isOpen />;
  expect(renderToStaticMarkup(unpaid)).toMatch(/No voucher details available yet: this order waits.*Pay now/);
  const vouchers = [{ ...CARD, ...NOTHING_MORE }];
  const unclaimed = renderToStaticMarkup(<OrderCard texts={DEFAULT_TEXTS} order={{ ...order, vouchers }} isOpen />);
  expect(unclaimed).toContain("No claim URL available");
  expect(unclaimed).not.toContain("No voucher details available");
  expect(unclaimed).not.toContain(">Claim<");
});

test.each([
  ["Completed", "good"],
  ["Pending", "waiting"],
  ["Refund due", "other"],
])("shows the status %s as %s [O-01]", (status, tone) => {
  expect(renderToStaticMarkup(<StatusPill status={status} />)).toBe(`<span class="status ${tone}">${status}</span>`);
});

test.each([
  ["Refund due", "रिफ़ंड बाकी है"],
  ["completed", "पूरा हुआ"],
  ["Sent by post", "Sent by post"],
])("shows the status %s in English as it is, and in Hindi as %s", (status, text) => {
  const show = () => renderToStaticMarkup(<StatusPill status={status} />).replaceAll(/<.*?>/g, "");
  expect(show()).toBe(status);
  expect(inLanguage(languages.get("hi")!, show)).toBe(text);
});
