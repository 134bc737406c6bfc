import Search from "lucide/dist/esm/icons/search.mjs";

import type { Brand } from "#app/tenant/brand.ts";
import { rich } from "#app/texts/rich.ts";
import { ElementSlot } from "#app/ui/element-slot.tsx";
import { Icon } from "#app/ui/icon.tsx";

import { t } from "../../../config/language/t.ts";
import { CategoryBar, type CategoryLink } from "./category-bar.tsx";
import { Logo } from "./logo.tsx";
import { OtherLanguages } from "./other-languages.tsx";
import { type Personal, PersonalPart } from "./personal-parts.tsx";
import { REDEMPTION_DIALOG } from "./redemption-guide.tsx";

export type HeaderProps = {
  brand: Brand;
  personal: Personal;
  categories: CategoryLink[];
  /** The active category's id, "" if the catalogue shows all; absent on other pages. */
  activeCategory?: string;
  /** The query, on the results page. */
  query?: string;
};

export function Header({ brand, personal, categories, activeCategory, query }: HeaderProps) {
  return (
    <header className="site-header">
      <nav className="top-links" aria-label={t("frame.topLinks")}>
        <ul className="content">
          <li>
            <a className="sr sr-link" href="/redeem-voucher">
              {rich("frame.redeemPoints")}
            </a>
          </li>
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
          <OtherLanguages languages={brand.languages} />
          <PersonalPart name="topLogout" personal={personal} />
        </ul>
      </nav>
      <div className="content masthead">
        <Logo brand={brand} />
        <SearchForm query={query} />
        <PersonalPart name="account" personal={personal} />
      </div>
      <CategoryBar categories={categories} active={activeCategory} />
    </header>
  );
}

/** A GET form to the results page; app/elements/search-box.ts adds suggestions. */
function SearchForm({ query }: { query?: string }) {
  return (
    <search-box data-failed={t("frame.searchFailed")} data-label={t("frame.suggestions")}>
      <form action="/search" role="search" className="search">
        <label className="sr" htmlFor="search">
          {rich("frame.search")}
        </label>{" "}
        <input
          id="search"
          name="q"
          type="search"
          placeholder={t("frame.searchPlaceholder")}
          defaultValue={query}
          autoComplete="off"
          maxLength={100}
        />{" "}
        <button type="submit">
          <Icon of={Search} className="icon-20" />
          <span className="sr">{rich("frame.searchButton")}</span>
        </button>
      </form>
      <ElementSlot className="suggestions" />
    </search-box>
  );
}

/** A link to the guide's page; with JavaScript it opens a dialog instead. */
export function HowToRedeem() {
  return (
    <dialog-link target={REDEMPTION_DIALOG}>
      <a href="/redemptionpage">{rich("frame.howToRedeem")}</a>
    </dialog-link>
  );
}
