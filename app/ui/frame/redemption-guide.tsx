import type { Brand } from "#app/tenant/brand.ts";
import { Tabs } from "#app/ui/tabs.tsx";

/** The guide's dialog, which every page has. */
export const REDEMPTION_DIALOG = "redemption-guide";

export type GuideBrand = Pick<Brand, "organizationName" | "email" | "features">;

/** The guide to redeeming coins and codes (docs/product.md, 3.3), as a page or a dialog. */
export function RedemptionGuide({ brand, name }: { brand: GuideBrand; name: string }) {
  return (
    <Tabs
      name={name}
      tabs={[
        { title: `${brand.organizationName} Coins`, content: <CoinSteps email={brand.email} /> },
        { title: `${brand.organizationName} Codes`, content: <CodeSteps brand={brand} /> },
      ]}
    />
  );
}

function CoinSteps({ email }: { email: string }) {
  return (
    <>
      <ol className="guide-steps">
        <li>
          <b>Step 1</b>
          <p>Add products to cart and proceed to checkout.</p>
        </li>
        <li>
          <b>Step 2</b>
          <p>
            At checkout, select your points balance and redeem against the shopping cart value. You can pay additional
            amount via other payment modes as well.
          </p>
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
          <b>Step 1</b>
          <p>Open Load Coins and enter the code that you were given.</p>
        </li>
        {features.verifyCoupon && (
          <li>
            <b>Step 2</b>
            <p>Press Verify to check the code. Checking does not spend it.</p>
          </li>
        )}
        <li>
          <b>Step {features.verifyCoupon ? 3 : 2}</b>
          <p>Press Add Coins. The coins are in your balance at once.</p>
        </li>
      </ol>
      <p>
        <a href="/redeem-voucher">Go to Load Coins</a>
      </p>
      <Help email={email} />
    </>
  );
}

function Help({ email }: { email: string }) {
  if (!email) return null;
  return (
    <p className="muted small">
      Need help? Write to <a href={`mailto:${email}`}>{email}</a>
    </p>
  );
}
