import House from "lucide/dist/esm/icons/house.mjs";
import MapPin from "lucide/dist/esm/icons/map-pin.mjs";
import Menu from "lucide/dist/esm/icons/menu.mjs";
import ShoppingCart from "lucide/dist/esm/icons/shopping-cart.mjs";
import UserRound from "lucide/dist/esm/icons/user-round.mjs";

import type { Brand } from "#app/tenant/brand.ts";
import { Icon } from "#app/ui/icon.tsx";

import { HowToRedeem } from "./header.tsx";
import { languageOf } from "./language.ts";
import { type Personal, PersonalPart } from "./personal-parts.tsx";
import { SocialLinks } from "./social-links.tsx";

type Links = [label: string, href: string][];

/** The section of the terms for partners and bulk buyers. */
const COMMERCIAL = "/terms-conditions#commercial-agreements";

const quickLinks = ({ contact, bulk }: Brand["features"]): Links => [
  ["Catalog", "/"],
  ["Load Coins", "/redeem-voucher"],
  ["Bulk Enquiry", contact && bulk ? "/contact-us?topic=bulk" : COMMERCIAL],
  ["Partner with us", COMMERCIAL],
];
const SUPPORT: Links = [
  ["Help Center", "/help-center"],
  ["My Account", "/edit-profile"],
  ["Ticket Support", "/contact-us"],
  ["Contact Us", "/contact-us"],
];
const LEGAL: Links = [
  ["Terms of Use", "/terms-conditions"],
  ["Privacy Policy", "/privacy"],
  ["Cookie Policy", "/cookies"],
  ["About Us", "/about-us"],
];

/** The footer (docs/product.md, 3.2): columns on wide screens, a bar with a menu on phones. */
export function Footer({ brand, personal }: { brand: Brand; personal: Personal }) {
  return (
    <footer className="site-footer">
      <div className="content footer-columns">
        <section>
          <p className="wordmark" lang={languageOf(brand.organizationName)}>
            {brand.organizationName}
          </p>
          <SocialLinks social={brand.social} organization={brand.organizationName} />
          {brand.address && (
            <>
              <h2>Head Office</h2>
              <address>
                <Icon of={MapPin} size={16} /> {brand.address}
              </address>
            </>
          )}
        </section>
        <LinkColumn title="Quick Links" links={quickLinks(brand.features)} />
        <LinkColumn title="Support" links={SUPPORT} />
      </div>
      <nav className="content legal" aria-label="Legal">
        <LinkList links={LEGAL} />
        <p>
          © {new Date().getFullYear()} {brand.legal.entity ?? brand.organizationName}
        </p>
      </nav>
      <BottomBar personal={personal} />
    </footer>
  );
}

function LinkColumn({ title, links }: { title: string; links: Links }) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <LinkList links={links} />
    </nav>
  );
}

function LinkList({ links }: { links: Links }) {
  return (
    <ul>
      {links.map(([label, href]) => (
        <li key={label}>
          <a href={href}>{label}</a>
        </li>
      ))}
    </ul>
  );
}

function BottomBar({ personal }: { personal: Personal }) {
  return (
    <nav className="bottom-bar" aria-label="Shop">
      <a href="/">
        <Icon of={House} /> Home
      </a>
      <a href="/cart">
        <Icon of={ShoppingCart} /> Cart <PersonalPart name="menuCount" personal={personal} />
      </a>
      <a href="/edit-profile">
        <Icon of={UserRound} /> Profile
      </a>
      <details className="menu">
        <summary>
          <Icon of={Menu} /> Menu
        </summary>
        <ul className="menu-sheet">
          <li>
            <a href="/help-center">Help Center</a>
          </li>
          <li>
            <a href="/order-history">Track Order</a>
          </li>
          <li>
            <HowToRedeem />
          </li>
          <li>
            <a href="/redeem-voucher">Redeem Points</a>
          </li>
          <PersonalPart name="menuLogout" personal={personal} />
        </ul>
      </details>
    </nav>
  );
}
