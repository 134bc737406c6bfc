import ShoppingCart from "lucide/dist/esm/icons/shopping-cart.mjs";
import UserRound from "lucide/dist/esm/icons/user-round.mjs";
import { type ComponentType, createContext, use } from "react";

import type { CoinsExpiring, ShopperName } from "#app/commerce/types.ts";
import { rich } from "#app/texts/rich.ts";
import { CoinMark } from "#app/ui/coin-mark.tsx";
import { coinsEndingText } from "#app/ui/coins-ending.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { type Notice, Notices } from "#app/ui/notice.tsx";

import { CartCount } from "./cart-count.tsx";
import { CoinBalance } from "./coin-balance.tsx";
import { LogoutForm } from "./logout-form.tsx";
import { OwnCoins } from "./own-coins.tsx";

/** The signed-in shopper; `coins` in hundredths, `cartCount` null if it is unknown, a promise while it is late. */
type Viewer = {
  username: string;
  email: string;
  coins: number;
  coinsEnding?: CoinsExpiring | null;
  cartCount: number | null | Promise<number | null>;
};

/**
 * The visitor's details for a store page. `unread`: they are signed in, but the backend does not answer. `path`: the
 * page, to return to after the login.
 */
export type Personal = { viewer: Viewer | null; unread?: ShopperName | null; notices: Notice[]; path?: string };

/**
 * The parts of a store page that depend on the visitor. Each starts and ends with an element and reads props only,
 * because cached pages contain placeholders for them (app/http/page-shell.server.tsx).
 */
export const PERSONAL_PARTS = {
  account: Account,
  notices: ({ notices }) => <Notices notices={notices} />,
  topLogout: Logout,
  menuLogout: Logout,
  menuCount: ({ viewer }) => <CartCount id="cart-count-bar" count={viewer?.cartCount ?? null} />,
  ownCoins: OwnCoins,
} satisfies Record<string, ComponentType<Personal>>;

export type PartName = keyof typeof PERSONAL_PARTS;

/** The secret of the shell that is being rendered, or null for a page with its visitor's own parts. */
export const ShellContext = createContext<string | null>(null);

/** A personal part, or in a shell its placeholder. */
export function PersonalPart({ name, personal }: { name: PartName; personal: Personal }) {
  const secret = use(ShellContext);
  if (secret !== null) return <template id={`${secret}-${name}`} />;
  const Part: ComponentType<Personal> = PERSONAL_PARTS[name];
  return <Part {...personal} />;
}

function Account({ viewer, unread }: Personal) {
  const shopper = viewer ?? unread;
  return (
    <div className="account">
      {viewer && (
        <a
          className="points-link"
          href="/redeem-voucher"
          title={viewer.coinsEnding ? coinsEndingText(viewer.coinsEnding) : undefined}
        >
          <CoinMark />
          <span>
            <CoinBalance coins={viewer.coins} /> <span className="points-label">{rich("frame.points")}</span>
          </span>
        </a>
      )}{" "}
      <a className="account-link" href={shopper ? "/cart" : "/login"}>
        <Icon of={ShoppingCart} className="icon-20" /> <span>{rich("frame.cartLink")}</span>{" "}
        <CartCount id="cart-count" count={viewer?.cartCount ?? null} />
      </a>{" "}
      {shopper ? (
        <a className="account-link profile-link" href="/edit-profile">
          <Icon of={UserRound} className="icon-20" />
          <span>
            <b>
              <bdi>{shopper.username || rich("frame.yourAccount")}</bdi>
            </b>{" "}
            {shopper.email && <small>{shopper.email}</small>}
          </span>
        </a>
      ) : (
        <a className="button outline sign-in" href="/login">
          {rich("frame.signIn")}
        </a>
      )}
    </div>
  );
}

function Logout({ viewer, unread }: Personal) {
  if (!viewer && !unread) return null;
  return (
    <li>
      <LogoutForm />
    </li>
  );
}
