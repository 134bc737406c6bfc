import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { CoinLedger } from "#app/routes/orders/coin-ledger.tsx";

const record = {
  id: "1",
  couponCode: "ORD1",
  amount: 1_000,
  username: "",
  createdAt: null,
  expiresAt: null,
  balanceAfter: null,
};

const textOf = (part: object) =>
  renderToStaticMarkup(<CoinLedger records={[{ ...record, isRedeemed: true, reason: "", ...part }]} />)
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

test.each([
  [{ reason: "coupon", couponCode: "FEST-1" }, "Voucher code FEST-1 Redeemed +10.00 Pts"],
  [
    { reason: "coupon", couponCode: "FEST-1", isRedeemed: false },
    "Voucher code FEST-1 , not added yet Pending +10.00 Pts",
  ],
  [{ reason: "grant", couponCode: "Bonus coins" }, "Given by the shop: Bonus coins Received +10.00 Pts"],
  [{ reason: "order", amount: -1_000 }, "Used for order ORD1 Used -10.00 Pts"],
  [{ reason: "order", amount: -1_000, isRedeemed: false }, "Held for order ORD1 until it is paid Pending -10.00 Pts"],
  [{ reason: "refund" }, "Returned from order ORD1 Returned +10.00 Pts"],
  [{ reason: "expiry", amount: -1_000 }, "Ended unused: ORD1 Ended -10.00 Pts"],
  [
    { reason: "taken", couponCode: "Coins taken back", amount: -1_000 },
    "Coins taken back , by the shop Taken back -10.00 Pts",
  ],
  [{}, "ORD1 Redeemed +10.00 Pts"],
  [{ reason: "Festival" }, "ORD1 Festival Redeemed +10.00 Pts"],
])("names the true reason of a line: %j", (part, text) => {
  expect(textOf(part)).toBe(text);
});
