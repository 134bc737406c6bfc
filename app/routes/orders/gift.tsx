import { data } from "react-router";

import { type CallError, pageStatus } from "#app/commerce/result.ts";
import { commerceContext, siteContext } from "#app/context.ts";
import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { messageFor } from "#app/messages.ts";
import { toPlainText } from "#app/routes/plain-text.server.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { safeImageUrl, safeLink } from "#app/tenant/urls.ts";
import { NotFound } from "#app/ui/frame/not-found.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { Alert } from "#app/ui/notice.tsx";

import type { Route } from "./+types/gift";
import { GiftView } from "./gift-view.tsx";
import { OrdersStylesheet } from "./orders-stylesheet.tsx";

export const handle = { isSecret: true } satisfies RouteHandle;

/** Anyone with the link may open it. Unknown and expired links show the 404 page. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { tenant } = context.get(siteContext);
  if (!tenant.features.gift) return data({ gift: null, problem: null }, 404);
  const answer = await context.get(commerceContext).viewGift(params.token);
  if (!answer.ok) return data({ gift: null, ...describe(answer.error) }, statusOf(answer.error));
  const { product } = answer.value;
  const imageUrl = safeImageUrl(product.imageUrl, tenant);
  const howToUse = toPlainText(product.howToUse);
  return { gift: { ...answer.value, product: { ...product, imageUrl, howToUse } }, problem: null };
}

/** Mail scanners open links, so only a POST shows the codes. */
export async function action({ params, context }: Route.ActionArgs) {
  const answer = await context.get(commerceContext).openGift(params.token);
  if (!answer.ok) return data({ vouchers: null, ...describe(answer.error) }, statusOf(answer.error));
  const vouchers = answer.value.map((voucher) => ({ ...voucher, claimUrl: safeLink(voucher.claimUrl) }));
  return { vouchers, problem: null };
}

const isMissing = (error: CallError) => error.kind === "status" && (error.status === 404 || error.status === 400);
const statusOf = (error: CallError) => (isMissing(error) ? 404 : pageStatus(error));
const describe = (error: CallError) => ({ problem: isMissing(error) ? null : messageFor("viewGift", error) });

export default function GiftPage({ loaderData, actionData }: Route.ComponentProps) {
  const shop = useShop();
  const { gift } = loaderData;
  const problem = loaderData.problem ?? actionData?.problem;
  return (
    <div className="narrow">
      <PageHead shop={shop} title={gift ? "A gift for you" : "Page not found"} />
      <OrdersStylesheet />
      {problem && <Alert>{problem}</Alert>}
      {gift && <GiftView gift={gift} vouchers={actionData?.vouchers ?? null} texts={shop.brand.texts} />}
      {!gift && !problem && <NotFound />}
    </div>
  );
}
