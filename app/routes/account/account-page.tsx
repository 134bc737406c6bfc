import type { ReactNode } from "react";

import type { Brand } from "#app/tenant/brand.ts";
import { marked } from "#app/texts/rich.ts";

import { Carousel } from "./carousel.tsx";

type AccountPageProps = { brand: Brand; title: ReactNode; lead?: ReactNode; children: ReactNode };

/** Layout of the login and sign-up pages. Phones show the form only, without the panel beside it. */
export function AccountPage({ brand, title, lead, children }: AccountPageProps) {
  return (
    <div className="account-page">
      <div className="account-form">
        <h1>{title}</h1>
        {lead && <p className="muted">{marked(lead)}</p>}
        {children}
      </div>
      <Carousel brand={brand} />
    </div>
  );
}
