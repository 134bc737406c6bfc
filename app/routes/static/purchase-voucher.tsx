import { href } from "react-router";

import {
  PURCHASE_OFFER_POINTS,
  PURCHASE_OFFERS_RUPEES,
  PURCHASE_RUPEES,
  PURCHASE_STEP_RUPEES,
} from "#app/base/constants.ts";
import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { marked, rich } from "#app/texts/rich.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";

import { t } from "../../../config/language/t.ts";

export const handle = { keep: "for everybody" } satisfies RouteHandle;

/** A preview that sells nothing (docs/product.md, 10.1). */
export default function PurchaseVoucher() {
  const shop = useShop();
  const { purchasePromise } = shop.brand.texts;
  return (
    <div className="narrow">
      <PageHead
        shop={shop}
        title={t("static.purchaseTitle")}
        description={purchasePromise}
        path={href("/purchase-voucher")}
      />
      <h1>{rich("static.purchaseHeading")}</h1>
      <p className="lead">{marked(purchasePromise)}</p>
      <p className="big-figure">{`₹${PURCHASE_RUPEES}`}</p>
      <p className="muted">{rich("static.purchaseNote", { step: PURCHASE_STEP_RUPEES })}</p>
      <ul className="offers">
        {PURCHASE_OFFERS_RUPEES.map((rupees, index) => (
          <li key={rupees} className="panel">
            {index === 0 && <p className="status waiting">{rich("static.limitedOffer")}</p>}
            <p className="offer-price">{rich("static.purchasePay", { rupees })}</p>
            <p>{rich("static.purchaseGet", { points: PURCHASE_OFFER_POINTS })}</p>
          </li>
        ))}
      </ul>
      <ButtonLink href="/">{rich("static.next")}</ButtonLink>
    </div>
  );
}
