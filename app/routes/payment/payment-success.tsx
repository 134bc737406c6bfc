import { data, href, redirectDocument } from "react-router";

import { STATUS_REFRESH_SECONDS } from "#app/base/constants.ts";
import { pageStatus } from "#app/commerce/result.ts";
import { refreshHeader } from "#app/http/client-hints.server.ts";
import { hasForeignParameters, paymentReturnHref } from "#app/http/payment-return-href.ts";
import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { commerceContext, siteContext } from "#app/request/context.ts";
import { isConfirmedByHand } from "#app/routes/orders/bought.ts";
import { redirectOrderNumber } from "#app/routes/orders/find-order-id.server.ts";
import { describeVouchers } from "#app/routes/paid/load-bought.server.ts";
import { describePaidOrder, findPast } from "#app/routes/paid/paid-order.server.ts";
import { requireSignIn } from "#app/routes/require-sign-in.server.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { messageFor } from "#app/texts/messages.ts";
import { rich } from "#app/texts/rich.ts";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { OrderWatch } from "#app/ui/self-update.tsx";
import { Steps } from "#app/ui/steps.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/payment-success";
import { keptNote } from "./kept-note.server.ts";
import { readOrderId, screenHref } from "./load-payment.server.ts";
import { describeResult, OrderResult } from "./order-result.tsx";
import { PaidResult } from "./paid-result.tsx";

/** A gateway may send the browser back by POST. */
export const handle = { acceptsOtherSites: true } satisfies RouteHandle;

/** Runs before the login page stores the address, and before anybody shares it. */
const dropForeignParameters: Route.MiddlewareFunction = ({ url }, next) =>
  hasForeignParameters(url) ? redirectDocument(paymentReturnHref(url)) : next();

export const middleware: Route.MiddlewareFunction[] = [dropForeignParameters, requireSignIn, redirectOrderNumber];

/** The payment page's return URL. Ignores the URL's payment status and reads the order from the backend. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const orderId = readOrderId(url);
  if (!orderId) throw redirectDocument(href("/order-history"));

  const answer = await context.get(commerceContext).getOrderStatus(orderId);
  if (!answer.ok) {
    const status = answer.error.kind === "status" && answer.error.status === 404 ? 404 : pageStatus(answer.error);
    return data(
      {
        orderId,
        order: null,
        problem: messageFor("orderStatus", answer.error),
        isOutage: status >= 500,
        payHref: null,
        againHref: null,
        paid: null,
        bought: null,
        receipt: null,
        receiptHref: null,
      },
      status,
    );
  }
  const { status, amount, coinsUsed, isBeingChecked, isOnItsWay, shortReference } = answer.value;
  const { tenant } = context.get(siteContext);
  const past = status === "success" ? findPast(context, orderId, answer.value) : undefined;
  const [receipt, paid] = past
    ? await Promise.all([
        context.get(commerceContext).getReceipt(orderId),
        describePaidOrder(context, orderId, answer.value, past),
      ])
    : [null, null];
  const againHref = `${href("/payment-success")}?${new URLSearchParams({ orderid: orderId })}`;
  const view = {
    orderId,
    order: {
      status,
      amount,
      coinsUsed,
      isBeingChecked,
      isOnItsWay,
      shortReference,
      isConfirmedByHand: isConfirmedByHand(answer.value, tenant),
      keptNote: keptNote(context, answer.value),
    },
    problem: null,
    isOutage: false,
    payHref: screenHref("payment", orderId),
    againHref,
    paid,
    bought: isBeingChecked ? null : describeVouchers(context, await past, url),
    receipt: receipt?.ok ? receipt.value : null,
    receiptHref: receipt?.ok ? `${href("/receipt")}?${new URLSearchParams({ orderid: orderId })}` : null,
  };
  return data(view, { headers: status === "pending" ? refreshHeader(request, STATUS_REFRESH_SECONDS, againHref) : {} });
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export default function PaymentSuccess({ loaderData }: Route.ComponentProps) {
  const shop = useShop();
  const { orderId, order, problem, bought, ...rest } = loaderData;
  const { paid, receipt, receiptHref } = rest;
  return (
    <div className="narrow">
      <PageHead shop={shop} title={order ? describeResult(order).title : t("checkout.yourOrder")} />
      {order?.status === "pending" && <OrderWatch orderId={orderId} />}
      {order?.status === "success" && <Steps current="vouchers" />}
      {order && paid && bought ? (
        <PaidResult
          title={describeResult(order).title}
          paid={paid}
          bought={bought}
          receipt={receipt}
          receiptHref={receiptHref}
          texts={shop.brand.texts}
        />
      ) : (
        <OrderResult orderId={orderId} order={order} problem={problem} {...rest} />
      )}
      {order?.status === "success" && shop.brand.features.wallet && (
        <p className="muted">{rich("wallet.inWallet", { link: (parts) => <a href="/wallet">{parts}</a> })}</p>
      )}
    </div>
  );
}
