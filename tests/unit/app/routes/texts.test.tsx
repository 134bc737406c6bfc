import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";

import { CartSummary } from "#app/routes/cart/cart-summary.tsx";
import { Sort } from "#app/routes/catalogue/sort.tsx";
import { OrderCard } from "#app/routes/orders/order-card.tsx";
import { PointsAdded } from "#app/routes/payment/payment-end.tsx";
import { createBrand } from "#app/tenant/brand.ts";

import { TenantSchema } from "../../../../config/brand/schema.ts";
import { shopTexts, type Texts } from "../../../../config/brand/texts.ts";
import { inLanguage, languages } from "../../../../config/language/current.ts";

const DEFAULT_TEXTS = shopTexts();

const OWN = {
  sortRecommended: "Our favourites",
  deliveryNotice: "Your gift cards arrive by e-mail.",
  pointsAdded: "Your gift cards are <b>ready</b>",
  coinsRedeemed: "Thank you for shopping here",
  noVoucherDetails: "The codes are on their way",
  noClaimUrl: "Use this card in the shop",
};

const price = { total: 0, discount: 0, isEligible: true, coinsUsed: 0, toPay: 0, coinsNeeded: 0 };
const paid = {
  bought: "",
  delivery: "",
  pointsAdded: null,
  coinsUsed: null,
  code: null,
  claimUrl: null,
  codesHref: "",
  images: [],
  continueTo: null,
};
const order = { id: "1", orderedAt: null, status: "Completed", voucherType: "", items: [] };
const voucher = { cardNumber: "6039123456789012", pinCode: "1", claimUrl: null };
const unknown = { id: null, name: null, amount: null, expiresAt: null, isUsed: null };

function renderAll(texts: Texts) {
  const Views = () => (
    <>
      <Sort current="recommended" kept={[]} texts={texts} />
      <CartSummary
        price={price}
        itemCount={1}
        viewer={null}
        coinsProblem={null}
        wantsCoins={false}
        checkoutFields={{}}
        brand={{ deliveryChannels: "e-mail", texts }}
      />
      <PointsAdded paid={{ ...paid, historyHref: "/order-history" }} texts={texts} />
      <OrderCard order={{ ...order, vouchers: [] }} texts={texts} />
      <OrderCard order={{ ...order, vouchers: [{ ...voucher, ...unknown }] }} texts={texts} />
    </>
  );
  const Stub = createRoutesStub([{ path: "/", Component: Views }]);
  return renderToStaticMarkup(<Stub />);
}

const brandOf = (texts?: Partial<Texts>) =>
  createBrand(TenantSchema.parse({ id: "maple", hostnames: ["maple.example"], texts }), null);

test("a brand's own texts replace the shop's, as plain text", () => {
  const html = renderAll(brandOf(OWN).texts);
  for (const name of Object.keys(OWN) as (keyof typeof OWN)[]) {
    expect(html).toContain(OWN[name].replace("<b>ready</b>", "&lt;b&gt;ready&lt;/b&gt;"));
    expect(html).not.toContain(DEFAULT_TEXTS[name]);
  }
});

test("a brand without its own texts shows the shop's texts", () => {
  const html = renderAll(brandOf().texts);
  for (const name of Object.keys(OWN) as (keyof typeof OWN)[]) expect(html).toContain(DEFAULT_TEXTS[name]);
});

test("each language shows the brand's own texts in it, else the shop's", () => {
  const tenant = TenantSchema.parse({
    id: "maple",
    hostnames: ["maple.example"],
    languages: ["en", "hi"],
    texts: { congrats: "Thank you", linkExpired: "Too late" },
    translations: { hi: { texts: { congrats: "धन्यवाद" } } },
  });
  const textsIn = (code: string) => inLanguage(languages.get(code)!, () => createBrand(tenant, null).texts);
  const { congrats, linkExpired, goBackHome } = textsIn("hi");
  expect([congrats, linkExpired, goBackHome]).toEqual(["धन्यवाद", "लिंक एक्सपायर हो गया!", "होम पेज पर वापस जाएँ"]);
  expect(textsIn("en")).toEqual({ ...DEFAULT_TEXTS, congrats: "Thank you", linkExpired: "Too late" });
});
