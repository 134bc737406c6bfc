import { href } from "react-router";

import {
  PURCHASE_OFFER_POINTS,
  PURCHASE_OFFERS_RUPEES,
  PURCHASE_RUPEES,
  PURCHASE_STEP_RUPEES,
} from "#app/base/constants.ts";
import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";

export const handle = { keep: "for everybody" } satisfies RouteHandle;

/** A preview that sells nothing (docs/product.md, 10.1). */
export default function PurchaseVoucher() {
  const shop = useShop();
  const { purchasePromise } = shop.brand.texts;
  return (
    <div className="narrow">
      <PageHead shop={shop} title="Purchase Vouchers" description={purchasePromise} path={href("/purchase-voucher")} />
      <h1>Purchase Vouchers and Earn Benefits</h1>
      <p className="lead">{purchasePromise}</p>
      <p className="big-figure">{`₹${PURCHASE_RUPEES}`}</p>
      <p className="muted">{`Note: Only multiples of ${PURCHASE_STEP_RUPEES} are accepted as amount.`}</p>
      <ul className="offers">
        {PURCHASE_OFFERS_RUPEES.map((rupees, index) => (
          <li key={rupees} className="panel">
            {index === 0 && <p className="status waiting">Limited Period Offer</p>}
            <p className="offer-price">{`Pay ₹${rupees}`}</p>
            <p>{`Get ${PURCHASE_OFFER_POINTS} worth voucher points`}</p>
          </li>
        ))}
      </ul>
      <ButtonLink href="/">Next</ButtonLink>
    </div>
  );
}
