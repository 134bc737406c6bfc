import type { ReactNode } from "react";
import { href, useLocation } from "react-router";

import { PageStart } from "#app/ui/frame/skip-link-and-progress.tsx";

import { type ConsoleBrand, type Me, permissionsOf } from "./member.ts";

type FrameProps = {
  me: Me;
  /** The brand of this page; null on pages about all. */ brand: string | null;
  children: ReactNode;
};

/** Every page of a signed-in member: the way between pages and brands, and the page itself. */
export function Frame({ me, brand, children }: FrameProps) {
  const current = me.brands.find(({ id }) => id === brand);
  return (
    <>
      <PageStart />
      <div className="console">
        <header className="console-head">
          <a className="console-name" href={href("/")}>
            Awning
          </a>
          <details className="console-menu">
            <summary>Menu</summary>
            <Menu me={me} brand={current} />
          </details>
          <nav className="console-side" aria-label="Console">
            <Menu me={me} brand={current} />
          </nav>
        </header>
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
    </>
  );
}

function Menu({ me, brand }: { me: Me; brand?: ConsoleBrand }) {
  return (
    <>
      <ul>
        <Entry to={href("/")} label="All brands" />
        {me.brands.map(({ id, name }) => (
          <Entry key={id} to={href("/brands/:brand", { brand: id })} label={name} isCurrent={id === brand?.id} />
        ))}
      </ul>
      {brand && (
        <>
          <h2>{brand.name}</h2>
          <ul>
            {pagesOf(brand.id)
              .filter(({ permission }) => permissionsOf(me, brand.id).includes(permission))
              .map(({ to, label }) => (
                <Entry key={to} to={to} label={label} />
              ))}
          </ul>
        </>
      )}
      {mayReadAudit(me) && (
        <>
          <h2>Everywhere</h2>
          <ul>
            {me.everywhere.includes("staff.read") && <Entry to={href("/staff")} label="Staff" />}
            <Entry to={href("/audit")} label="Audit" />
          </ul>
        </>
      )}
      <h2>{me.name}</h2>
      <ul>
        <Entry to={href("/account")} label="Your account" />
        <li>
          <form method="post" action={href("/sign-out")}>
            <button className="link-button">Sign out</button>
          </form>
        </li>
      </ul>
    </>
  );
}

const mayReadAudit = ({ everywhere, brands }: Me) =>
  [everywhere, ...brands.map(({ permissions }) => permissions)].some((held) => held.includes("audit.read"));

const pagesOf = (brand: string) => [
  { to: href("/brands/:brand", { brand }), label: "Today", permission: "today.read" },
  { to: href("/brands/:brand/orders", { brand }), label: "Orders", permission: "orders.read" },
  { to: href("/brands/:brand/shoppers", { brand }), label: "Shoppers", permission: "shoppers.read" },
  { to: href("/brands/:brand/money", { brand }), label: "Money", permission: "money.read" },
  { to: href("/brands/:brand/audit", { brand }), label: "Audit", permission: "audit.read" },
];

function Entry({ to, label, isCurrent }: { to: string; label: string; isCurrent?: boolean }) {
  const isHere = useLocation().pathname === to;
  return (
    <li>
      <a href={to} aria-current={isHere ? "page" : isCurrent ? "true" : undefined}>
        {label}
      </a>
    </li>
  );
}
