import House from "lucide/dist/esm/icons/house.mjs";
import MapPin from "lucide/dist/esm/icons/map-pin.mjs";
import Menu from "lucide/dist/esm/icons/menu.mjs";
import ShoppingCart from "lucide/dist/esm/icons/shopping-cart.mjs";
import UserRound from "lucide/dist/esm/icons/user-round.mjs";
import type { ReactNode } from "react";

import type { Brand } from "#app/tenant/brand.ts";
import { marked, rich } from "#app/texts/rich.ts";
import { Icon } from "#app/ui/icon.tsx";

import { t } from "../../../config/language/t.ts";
import { HowToRedeem } from "./header.tsx";
import { languageOf } from "./language.ts";
import { OtherLanguages } from "./other-languages.tsx";
import { type Personal, PersonalPart } from "./personal-parts.tsx";
import { SocialLinks } from "./social-links.tsx";

type Links = [label: string, href: string][];

/** The section of the terms for partners and bulk buyers. */
const COMMERCIAL = "/terms-conditions#commercial-agreements";

const quickLinks = ({ contact, bulk }: Brand["features"]): Links => [
  [t("frame.catalog"), "/"],
  [t("frame.loadCoins"), "/redeem-voucher"],
  [t("frame.bulkEnquiry"), contact && bulk ? "/contact-us?topic=bulk" : COMMERCIAL],
  [t("frame.partner"), COMMERCIAL],
];
const supportLinks = (): Links => [
  [t("frame.helpCenter"), "/help-center"],
  [t("frame.myAccount"), "/edit-profile"],
  [t("frame.ticketSupport"), "/contact-us"],
  [t("frame.contactUs"), "/contact-us"],
];
const legalLinks = (): Links => [
  [t("frame.terms"), "/terms-conditions"],
  [t("frame.privacy"), "/privacy"],
  [t("frame.cookies"), "/cookies"],
  [t("frame.aboutUs"), "/about-us"],
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
              <h2>{rich("frame.headOffice")}</h2>
              <address>
                <Icon of={MapPin} size={16} /> {brand.address}
              </address>
            </>
          )}
        </section>
        <LinkColumn title={t("frame.quickLinks")} links={quickLinks(brand.features)} />
        <LinkColumn title={t("frame.support")} links={supportLinks()} />
      </div>
      <nav className="content legal" aria-label={t("frame.legal")}>
        <LinkList links={legalLinks()}>
          <OtherLanguages languages={brand.languages} />
        </LinkList>
        <p>
          © {new Date().getFullYear()} {brand.legal.entity ?? brand.organizationName}
        </p>
      </nav>
      <BottomBar personal={personal} brand={brand} />
    </footer>
  );
}

function LinkColumn({ title, links }: { title: string; links: Links }) {
  return (
    <nav aria-label={title}>
      <h2>{marked(title)}</h2>
      <LinkList links={links} />
    </nav>
  );
}

function LinkList({ links, children }: { links: Links; children?: ReactNode }) {
  return (
    <ul>
      {links.map(([label, href]) => (
        <li key={label}>
          <a href={href}>{marked(label)}</a>
        </li>
      ))}
      {children}
    </ul>
  );
}

function BottomBar({ personal, brand }: { personal: Personal; brand: Brand }) {
  return (
    <nav className="bottom-bar" aria-label={t("frame.shopMenu")}>
      <a href="/">
        <Icon of={House} /> {rich("frame.home")}
      </a>
      <a href="/cart">
        <Icon of={ShoppingCart} /> {rich("frame.cart")} <PersonalPart name="menuCount" personal={personal} />
      </a>
      <a href="/edit-profile">
        <Icon of={UserRound} /> {rich("frame.profile")}
      </a>
      <details className="menu">
        <summary>
          <Icon of={Menu} /> {rich("frame.menu")}
        </summary>
        <ul className="menu-sheet">
          <li>
            <a href="/help-center">{rich("frame.helpCenter")}</a>
          </li>
          <li>
            <a href="/order-history">{rich("frame.trackOrder")}</a>
          </li>
          {brand.features.wallet && (
            <li>
              <a href="/wallet">{rich("frame.wallet")}</a>
            </li>
          )}
          <li>
            <HowToRedeem />
          </li>
          <li>
            <a href="/redeem-voucher">{rich("frame.redeemPoints")}</a>
          </li>
          <OtherLanguages languages={brand.languages} />
          <PersonalPart name="menuLogout" personal={personal} />
        </ul>
      </details>
    </nav>
  );
}
