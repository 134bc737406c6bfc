import LogOut from "lucide/dist/esm/icons/log-out.mjs";
import Search from "lucide/dist/esm/icons/search.mjs";
import ShoppingCart from "lucide/dist/esm/icons/shopping-cart.mjs";
import UserRound from "lucide/dist/esm/icons/user-round.mjs";

import type { Brand } from "#app/tenant/brand.ts";
import { CoinMark } from "#app/ui/coin-mark.tsx";
import { ElementSlot } from "#app/ui/element-slot.tsx";
import { Icon } from "#app/ui/icon.tsx";

import { CartCount } from "./cart-count.tsx";
import { CategoryBar, type CategoryLink } from "./category-bar.tsx";
import { CoinBalance } from "./coin-balance.tsx";
import { Logo } from "./logo.tsx";
import { REDEMPTION_DIALOG } from "./redemption-guide.tsx";

/** The signed-in shopper; `coins` in hundredths, `cartCount` null while it is unknown. */
type Viewer = { username: string; email: string; coins: number; cartCount: number | null };

export type HeaderProps = {
  brand: Brand;
  viewer: Viewer | null;
  categories: CategoryLink[];
  /** The active category's id, "" where the catalogue shows all; absent on other pages. */
  activeCategory?: string;
  /** The query, on the results page. */
  query?: string;
};

export function Header({ brand, viewer, categories, activeCategory, query }: HeaderProps) {
  return (
    <header className="site-header">
      <nav className="top-links" aria-label="Help and account">
        <ul className="content">
          <li>
            <a className="sr sr-link" href="/redeem-voucher">
              Redeem Points
            </a>
          </li>
          <li>
            <a href="/help-center">Help Center</a>
          </li>
          <li>
            <a href="/order-history">Track Order</a>
          </li>
          <li>
            <HowToRedeem />
          </li>
          {viewer && (
            <li>
              <LogoutForm />
            </li>
          )}
        </ul>
      </nav>
      <div className="content masthead">
        <Logo brand={brand} />
        <SearchForm query={query} />
        <div className="account">
          {viewer && (
            <a className="points-link" href="/redeem-voucher">
              <CoinMark />
              <span>
                <CoinBalance coins={viewer.coins} /> <span className="points-label">Points</span>
              </span>
            </a>
          )}{" "}
          <a className="account-link" href={viewer ? "/cart" : "/login"}>
            <Icon of={ShoppingCart} className="icon-20" /> <span>CART</span>{" "}
            <CartCount id="cart-count" count={viewer?.cartCount ?? null} />
          </a>{" "}
          {viewer ? (
            <a className="account-link profile-link" href="/edit-profile">
              <Icon of={UserRound} className="icon-20" />
              <span>
                <b>
                  <bdi>{viewer.username}</bdi>
                </b>{" "}
                <small>{viewer.email}</small>
              </span>
            </a>
          ) : (
            <a className="button outline sign-in" href="/login">
              SIGN IN
            </a>
          )}
        </div>
      </div>
      <CategoryBar categories={categories} active={activeCategory} />
    </header>
  );
}

/** A GET form to the results page; app/elements/search-box.ts adds suggestions. */
function SearchForm({ query }: { query?: string }) {
  return (
    <search-box>
      <form action="/search" role="search" className="search">
        <label className="sr" htmlFor="search">
          Search for coupons
        </label>{" "}
        <input
          id="search"
          name="q"
          type="search"
          placeholder="Search for coupons..."
          defaultValue={query}
          autoComplete="off"
          maxLength={100}
        />{" "}
        <button type="submit">
          <Icon of={Search} className="icon-20" />
          <span className="sr">Search</span>
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
      <a href="/redemptionpage">How to Redeem?</a>
    </dialog-link>
  );
}

export function LogoutForm() {
  return (
    <form method="post" action="/logout">
      <button className="link-button">
        <Icon of={LogOut} size={16} /> Logout
      </button>
    </form>
  );
}
