import { href } from "react-router";

import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { rich } from "#app/texts/rich.ts";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { RedemptionGuide } from "#app/ui/frame/redemption-guide.tsx";

import { t } from "../../../config/language/t.ts";

export const handle = { keep: "for everybody" } satisfies RouteHandle;

/** Serves /redemptionpage and /redemption; with scripts, other pages open the guide as a dialog. */
export default function RedemptionPage() {
  const shop = useShop();
  const { brand } = shop;
  return (
    <div className="narrow">
      <PageHead
        shop={shop}
        title={t("frame.howToRedeem")}
        description={t("static.redemptionDescription", { brand: brand.organizationName })}
        path={href("/redemptionpage")}
      />
      <h1>{rich("frame.howToRedeem")}</h1>
      <RedemptionGuide brand={brand} name="guide-page" />
    </div>
  );
}
