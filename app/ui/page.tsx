import X from "lucide-react/icons/x";
import type { ReactNode } from "react";
import { useNavigation } from "react-router";
import { PAYMENT_TOAST_MS } from "#app/constants.ts";
import type { Brand } from "#app/tenant/brand.ts";
import { Footer } from "./footer.tsx";
import { Header, type HeaderProps, Logo } from "./header.tsx";
import { type Notice, Notices } from "./notice.tsx";
import { Part } from "./part.tsx";
import { REDEMPTION_DIALOG, RedemptionGuide } from "./redemption-guide.tsx";
import { Steps, type StepName } from "./steps.tsx";

type PageProps = HeaderProps & { notices?: Notice[]; children: ReactNode };

/** A page of the shop between header and footer; `children` are the contents of <main>. */
export function Page({ notices, children, ...header }: PageProps) {
  return (
    <>
      <SkipLink />
      <Progress />
      <Header {...header} />
      <Notices notices={notices} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <Footer brand={header.brand} isSignedIn={header.viewer !== null} cartCount={header.viewer?.cartCount ?? null} />
      <RedemptionDialog brand={header.brand} />
    </>
  );
}

type CheckoutPageProps = { brand: Brand; step?: StepName; notices?: Notice[]; children: ReactNode };

/** A page with nothing to lead astray: the logo, where the shopper stands, and help. */
export function CheckoutPage({ brand, step, notices, children }: CheckoutPageProps) {
  return (
    <>
      <SkipLink />
      <Progress />
      <header className="site-header slim">
        <div className="content masthead">
          <Logo brand={brand} /> {step && <Steps current={step} />}
          <a href="/help-center">Help</a>
        </div>
      </header>
      <Notices notices={notices} durationMs={PAYMENT_TOAST_MS} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

/** The line while something loads: another page (app/elements/page-progress.ts), or data where React runs. */
function Progress() {
  const isLoading = useNavigation().state !== "idle";
  return <page-progress aria-hidden="true" data-busy={isLoading || undefined} />;
}

function SkipLink() {
  return (
    <a className="sr skip" href="#main">
      Skip to content
    </a>
  );
}

const RedemptionDialog = ({ brand: { organizationName, email } }: { brand: Brand }) => (
  <Part
    as="dialog"
    id={REDEMPTION_DIALOG}
    className="dialog"
    aria-labelledby={`${REDEMPTION_DIALOG}-title`}
    view={RedemptionDialogBody}
    data={{ organizationName, email }}
  />
);

function RedemptionDialogBody(brand: Pick<Brand, "organizationName" | "email">) {
  return (
    <div className="dialog-body">
      <div className="dialog-head">
        <h2 id={`${REDEMPTION_DIALOG}-title`}>How to Redeem?</h2>
        <form method="dialog">
          <button className="icon-button" aria-label="Close">
            <X aria-hidden="true" className="icon-20" />
          </button>
        </form>
      </div>
      <RedemptionGuide brand={brand} name="guide-dialog" />
    </div>
  );
}
