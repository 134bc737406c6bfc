import type { ReactNode } from "react";
import { Carousel } from "./carousel.tsx";

/** Login, signup and their like: the form at the left, the brand's promise at the right; phones see the form only. */
export function AccountPage({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  return (
    <div className="account-page">
      <div className="account-form">
        <h1>{title}</h1>
        {lead && <p className="muted">{lead}</p>}
        {children}
      </div>
      <Carousel />
    </div>
  );
}
