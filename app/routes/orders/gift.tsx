import { data } from "react-router";

import { type CallError, pageStatus } from "#app/commerce/result.ts";
import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { commerceContext, siteContext } from "#app/request/context.ts";
import { toPlainText } from "#app/routes/plain-text.server.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { safeImageUrl, safeLink } from "#app/tenant/urls.ts";
import { messageFor } from "#app/texts/messages.ts";
import { rich } from "#app/texts/rich.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { LOST, TICKET } from "#app/ui/illustration.tsx";
import { Alert } from "#app/ui/notice.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/gift";
import { readGiftToken } from "./gift-token.ts";
import { GiftView, OpenedCodes } from "./gift-view.tsx";
import { OrdersStylesheet } from "./orders-stylesheet.tsx";

export const handle = { isSecret: true } satisfies RouteHandle;

/** Anyone with the link may open it. A link that opens no gift answers 404. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { tenant } = context.get(siteContext);
  if (!tenant.features.gift) throw data(null, 404);
  const token = params.token ?? readGiftToken(url.searchParams);
  if (token === undefined) return data({ gift: null, problem: null, isOutage: false }, 404);
  const answer = await context.get(commerceContext).viewGift(token);
  if (!answer.ok) return data({ gift: null, ...describe(answer.error) }, statusOf(answer.error));
  const { product } = answer.value;
  const imageUrl = safeImageUrl(product.imageUrl, tenant);
  const howToUse = toPlainText(product.howToUse);
  return { gift: { ...answer.value, product: { ...product, imageUrl, howToUse } }, problem: null, isOutage: false };
}

/** Mail scanners open links, so only a POST shows the codes. */
export async function action({ params, url, context }: Route.ActionArgs) {
  const token = params.token ?? readGiftToken(url.searchParams);
  if (token === undefined) return data({ vouchers: null, problem: null, isOutage: false }, 404);
  const answer = await context.get(commerceContext).openGift(token);
  if (!answer.ok) return data({ vouchers: null, ...describe(answer.error) }, statusOf(answer.error));
  const vouchers = answer.value.map((voucher) => ({ ...voucher, claimUrl: safeLink(voucher.claimUrl) }));
  // Sets the status explicitly, because the loader runs next and may fail.
  return data({ vouchers, problem: null }, 200);
}

const isMissing = (error: CallError) => error.kind === "status" && (error.status === 404 || error.status === 400);
const statusOf = (error: CallError) => (isMissing(error) ? 404 : pageStatus(error));
const describe = (error: CallError) => ({
  problem: isMissing(error) ? null : messageFor("viewGift", error),
  isOutage: pageStatus(error) >= 500,
});

/** In place of a gift. `problem`: the gift may exist, but cannot be read now. */
function NoGift({ problem, isOutage }: { problem: string | null; isOutage: boolean }) {
  if (!problem) {
    const action = { href: "/contact-us", label: t("frame.contactUs") };
    const words = { title: t("orders.giftLinkDead"), text: t("orders.giftLinkDeadText") };
    return <EmptyState drawing={LOST} {...words} action={action} isPage />;
  }
  return (
    <EmptyState drawing={TICKET} title={rich("orders.giftUnread")} text={problem} isPage isNotLoaded>
      {isOutage && <p>{rich("orders.giftUnreadText")}</p>}
      <ButtonLink href="">{rich("ui.tryAgain")}</ButtonLink>
    </EmptyState>
  );
}

export default function GiftPage({ loaderData, actionData }: Route.ComponentProps) {
  const shop = useShop();
  const { gift } = loaderData;
  const { texts } = shop.brand;
  const vouchers = actionData?.vouchers ?? null;
  const lost = loaderData.problem ? "orders.giftUnread" : "orders.giftLinkDead";
  return (
    <div className="narrow">
      <PageHead shop={shop} title={t(gift || vouchers ? "orders.giftTitle" : lost)} />
      <OrdersStylesheet />
      {gift && actionData?.problem && <Alert>{actionData.problem}</Alert>}
      {gift && <GiftView gift={gift} vouchers={vouchers} texts={texts} />}
      {!gift && vouchers && <OpenedCodes vouchers={vouchers} texts={texts} />}
      {!gift && !vouchers && <NoGift problem={loaderData.problem} isOutage={loaderData.isOutage} />}
    </div>
  );
}
