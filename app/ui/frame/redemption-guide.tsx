import type { Brand } from "#app/tenant/brand.ts";
import { rich } from "#app/texts/rich.ts";
import { Tabs } from "#app/ui/tabs.tsx";

import { t } from "../../../config/language/t.ts";

/** The guide's dialog, which every page has. */
export const REDEMPTION_DIALOG = "redemption-guide";

export type GuideBrand = Pick<Brand, "organizationName" | "email" | "features">;

/** The guide to redeeming coins and codes (docs/product.md, 3.3), as a page or a dialog. */
export function RedemptionGuide({ brand, name }: { brand: GuideBrand; name: string }) {
  return (
    <Tabs
      name={name}
      tabs={[
        { title: t("frame.brandCoins", { brand: brand.organizationName }), content: <CoinSteps email={brand.email} /> },
        { title: t("frame.brandCodes", { brand: brand.organizationName }), content: <CodeSteps brand={brand} /> },
      ]}
    />
  );
}

function CoinSteps({ email }: { email: string }) {
  return (
    <>
      <ol className="guide-steps">
        <li>
          <b>{rich("frame.step", { number: 1 })}</b>
          <p>{rich("frame.coinStep1")}</p>
        </li>
        <li>
          <b>{rich("frame.step", { number: 2 })}</b>
          <p>{rich("frame.coinStep2")}</p>
        </li>
      </ol>
      <Help email={email} />
    </>
  );
}

function CodeSteps({ brand: { email, features } }: { brand: GuideBrand }) {
  return (
    <>
      <ol className="guide-steps">
        <li>
          <b>{rich("frame.step", { number: 1 })}</b>
          <p>{rich("frame.codeStep1")}</p>
        </li>
        {features.verifyCoupon && (
          <li>
            <b>{rich("frame.step", { number: 2 })}</b>
            <p>{rich("frame.codeStepVerify")}</p>
          </li>
        )}
        <li>
          <b>{rich("frame.step", { number: features.verifyCoupon ? 3 : 2 })}</b>
          <p>{rich("frame.codeStepAdd")}</p>
        </li>
      </ol>
      <p>
        <a href="/redeem-voucher">{rich("frame.goToLoadCoins")}</a>
      </p>
      <Help email={email} />
    </>
  );
}

function Help({ email }: { email: string }) {
  if (!email) return null;
  return (
    <p className="muted small">{rich("frame.needHelp", { mail: () => <a href={`mailto:${email}`}>{email}</a> })}</p>
  );
}
