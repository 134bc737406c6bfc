import { redirectDocument } from "react-router";

import { hasForeignParameters, paymentReturnHref } from "#app/http/payment-return-href.ts";
import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { redirectOrderNumber } from "#app/routes/orders/find-order-id.server.ts";
import { requireSignIn } from "#app/routes/require-sign-in.server.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { rich } from "#app/texts/rich.ts";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { OrderWatch } from "#app/ui/self-update.tsx";
import { Steps } from "#app/ui/steps.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/payment-success";
import { loadResult } from "./load-result.server.ts";
import { describeResult, OrderResult } from "./order-result.tsx";
import { PaidResult } from "./paid-result.tsx";

/** A gateway may send the browser back by POST. */
export const handle = { acceptsOtherSites: true } satisfies RouteHandle;

/** Runs before the login page stores the address, and before anybody shares it. */
const dropForeignParameters: Route.MiddlewareFunction = ({ url }, next) =>
  hasForeignParameters(url) ? redirectDocument(paymentReturnHref(url)) : next();

export const middleware: Route.MiddlewareFunction[] = [dropForeignParameters, requireSignIn, redirectOrderNumber];

/** Ignores the URL's payment status and reads the order from the backend. */
export const loader = (args: Route.LoaderArgs) => loadResult(args);

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
          reference={order.shortReference}
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
        <p className="muted">{rich("checkout.inWallet", { link: (parts) => <a href="/wallet">{parts}</a> })}</p>
      )}
    </div>
  );
}
