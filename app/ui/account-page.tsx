import type { ReactNode } from "react";

type AccountPageProps = { title: string; lead?: string; aside?: ReactNode; children: ReactNode };

/** One form on a page: login, signup and the ways back in. `aside` stands beside it on wide screens only. */
export function AccountPage({ title, lead, aside, children }: AccountPageProps) {
  return (
    <div className="content account-page">
      <section className="account-form">
        <h1>{title}</h1>
        {lead && <p className="lead">{lead}</p>}
        {children}
      </section>
      {aside}
    </div>
  );
}
