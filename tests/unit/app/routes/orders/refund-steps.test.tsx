import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { RefundList } from "#app/routes/orders/refund-steps.tsx";

const NOV_26 = Date.UTC(2026, 10, 26, 4, 30);
const DAY_MS = 24 * 60 * 60_000;
const refund = { amount: 49_334, coins: 0, askedAt: NOV_26, sentAt: null, arrivedAt: null, reference: null };
const DECIDED = "Decided on 26 Nov 2026, 10:00 am";
const SENT = "Sent to your bank on 27 Nov 2026, 10:00 am";

const textOf = (part: object) =>
  renderToStaticMarkup(<RefundList refunds={[{ ...refund, ...part }]} />)
    .replace(/<\/(h3|li)>/g, " | ")
    .replace(/<[^>]*>/g, "")
    .replace(/(\| )?$/, "")
    .trim();

test.each([
  [{}, ["Refund of ₹493.34", DECIDED, "Not sent to your bank yet"]],
  [
    { sentAt: NOV_26 + DAY_MS },
    [
      "Refund of ₹493.34",
      DECIDED,
      SENT,
      "Arrival not reported yet. UPI refunds take 3 to 5 working days.",
      "The bank has not given us a reference for it.",
    ],
  ],
  [
    { sentAt: NOV_26 + DAY_MS, arrivedAt: NOV_26 + 2 * DAY_MS, reference: "UTR1" },
    [
      "Refund of ₹493.34",
      DECIDED,
      SENT,
      "Arrived on 28 Nov 2026, 10:00 am, as the payment company reports",
      "Bank reference (UTR or ARN): UTR1. Your bank can find the refund with it.",
    ],
  ],
  [
    { amount: 0, coins: 666 },
    ["Refund of 6.66 coins", "6.66 coins came back to your balance on 26 Nov 2026, 10:00 am"],
  ],
  [
    { coins: 100 },
    [
      "Refund of ₹493.34 and 1 coin",
      DECIDED,
      "1 coin came back to your balance on 26 Nov 2026, 10:00 am",
      "Not sent to your bank yet",
    ],
  ],
])("shows the known stages of a refund and names the others: %j", (part, lines) => {
  expect(textOf(part).split(/ \| ?/).filter(Boolean)).toEqual(lines);
});

test("shows nothing for an order without refunds, or of a backend that does not report them", () => {
  expect(renderToStaticMarkup(<RefundList refunds={[]} />)).toBe("");
  expect(renderToStaticMarkup(<RefundList refunds={undefined} />)).toBe("");
});
