import { data, href, redirect, redirectDocument } from "react-router";

import { inTime } from "#app/http/client-hints.server.ts";
import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { commerceContext } from "#app/request/context.ts";
import { confirmDeviceHref } from "#app/routes/links.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { rich } from "#app/texts/rich.ts";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { Late } from "#app/ui/late.tsx";
import { LoadingPart } from "#app/ui/loading.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/cart";
import { keepTypedName } from "./buyer-name.server.ts";
import { CartContent } from "./cart-content.tsx";
import { changeCart } from "./cart-lines.server.ts";
import { checkOut } from "./check-out.server.ts";
import { chooseCoins } from "./coin-amount.server.ts";
import { loadCart } from "./load-cart.server.ts";

export const handle = { prefetch: true } satisfies RouteHandle;

/** The list may be late. A link may choose to pay with coins by `?coins=`. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const { value, late } = await inTime(request, loadCart(context, url));
  return late ? { late: late.then(({ page }) => page) } : data(value.page, value.status);
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const name = String(form.get("buyer_name") ?? "").slice(0, 200);
  keepTypedName(context, name);
  const { cart, problems, isChanged } = await changeCart(context.get(commerceContext), form);
  const { wanted, coins } = await chooseCoins(context, form, cart.ok ? cart.value : []);
  const isRefused = problems.length > 0 || coins !== null;
  if (form.get("intent") !== "checkout" || (cart.ok && isRefused))
    return isRefused ? data({ lines: problems, coins, checkout: null, name }, 400) : redirect(href("/cart"), 303);

  const sent = { shown: String(form.get("shown")), orderNumber: form.get("order_number"), isEdited: isChanged, name };
  const placed = await checkOut(context, cart, { wanted, ...sent });
  if (placed.outcome === "unconfirmed") return redirectDocument(confirmDeviceHref(href("/cart")), 303);
  if (placed.outcome !== "placed") {
    return data({ lines: problems, coins: null, checkout: placed, name }, placed.outcome === "changed" ? 409 : 400);
  }
  const next = placed.isFree ? href("/payment-success") : href("/verify-details");
  return redirectDocument(`${next}?orderid=${encodeURIComponent(placed.orderId)}`, 303);
}

export default function Cart({ loaderData, actionData, matches }: Route.ComponentProps) {
  const shop = useShop();
  const { loaderData: page } = matches[1];
  return (
    <page-region id="cart-page" class="content" also="cart-count cart-count-bar coin-balance" same-address>
      <PageHead shop={shop} title={t("frame.cart")} />
      <h1>{rich("frame.cart")}</h1>
      <Late of={loaderData} fallback={<LoadingPart>{rich("cart.loading")}</LoadingPart>}>
        {(cart) => (
          <CartContent
            cart={cart}
            viewer={page.viewer}
            coinsProblem={page.coinsProblem}
            brand={shop.brand}
            refused={actionData}
          />
        )}
      </Late>
    </page-region>
  );
}
