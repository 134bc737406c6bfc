import { href, useLocation } from "react-router";

import type { ConsoleBrand, Me } from "../base/member.ts";

/** Links to brands and pages. The letters are typed after `g` (elements/console/command-palette.ts). */
export function Menu({ me, brand }: { me: Me; brand?: ConsoleBrand }) {
  return (
    <>
      <ul>
        <Entry to={href("/")} label="All brands" letter="b" />
        {me.brands.map(({ id, name }) => (
          <Entry key={id} to={href("/brands/:brand", { brand: id })} label={name} isCurrent={id === brand?.id} />
        ))}
        {me.everywhere.includes("brand.create") && <Entry to={href("/new-brand")} label="New brand" />}
      </ul>
      {brand && (
        <>
          <h2>{brand.name}</h2>
          <ul>
            {pagesOf(brand.id)
              .filter(({ permission }) => brand.permissions.includes(permission))
              .map(({ permission: _, ...entry }) => (
                <Entry key={entry.to} {...entry} />
              ))}
          </ul>
        </>
      )}
      {mayReadAudit(me) && (
        <>
          <h2>Everywhere</h2>
          <ul>
            {mayReadStaff(me) && <Entry to={href("/staff")} label="Staff" />}
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

const maySomewhere =
  (permission: string) =>
  ({ everywhere, brands }: Me) =>
    [everywhere, ...brands.map(({ permissions }) => permissions)].some((held) => held.includes(permission));
const mayReadAudit = maySomewhere("audit.read");
const mayReadStaff = maySomewhere("staff.read");

const pagesOf = (brand: string) => [
  { to: href("/brands/:brand", { brand }), label: "Today", letter: "t", permission: "today.read" },
  { to: href("/brands/:brand/search", { brand }), label: "Search", letter: "f", permission: "orders.read" },
  { to: href("/brands/:brand/orders", { brand }), label: "Orders", letter: "o", permission: "orders.read" },
  { to: href("/brands/:brand/shoppers", { brand }), label: "Shoppers", letter: "s", permission: "shoppers.read" },
  { to: href("/brands/:brand/coupons", { brand }), label: "Coupons", letter: "u", permission: "shoppers.read" },
  { to: href("/brands/:brand/products", { brand }), label: "Catalogue", letter: "c", permission: "catalogue.read" },
  { to: href("/brands/:brand/stock", { brand }), label: "Stock", letter: "k", permission: "catalogue.read" },
  { to: href("/brands/:brand/money", { brand }), label: "Money", letter: "m", permission: "money.read" },
  { to: href("/brands/:brand/brand", { brand }), label: "Brand", letter: "r", permission: "brand.read" },
  { to: href("/brands/:brand/jobs", { brand }), label: "Jobs", letter: "j", permission: "jobs.read" },
  {
    to: href("/brands/:brand/integrations", { brand }),
    label: "Integrations",
    letter: "i",
    permission: "integrations.read",
  },
  { to: href("/brands/:brand/audit", { brand }), label: "Audit", letter: "a", permission: "audit.read" },
];

type EntryProps = { to: string; label: string; letter?: string; isCurrent?: boolean };

function Entry({ to, label, letter, isCurrent }: EntryProps) {
  const isHere = useLocation().pathname === to;
  return (
    <li>
      <a href={to} data-letter={letter} aria-current={isHere ? "page" : isCurrent ? "true" : undefined}>
        {label}
      </a>
    </li>
  );
}
