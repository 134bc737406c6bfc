import { href } from "react-router";
import type { Route } from "./+types/payment";
import { actOnPayment } from "#app/commerce/act-on-payment.server.ts";
import { answerPayment, loadPayment } from "#app/commerce/load-payment.server.ts";
import { reportAcceptedTerms } from "#app/commerce/order-state.ts";
import { useLivePayment } from "#app/commerce/use-live-payment.ts";
import { PAYMENT_REDIRECT_MS } from "#app/constants.ts";
import { plainRupees } from "#app/forms/payment.ts";
import { PageHead } from "#app/ui/page-head.tsx";
import { PaymentClosed, PaymentNotLoaded, PaymentSuccess, PointsAdded } from "#app/ui/payment-end.tsx";
import { PaymentScreen } from "#app/ui/payment-screen.tsx";

export const handle = { hydrate: true, step: "Pay" };

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const view = await loadPayment(context, url, "payment");
  return answerPayment(context, request, view, PAYMENT_REDIRECT_MS);
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export async function action({ request, context, url }: Route.ActionArgs) {
  return actOnPayment(context, url, await request.formData(), "payment");
}

/** The 300 s from the order's creation (docs/product.md, 7.2). */
export default function Payment({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { brand } = matches[0].loaderData;
  const { view, secondsLeft } = useLivePayment(loaderData);
  return (
    <>
      <PageHead shop={matches[0].loaderData} title="Payment" />
      {view.state === "waiting" && (
        <PaymentScreen
          screen="payment"
          title={`Payment of ₹${plainRupees(view.amount)}`}
          payment={view}
          secondsLeft={secondsLeft}
          refusal={actionData}
          brand={brand}
          path={href("/payment")}
          onPay={reportAcceptedTerms}
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
      {view.state === "closed" && <PaymentClosed status={view.status} />}
      {view.state === "failed" && <PaymentNotLoaded message={view.message} choice={actionData?.choice} />}
    </>
  );
}
