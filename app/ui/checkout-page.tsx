import type { ReactNode } from "react";
import { PAYMENT_TOAST_MS } from "#app/constants.ts";
import type { Brand } from "#app/tenant/brand.ts";
import { Logo } from "./logo.tsx";
import { type Notice, Notices } from "./notice.tsx";
import { PageStart } from "./page-start.tsx";
import { Steps, type StepName } from "./steps.tsx";

type CheckoutPageProps = { brand: Brand; step?: StepName; notices?: Notice[]; children: ReactNode };

/** A page with nothing to lead astray: the logo, where the shopper stands, and help. */
export function CheckoutPage({ brand, step, notices, children }: CheckoutPageProps) {
  return (
    <>
      <PageStart />
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
