import type { ReactNode } from "react";
import type { Brand } from "#app/tenant/brand.ts";
import { Carousel } from "./carousel.tsx";

type AccountPageProps = { brand: Brand; title: string; lead?: ReactNode; children: ReactNode };

/** Login, signup and their like: the form at the left, the brand's promise at the right; phones see the form only. */
export function AccountPage({ brand, title, lead, children }: AccountPageProps) {
  return (
    <div className="account-page">
      <div className="account-form">
        <h1>{title}</h1>
        {lead && <p className="muted">{lead}</p>}
        {children}
      </div>
      <Carousel brand={brand} />
    </div>
  );
}
