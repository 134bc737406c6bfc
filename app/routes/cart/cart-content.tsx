import { type ComponentProps } from "react";
import { href } from "react-router";

import { marked, rich } from "#app/texts/rich.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { CART } from "#app/ui/illustration.tsx";
import { NotLoaded, Toast } from "#app/ui/notice.tsx";

import { t } from "../../../config/language/t.ts";
import { CartAlert, linesOf } from "./cart-alert.tsx";
import { CartView } from "./cart-view.tsx";
import { ConfirmEmailNotice } from "./confirm-email-notice.tsx";
import type { LoadedCart } from "./load-cart.server.ts";

type CartViewProps = ComponentProps<typeof CartView>;

type LineProblem = NonNullable<CartViewProps["lineProblems"]>[number] & { alert: string };
type Refusal = NonNullable<CartViewProps["checkoutProblem"]> & { outcome: string; nameProblem?: string };

type CartContentProps = Pick<CartViewProps, "coinsProblem" | "brand"> & {
  cart: LoadedCart;
  viewer: (NonNullable<CartViewProps["viewer"]> & { isEmailVerified: boolean; verifiedPhone: string }) | null;
  /** The answer to a form that was refused. */
  refused?: { name: string; lines: LineProblem[]; coins: CartViewProps["coinProblem"]; checkout: Refusal | null };
};

/** The cart with its messages, or why there is none. */
export function CartContent({ cart, viewer, refused, ...view }: CartContentProps) {
  const { lines: lineProblems, coins: coinProblem, checkout: placed } = refused ?? {};
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
      <CartAlerts
        problem={cart.problem}
        lineProblems={lineProblems}
        coinProblem={coinProblem}
        checkout={checkout}
        isBeside={isBeside}
      />
      <CartItems
        {...view}
        cart={cart}
        viewer={viewer}
        lineProblems={lineProblems}
        coinProblem={coinProblem}
        checkoutProblem={isBeside ? checkout : null}
        sentName={refused?.name}
        nameProblem={checkout?.nameProblem}
      />
    </>
  );
}

type CartAlertsProps = Pick<CartViewProps, "coinProblem"> & {
  lineProblems: LineProblem[] | undefined;
  checkout: Refusal | null | undefined;
  problem: string | null;
  /** The refusal stands beside the button. */
  isBeside: boolean;
};

function CartAlerts({ problem, lineProblems, coinProblem, checkout, isBeside }: CartAlertsProps) {
  const alert = lineProblems?.[0]?.alert ?? (coinProblem ? t("cart.coinsNotChanged") : undefined);
  const refusal = checkout ?? (alert === undefined ? null : { alert, detail: null });
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

type CartItemsProps = Pick<CartContentProps, "cart" | "viewer" | "coinsProblem" | "brand"> &
  Pick<CartViewProps, "lineProblems" | "coinProblem" | "checkoutProblem"> & { sentName?: string; nameProblem?: string };

function CartItems({ cart, sentName, nameProblem, ...view }: CartItemsProps) {
  if (!cart.items) return null;
  if (cart.items.length === 0)
    return (
      <EmptyState
        drawing={CART}
        title={rich("messages.cartEmpty")}
        action={{ href: href("/"), label: rich("cart.browse") }}
      />
    );
  const { problem, asksName, typedName, ...loaded } = cart;
  const buyerName = asksName ? { typed: sentName ?? typedName, error: nameProblem } : null;
  return <CartView {...view} {...loaded} buyerName={buyerName} />;
}
