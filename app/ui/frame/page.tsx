import X from "lucide/dist/esm/icons/x.mjs";
import type { ReactNode } from "react";

import { CachedFragment } from "#app/http/tricks/cached-fragment.tsx";
import type { Brand } from "#app/tenant/brand.ts";
import { Icon } from "#app/ui/icon.tsx";
import { type Notice, Notices } from "#app/ui/notice.tsx";

import { Footer } from "./footer.tsx";
import { Header, type HeaderProps } from "./header.tsx";
import { type GuideBrand, REDEMPTION_DIALOG, RedemptionGuide } from "./redemption-guide.tsx";
import { PageStart } from "./skip-link-and-progress.tsx";

type PageProps = HeaderProps & { notices?: Notice[]; children: ReactNode };

export function Page({ notices, children, ...header }: PageProps) {
  return (
    <>
      <PageStart />
      <Header {...header} />
      <Notices notices={notices} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <PageEnd {...header} />
    </>
  );
}

const PageEnd = ({ brand, viewer }: HeaderProps) => (
  <>
    <Footer brand={brand} isSignedIn={viewer !== null} cartCount={viewer?.cartCount ?? null} />
    <RedemptionDialog brand={brand} />
  </>
);

const RedemptionDialog = ({ brand: { organizationName, email, features } }: { brand: Brand }) => (
  <CachedFragment
    as="dialog"
    id={REDEMPTION_DIALOG}
    className="dialog"
    aria-labelledby={`${REDEMPTION_DIALOG}-title`}
    view={RedemptionDialogBody}
    data={{ organizationName, email, features }}
  />
);

function RedemptionDialogBody(brand: GuideBrand) {
  return (
    <div className="dialog-body">
      <div className="dialog-head">
        <h2 id={`${REDEMPTION_DIALOG}-title`}>How to Redeem?</h2>
        <form method="dialog">
          <button className="icon-button">
            <Icon of={X} className="icon-20" />
            <span className="sr">Close</span>
          </button>
        </form>
      </div>
      <RedemptionGuide brand={brand} name="guide-dialog" />
    </div>
  );
}
