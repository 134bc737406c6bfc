import type { ReactNode } from "react";

import { PAYMENT_TOAST_MS } from "#app/base/constants.ts";
import { StaticIsland } from "#app/http/tricks/static-island.tsx";
import type { Brand } from "#app/tenant/brand.ts";
import { rich } from "#app/texts/rich.ts";
import { type Notice, Notices } from "#app/ui/notice.tsx";
import { type StepName, Steps } from "#app/ui/steps.tsx";

import { Logo } from "./logo.tsx";
import { PageStart } from "./skip-link-and-progress.tsx";

type CheckoutPageProps = { brand: Brand; step?: StepName; notices?: Notice[]; children: ReactNode };

/** A page without distractions: the logo, the steps, and help. */
export function CheckoutPage({ brand, step, notices, children }: CheckoutPageProps) {
  return (
    <>
      <PageStart />
      <StaticIsland id="page-top">{import.meta.env.SSR && <SlimHeader brand={brand} step={step} />}</StaticIsland>
      <Notices notices={notices} durationMs={PAYMENT_TOAST_MS} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

const SlimHeader = ({ brand, step }: Pick<CheckoutPageProps, "brand" | "step">) => (
  <header className="site-header slim">
    <div className="content masthead">
      <Logo brand={brand} /> {step && <Steps current={step} />}
      <a href="/help-center">{rich("frame.help")}</a>
    </div>
  </header>
);
