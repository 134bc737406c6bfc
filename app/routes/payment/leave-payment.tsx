import { href, redirectDocument } from "react-router";

import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { sessionContext } from "#app/request/context.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { rich } from "#app/texts/rich.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/leave-payment";
import { readOrderId, screenHref } from "./load-payment.server.ts";

export const handle = { step: "pay" } satisfies RouteHandle;

export function loader({ url }: Route.LoaderArgs) {
  const orderId = readOrderId(url);
  const screen = url.searchParams.get("screen") === "verify" ? "verify" : "payment";
  return { stayHref: orderId ? screenHref(screen, orderId) : href("/cart") };
}

/** Forgets the checkout. The next Proceed makes a new order, which releases the coins of the old one. */
export function action({ context }: Route.ActionArgs) {
  context.get(sessionContext).leaveCheckout();
  return redirectDocument(href("/cart"), 303);
}

export default function LeavePayment({ loaderData }: Route.ComponentProps) {
  const shop = useShop();
  return (
    <div className="narrow panel leave">
      <PageHead shop={shop} title={t("payment.backToCart")} />
      <h1>{rich("payment.backToCart")}</h1>
      <p className="lead">{rich("checkout.leaveQuestion")}</p>
      <div className="form-row">
        <form method="post">
          <Button look="danger">{rich("checkout.leave")}</Button>
        </form>
        <ButtonLink href={loaderData.stayHref} look="outline">
          {rich("checkout.stay")}
        </ButtonLink>
      </div>
    </div>
  );
}
