import { href } from "react-router";

import type { ConsoleBrand } from "../base/member.ts";
import { morePages } from "./more-pages.ts";

/**
 * Opens any page by typing, if scripts run. Its list is the menu's links; typed words add more pages and the searches
 * of the current brand.
 */
export function Palette({ brand }: { brand?: ConsoleBrand }) {
  return (
    <command-palette>
      <button type="button" className="palette-open">
        Go to… <kbd>Ctrl K</kbd>
      </button>
      <dialog className="palette" aria-label="Go to">
        <input type="search" aria-label="Page, order or shopper" placeholder="Page, order or shopper" />
        <ul className="palette-pages" />
        <ul className="palette-more">
          {brand &&
            morePages(brand).map(({ to, label }) => (
              <li key={to}>
                <a href={to}>{label}</a>
              </li>
            ))}
        </ul>
        {brand && (
          <ul className="palette-searches">
            {SEARCHES.filter(({ permission }) => brand.permissions.includes(permission)).map(({ path, label }) => (
              <li key={path}>
                <a href={href(path, { brand: brand.id })}>{label}</a>
              </li>
            ))}
          </ul>
        )}
        <p role="status" className="palette-none" />
        <label>
          <input type="checkbox" name="letters" /> Keys without Ctrl: <kbd>/</kbd> search, <kbd>g</kbd> and a page's
          letter, <kbd>?</kbd> this list
        </label>
      </dialog>
    </command-palette>
  );
}

const SEARCHES = [
  { path: "/brands/:brand/search", label: "Search orders and shoppers", permission: "orders.read" },
  { path: "/brands/:brand/products", label: "Search products", permission: "catalogue.read" },
] as const;
