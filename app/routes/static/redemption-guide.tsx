import { href } from "react-router";
import { useShop } from "#app/routes/use-shop.ts";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { RedemptionGuide } from "#app/ui/frame/redemption-guide.tsx";

/** The redemption guide as a page, at /redemptionpage and /redemption; elsewhere it is a dialog. */
export default function RedemptionPage() {
  const shop = useShop();
  const { brand } = shop;
  return (
    <div className="narrow">
      <PageHead
        shop={shop}
        title="How to Redeem?"
        description={`How ${brand.organizationName} coins and codes are redeemed, step by step.`}
        path={href("/redemptionpage")}
      />
      <h1>How to Redeem?</h1>
      <RedemptionGuide brand={brand} name="guide-page" />
    </div>
  );
}
