import type { Route } from "./+types/redemptionpage";
import { RedemptionGuide } from "#app/ui/redemption-guide.tsx";

/** The redemption guide as a page, at /redemptionpage and /redemption; elsewhere it is a dialog. */
export default function RedemptionPage({ matches }: Route.ComponentProps) {
  const { brand } = matches[0].loaderData;
  return (
    <div className="narrow">
      <title>{`How to Redeem? · ${brand.productName}`}</title>
      <meta name="description" content={`How ${brand.organizationName} coins and codes are redeemed, step by step.`} />
      <h1>How to Redeem?</h1>
      <RedemptionGuide brand={brand} name="guide-page" />
    </div>
  );
}
