import { href, redirectDocument } from "react-router";

import { commerceContext, sessionContext, siteContext } from "#app/request/context.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { safeRedirectTarget } from "#app/tenant/urls.ts";
import { marked, rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { CLOCK } from "#app/ui/illustration.tsx";

import type { Route } from "./+types/link-expired";
import { readOrderId } from "./load-payment.server.ts";

/** Redirects an order that was paid after all to its result. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const order = await findOrder(context, url);
  if (order?.status === "success") throw redirectDocument(`${href("/payment-success")}${url.search}`);
  return null;
}

/** Goes to the order's redirectUrl, else home. Our own return page does not count: it waits for a payment. */
export async function action({ context, url }: Route.ActionArgs) {
  const { tenant, origin } = context.get(siteContext);
  const order = await findOrder(context, url);
  context.get(sessionContext).setCheckout(null);
  const wanted = safeRedirectTarget(order?.redirectUrl ?? null, tenant, origin);
  const target = wanted && !isReturnUrl(wanted) ? wanted : href("/");
  // The CSP's form-action forbids redirects to other sites, so a page of ours links there.
  return target.startsWith("/") ? redirectDocument(target, 303) : { continueTo: target };
}

const isReturnUrl = (path: string) => path.split("?")[0] === href("/payment-success");

async function findOrder(context: Route.LoaderArgs["context"], url: URL) {
  const session = context.get(sessionContext);
  const orderId = readOrderId(url);
  const answer = orderId && session.isSignedIn ? await context.get(commerceContext).getOrder(orderId) : null;
  return answer?.ok ? answer.value : null;
}

export default function LinkExpired({ actionData }: Route.ComponentProps) {
  const shop = useShop();
  const { texts } = shop.brand;
  return (
    <div className="narrow">
      <PageHead shop={shop} title={texts.linkExpired} />
      {actionData && <meta httpEquiv="refresh" content={`0; url=${actionData.continueTo}`} />}
      <EmptyState drawing={CLOCK} title={texts.linkExpired} text={texts.sessionTimedOut} isPage>
        {actionData ? (
          <a href={actionData.continueTo}>{rich("checkout.continue")}</a>
        ) : (
          <form method="post" className="expired-form">
            <Button isWide>{marked(texts.goBackHome)}</Button>
          </form>
        )}
      </EmptyState>
    </div>
  );
}
