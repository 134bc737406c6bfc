import { type ComponentProps } from "react";
import { href } from "react-router";

import { marked, rich } from "#app/texts/rich.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { CART } from "#app/ui/illustration.tsx";
import { NotLoaded, Toast } from "#app/ui/notice.tsx";

import { CartAlert, linesOf } from "./cart-alert.tsx";
import { CartView } from "./cart-view.tsx";
import { ConfirmEmailNotice } from "./confirm-email-notice.tsx";
import type { LoadedCart } from "./load-cart.server.ts";

type CartViewProps = ComponentProps<typeof CartView>;

type CartContentProps = Pick<CartViewProps, "coinsProblem" | "brand"> & {
  cart: LoadedCart;
  viewer: (NonNullable<CartViewProps["viewer"]> & { isEmailVerified: boolean; verifiedPhone: string }) | null;
  lineProblems?: (NonNullable<CartViewProps["lineProblems"]>[number] & { alert: string })[];
  checkout?: (NonNullable<CartViewProps["checkoutProblem"]> & { outcome: string }) | null;
};

/** The cart with its messages, or why there is none. */
export function CartContent({ cart, viewer, lineProblems, checkout: placed, ...view }: CartContentProps) {
  // A confirmed phone is enough to buy.
  const isUnconfirmed = viewer?.isEmailVerified === false && viewer.verifiedPhone === "";
  const isRefused = isUnconfirmed && placed?.outcome === "refused";
  // The notice about the e-mail address then gives the reason.
  const checkout = isRefused ? null : placed;
  // Only a refusal stands beside the button. A changed cart is read from the top, and the button can lie below a phone's screen.
  const isBeside = checkout?.outcome === "refused" && Boolean(cart.items?.length);
  return (
    <>
      {isUnconfirmed && <ConfirmEmailNotice returnTo={href("/cart")} isRefused={isRefused} />}
      <CartAlerts problem={cart.problem} lineProblems={lineProblems} checkout={checkout} isBeside={isBeside} />
      <CartItems
        {...view}
        cart={cart}
        viewer={viewer}
        lineProblems={lineProblems}
        checkoutProblem={isBeside ? checkout : null}
      />
    </>
  );
}

type CartAlertsProps = Pick<CartContentProps, "lineProblems" | "checkout"> & {
  problem: string | null;
  /** The refusal stands beside the button. */
  isBeside: boolean;
};

function CartAlerts({ problem, lineProblems, checkout, isBeside }: CartAlertsProps) {
  const [line] = lineProblems ?? [];
  const refusal = checkout ?? (line ? { alert: line.alert, detail: null } : null);
  // A change or an order that failed with the cart has the same cause, so there is one reason.
  if (problem !== null) return <CartNotLoaded reason={refusal ? linesOf(refusal)[0] : problem} />;
  return (
    <>
      {refusal && <Toast text={refusal.alert} />}
      {refusal && !isBeside && <CartAlert {...refusal} />}
    </>
  );
}

const CartNotLoaded = ({ reason }: { reason: string }) => (
  <>
    <Toast text={reason} />
    <NotLoaded>
      <p>{marked(reason)}</p>
    </NotLoaded>
  </>
);

type CartItemsProps = Pick<CartContentProps, "cart" | "viewer" | "lineProblems" | "coinsProblem" | "brand"> &
  Pick<CartViewProps, "checkoutProblem">;

function CartItems({ cart, ...view }: CartItemsProps) {
  if (!cart.items) return null;
  if (cart.items.length === 0)
    return (
      <EmptyState
        drawing={CART}
        title={rich("messages.cartEmpty")}
        action={{ href: href("/"), label: rich("cart.browse") }}
      />
    );
  const { items, price, wantsCoins, checkoutFields } = cart;
  return <CartView {...view} items={items} price={price} wantsCoins={wantsCoins} checkoutFields={checkoutFields} />;
}
