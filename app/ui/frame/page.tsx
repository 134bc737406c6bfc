import X from "lucide/dist/esm/icons/x.mjs";
import type { ReactNode } from "react";

import type { Brand } from "#app/tenant/brand.ts";
import { rich } from "#app/texts/rich.ts";
import { Icon } from "#app/ui/icon.tsx";

import { Footer } from "./footer.tsx";
import { Header, type HeaderProps } from "./header.tsx";
import { PersonalPart } from "./personal-parts.tsx";
import { REDEMPTION_DIALOG, RedemptionGuide } from "./redemption-guide.tsx";
import { PageStart } from "./skip-link-and-progress.tsx";

type PageProps = HeaderProps & { children: ReactNode };

export function Page({ children, ...header }: PageProps) {
  return (
    <>
      <PageStart />
      <Header {...header} />
      <PersonalPart name="notices" personal={header.personal} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <PageEnd {...header} />
    </>
  );
}

const PageEnd = ({ brand, personal }: HeaderProps) => (
  <>
    <Footer brand={brand} personal={personal} />
    <RedemptionDialog brand={brand} />
  </>
);

const RedemptionDialog = ({ brand }: { brand: Brand }) => (
  <dialog id={REDEMPTION_DIALOG} className="dialog" aria-labelledby={`${REDEMPTION_DIALOG}-title`}>
    <div className="dialog-body">
      <div className="dialog-head">
        <h2 id={`${REDEMPTION_DIALOG}-title`}>{rich("frame.howToRedeem")}</h2>
        <form method="dialog">
          <button className="icon-button">
            <Icon of={X} className="icon-20" />
            <span className="sr">{rich("ui.close")}</span>
          </button>
        </form>
      </div>
      <RedemptionGuide brand={brand} name="guide-dialog" />
    </div>
  </dialog>
);
