import { href } from "react-router";

import { PAYMENT_REDIRECT_MS } from "#app/base/constants.ts";
import { plainRupees } from "#app/forms/payment.ts";
import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { StaticIsland } from "#app/http/tricks/static-island.tsx";
import { reportAcceptedTerms } from "#app/routes/paid/order-state.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { rich } from "#app/texts/rich.ts";
import { PageHead } from "#app/ui/frame/page-head.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/payment";
import { answerPaymentPage, type PaymentView } from "./load-payment.server.ts";
import {
  endTitle,
  OrderLoading,
  PaymentClosed,
  PaymentNotLoaded,
  PaymentSuccess,
  PointsAdded,
} from "./payment-end.tsx";
import { PaymentScreen } from "./payment-screen.tsx";
import { runPaymentAction } from "./run-payment-action.server.ts";
import { useLivePayment } from "./use-live-payment.ts";

export const handle = { hydrate: true, step: "pay" } satisfies RouteHandle;

export const loader = (args: Route.LoaderArgs) => answerPaymentPage(args, "payment", PAYMENT_REDIRECT_MS);

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export async function action({ request, context, url }: Route.ActionArgs) {
  return runPaymentAction(context, url, await request.formData(), "payment");
}

/** The payment screen with 300 s, counted from the order's creation (docs/product.md, 7.2). */
export default function Payment({ loaderData, actionData }: Route.ComponentProps) {
  const shop = useShop();
  return (
    <OrderLoading page={loaderData} head={<PageHead shop={shop} title={t("payment.title")} />}>
      {(loaded) => <LoadedPayment loaded={loaded} actionData={actionData} />}
    </OrderLoading>
  );
}

type LoadedPaymentProps = Pick<Route.ComponentProps, "actionData"> & { loaded: PaymentView };

function LoadedPayment({ loaded, actionData }: LoadedPaymentProps) {
  const shop = useShop();
  const { brand } = shop;
  const { view, secondsLeft, onCheck } = useLivePayment(loaded);
  return (
    <>
      <PageHead shop={shop} title={endTitle(view, brand.texts.congrats) ?? t("payment.title")} />
      {view.state === "waiting" && (
        <PaymentScreen
          screen="payment"
          title={rich("payment.titleOf", { amount: plainRupees(view.amount) })}
          payment={view}
          secondsLeft={secondsLeft}
          onCheck={onCheck}
          refusal={actionData}
          brand={brand}
          path={href("/payment")}
          onPay={(orderId) => void reportAcceptedTerms(orderId)}
        />
      )}
      {view.state === "paid" && (
        <PaymentSuccess
          title={brand.texts.congrats}
          order={view}
          path={href("/payment")}
          redirectMs={PAYMENT_REDIRECT_MS}
        >
          <PointsAdded paid={view.paid} texts={brand.texts} />
        </PaymentSuccess>
      )}
      {view.state === "closed" && <PaymentClosed order={view} isNews={loaded.state === "waiting"} />}
      {view.state === "failed" && (
        <StaticIsland id="not-loaded">
          {import.meta.env.SSR && <PaymentNotLoaded {...view} choice={actionData?.choice} />}
        </StaticIsland>
      )}
    </>
  );
}
