import { data, href, redirectDocument } from "react-router";

import { PAGE_LINK, STATUS_REFRESH_SECONDS } from "#app/base/constants.ts";
import { pollPauseMs } from "#app/base/poll-pause.ts";
import { linkMissing, PAYMENT_CHOICES, payWith, plainRupees } from "#app/forms/payment.ts";
import { refreshHeader } from "#app/http/client-hints.server.ts";
import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { marked, rich } from "#app/texts/rich.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { Alert } from "#app/ui/notice.tsx";
import { OrderWatch, SelfUpdate } from "#app/ui/self-update.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/pay";
import { formatDuration } from "./countdown.tsx";
import { loadPayment, screenHref } from "./load-payment.server.ts";
import { PaymentNotLoaded } from "./payment-end.tsx";
import { ScanToPay } from "./scan-to-pay.tsx";

export const handle = { step: "pay" } satisfies RouteHandle;

/** The page after Pay without JavaScript: the payment link and the order's state. `?orderid=&method=&screen=`. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const screen = url.searchParams.get("screen") === "verify" ? "verify" : "payment";
  const view = await loadPayment(context, url, screen);
  if (view.state === "failed") return data(view, view.status);
  // The screen shows orders that are no longer waiting.
  if (view.state !== "waiting") throw redirectDocument(screenHref(screen, view.orderId));

  const asked = PAYMENT_CHOICES.find((known) => known === url.searchParams.get("method"));
  const method = asked ?? (view.links.other ? "other" : "hosted");
  const againHref = `${href("/pay")}?${new URLSearchParams({ orderid: view.orderId, method, screen })}`;
  const answer = {
    ...view,
    method,
    link: view.links[method] ?? null,
    isOnlyWay: Object.keys(view.links).length === 1,
    unavailable: linkMissing(screen, method),
    screenHref: screenHref(screen, view.orderId),
    leaveHref: `${href("/leave-payment")}?${new URLSearchParams({ orderid: view.orderId, screen })}`,
    againHref,
  };
  const pause = pollPauseMs((view.windowSeconds - view.secondsLeft) * 1000) / 1000;
  return data(answer, { headers: refreshHeader(request, Math.max(STATUS_REFRESH_SECONDS, pause), againHref) });
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export default function Pay({ loaderData: pay }: Route.ComponentProps) {
  const shop = useShop();
  const { brand } = shop;
  const head = <PageHead shop={shop} title={t("checkout.pay")} />;
  if (pay.state === "failed") {
    return (
      <>
        {head}
        <PaymentNotLoaded {...pay} />
      </>
    );
  }
  const isHosted = pay.method === "hosted";
  const isPage = pay.link !== null && PAGE_LINK.test(pay.link);
  // PhonePe may refuse a payment on a page that was opened without a referrer, or in a new tab.
  const tab = isHosted ? {} : { target: isPage ? "_blank" : undefined, rel: "noreferrer" };
  return (
    <div className="checkout two-columns">
      {head}
      <div className="stack">
        <h1>
          {pay.method === "hosted"
            ? rich("checkout.payOf", { amount: plainRupees(pay.amount) })
            : marked(payWith(pay.amount, pay.method))}
        </h1>
        {pay.amountNote && <Alert>{pay.amountNote}</Alert>}
        {pay.handNote && <Alert tone="info">{pay.handNote}</Alert>}
        {isHosted && <p>{marked(pay.hostedNote)}</p>}
        {pay.link ? (
          <p>
            <ButtonLink isWide href={pay.link} {...tab}>
              {isHosted ? rich("payment.continue") : rich("checkout.open", { method: pay.method })}
            </ButtonLink>
          </p>
        ) : (
          <Alert>{pay.unavailable}</Alert>
        )}
        <Alert tone="info">
          {rich("checkout.waiting", { time: formatDuration(pay.secondsLeft) })} <SelfUpdate />
        </Alert>
        <OrderWatch orderId={pay.orderId} />
        <p className="form-row">
          <a href={pay.againHref}>{rich("checkout.checkAgain")}</a>{" "}
          <a href={pay.screenHref}>{pay.isOnlyWay ? rich("checkout.backToOrder") : rich("checkout.anotherWay")}</a>{" "}
          <a href={pay.leaveHref}>{rich("payment.backToCart")}</a>
        </p>
      </div>
      <ScanToPay payment={pay} payee={brand.organizationName} />
    </div>
  );
}
