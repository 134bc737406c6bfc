import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";

import { CartSummary } from "#app/routes/cart/cart-summary.tsx";

import { shopTexts } from "../../../../../config/brand/texts.ts";

const DEFAULT_TEXTS = shopTexts();

const NOTHING = { total: 0, discount: 0, isEligible: true, coinsUsed: 0, toPay: 0, coinsNeeded: 0 };
const fields = {
  viewer: { coins: 5_000 },
  coinsProblem: null,
  wantsCoins: false,
  checkoutFields: {},
  brand: { deliveryChannels: "e-mail", texts: DEFAULT_TEXTS },
};

test.each([
  [0, true],
  [10_000, false],
])("the coin discount of a cart of %d paise is disabled: %s [K-02]", (total, isDisabled) => {
  const price = { ...NOTHING, total, discount: total / 10, toPay: total };
  const Stub = createRoutesStub([
    { path: "/", Component: () => <CartSummary price={price} itemCount={1} {...fields} /> },
  ]);
  const [box] = renderToStaticMarkup(<Stub />).match(/<input(?=[^>]* name="coins")[^>]*>/)!;
  expect(/ disabled/.test(box)).toBe(isDisabled);
});

test("shows the brand's delivery note beside the digital delivery notice [K-05]", () => {
  const summary = {
    price: NOTHING,
    itemCount: 1,
    ...fields,
    brand: { ...fields.brand, deliveryChannels: "e-mail and SMS" },
  };
  const Stub = createRoutesStub([{ path: "/", Component: () => <CartSummary {...summary} /> }]);
  expect(renderToStaticMarkup(<Stub />)).toMatch(
    /Gift cards are delivered digitally \(SMS, WhatsApp, e-mail\) and cannot be cancelled once issued\. This shop delivers by <?[^>]*>?e-mail and SMS/,
  );
});
