import { data, href, redirect, redirectDocument } from "react-router";

import { createOrderNumber } from "#app/commerce/order-number.server.ts";
import { pageStatus } from "#app/commerce/result.ts";
import { commerceContext, siteContext } from "#app/context.ts";
import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { CART_EMPTY, CART_NOT_LOADED, messageFor } from "#app/messages.ts";
import { confirmDeviceHref } from "#app/routes/links.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { CART } from "#app/ui/illustration.tsx";
import { Toast } from "#app/ui/notice.tsx";

import type { Route } from "./+types/cart";
import { CartAlert } from "./cart-alert.tsx";
import { changeCart, describeCartItem } from "./cart-lines.server.ts";
import { CartView } from "./cart-view.tsx";
import { checkOut, describeShown, priceForShopper } from "./check-out.server.ts";
import { readCoinChoice, rememberCoinChoice } from "./coin-choice.server.ts";
import { ConfirmEmailNotice } from "./confirm-email-notice.tsx";

export const handle = { prefetch: true } satisfies RouteHandle;

/** The coin choice is remembered, and forgotten where the balance is too small. A link may make it with `?coins=`. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const cart = await context.get(commerceContext).getCart();
  if (!cart.ok) {
    const problem = messageFor("fetchCart", cart.error);
    return data({ items: null, problem }, pageStatus(cart.error));
  }
  const wantsCoins = readCoinChoice(context, url);
  const price = await priceForShopper(context, cart.value, wantsCoins);
  if (cart.value.length > 0) rememberCoinChoice(context, price.coinsUsed > 0);
  const { tenant } = context.get(siteContext);
  return {
    items: cart.value.map((item) => describeCartItem(item, tenant)),
    price,
    wantsCoins,
    checkoutFields: { shown: describeShown(context, cart.value, price), order_number: createOrderNumber(Date.now()) },
    problem: null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const wantsCoins = form.has("coins");
  rememberCoinChoice(context, wantsCoins);
  const { cart, problems, isChanged } = await changeCart(context.get(commerceContext), form);
  if (form.get("intent") !== "checkout" || (cart.ok && problems.length > 0))
    return problems.length > 0 ? data({ lines: problems, checkout: null }, 400) : redirect(href("/cart"), 303);

  const sent = { shown: String(form.get("shown")), orderNumber: form.get("order_number"), isEdited: isChanged };
  const placed = await checkOut(context, cart, { wantsCoins, ...sent });
  if (placed.outcome === "unconfirmed") return redirectDocument(confirmDeviceHref(href("/cart")), 303);
  if (placed.outcome !== "placed") {
    return data({ lines: problems, checkout: placed }, placed.outcome === "changed" ? 409 : 400);
  }
  const next = placed.isFree ? href("/payment-success") : href("/verify-details");
  return redirectDocument(`${next}?orderid=${encodeURIComponent(placed.orderId)}`, 303);
}

export default function Cart({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { items, problem } = loaderData;
  const shop = useShop();
  const { loaderData: page } = matches[1];
  const checkout = actionData?.checkout;
  const [line] = actionData?.lines ?? [];
  const refusal = checkout ?? (line && { alert: line.alert, detail: null });
  const alert = problem ? CART_NOT_LOADED : refusal?.alert;
  // A changed cart is read from the top; beside the button the reason can lie below a phone's screen.
  const isBeside = checkout?.outcome === "refused" && Boolean(items?.length);
  return (
    <page-region id="cart-page" class="content" also="cart-count cart-count-bar coin-balance" same-address>
      <PageHead shop={shop} title="Cart" />
      <h1>Cart</h1>
      {alert && <Toast text={alert} />}
      {page.viewer && !page.viewer.isEmailVerified && <ConfirmEmailNotice returnTo={href("/cart")} />}
      {problem && <CartAlert alert={CART_NOT_LOADED} detail={problem} />}
      {refusal && !isBeside && <CartAlert {...refusal} />}
      {items?.length === 0 && (
        <EmptyState drawing={CART} title={CART_EMPTY} action={{ href: href("/"), label: "Browse gift cards" }} />
      )}
      {items && items.length > 0 && (
        <CartView
          items={items}
          price={loaderData.price}
          wantsCoins={loaderData.wantsCoins}
          viewer={page.viewer}
          coinsProblem={page.coinsProblem}
          checkoutFields={loaderData.checkoutFields}
          brand={shop.brand}
          lineProblems={actionData?.lines}
          checkoutProblem={isBeside ? checkout : null}
        />
      )}
    </page-region>
  );
}
