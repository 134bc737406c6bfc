import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { OrderCard, StatusPill } from "#app/ui/order-card.tsx";
import { maskCode, VoucherTicket } from "#app/ui/voucher-ticket.tsx";

test.each([
  ["6039-1234-5678", "•••• 5678"],
  ["6039 1234 5678 9012", "•••• 9012"],
  ["ABCD1234", "•••• 1234"],
  ["ABC1234", "••••"],
  ["", "••••"],
])("the code %j is covered as %j", (code, mask) => {
  expect(maskCode(code)).toBe(mask);
});

test("[O-01] a ticket covers card number and PIN until they are opened, and links to its claim page", () => {
  const voucher = { cardNumber: "6039123456789012", pinCode: "482913", claimUrl: "https://claim.test/a" };
  const html = renderToStaticMarkup(<VoucherTicket voucher={voucher} />);
  const outside = html.replaceAll(/<details.*?<\/details>/gs, "").replaceAll(/value="[^"]*"/g, "");
  expect(html).toContain("<code>6039123456789012</code>");
  expect(outside).not.toContain("482913");
  expect(outside).not.toContain("6039123456789012");
  expect(html).toContain('href="https://claim.test/a"');
});

const order = {
  id: "o1",
  orderedAt: null,
  status: "Completed",
  voucherType: "Gift card",
  items: [{ name: "Nimbus Books", imageUrl: null, priceMrp: 50_000, quantity: 1 }],
};

test("[O-02] what is missing is said: no vouchers, no claim link", () => {
  const without = renderToStaticMarkup(<OrderCard order={{ ...order, vouchers: [] }} isOpen />);
  expect(without).toContain("No voucher details available");
  const vouchers = [{ cardNumber: "6039123456789012", pinCode: "1", claimUrl: null }];
  const unclaimed = renderToStaticMarkup(<OrderCard order={{ ...order, vouchers }} isOpen />);
  expect(unclaimed).toContain("No claim URL available");
  expect(unclaimed).not.toContain("No voucher details available");
});

test.each([
  ["Completed", "good"],
  ["Pending", "waiting"],
  ["Refund due", "other"],
])("[O-01] the status %s is %s", (status, tone) => {
  expect(renderToStaticMarkup(<StatusPill status={status} />)).toBe(`<span class="status ${tone}">${status}</span>`);
});
