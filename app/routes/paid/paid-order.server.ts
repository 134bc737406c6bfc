import type { RouterContextProvider } from "react-router";

import type { Order, PastItem, PastOrder } from "#app/commerce/types.ts";
import type { PaymentScreenName } from "#app/forms/payment.ts";
import { backendContext, commerceContext, sessionContext, siteContext } from "#app/request/context.ts";
import { describeBought, describeCoins, describeDelivery, describeWait } from "#app/routes/orders/bought.ts";
import { orderHref, readHistoryView } from "#app/routes/orders/history.ts";
import { maskCode } from "#app/routes/orders/mask-code.ts";
import { safeImageUrl, safeLink, safeRedirectTarget } from "#app/tenant/urls.ts";

import type { Tenant } from "../../../config/brand/schema.ts";
import { brandTexts } from "../../../config/brand/texts.ts";
import { currentLanguage } from "../../../config/language/current.ts";
import { t } from "../../../config/language/t.ts";
import type { PaidOrder } from "./order-state.ts";

type Context = Readonly<RouterContextProvider>;

const MOST_IMAGES = 3;

/** The order in the shopper's history; undefined if that cannot be read. */
export async function findPast(context: Context, orderId: string, order: Order): Promise<PastOrder | undefined> {
  const history = await context.get(commerceContext).getOrderHistory();
  return history.ok ? history.value.find(({ id }) => id === (order.id ?? orderId)) : undefined;
}

/** Lines and voucher come from the order history, because no other call has them; if it fails they are left out. */
export async function describePaidOrder(
  context: Context,
  orderId: string,
  order: Order,
  inHistory = findPast(context, orderId, order),
): Promise<PaidOrder> {
  const { tenant, origin } = context.get(siteContext);
  const [past, isMailed] = await Promise.all([inHistory, isSentByMail(context)]);
  const { items, amount, coinsUsed, voucher } = mergeKnown(order, past);
  const { isEmbedded } = context.get(backendContext);
  const facts = {
    isThere: voucher !== undefined,
    isChecked: order.isBeingChecked,
    isMailed,
    onItsWay: describeWait(order, brandTexts(tenant, currentLanguage())),
  };
  return {
    continueTo: safeRedirectTarget(order.redirectUrl, tenant, origin),
    code: voucher?.cardNumber ? maskCode(voucher.cardNumber) : null,
    claimUrl: safeLink(voucher?.claimUrl),
    codesHref: `/payment-success?${new URLSearchParams({ orderid: orderId, show: "1" })}#codes`,
    images: firstImages(items, tenant),
    historyHref: past ? orderHref(readHistoryView(new URLSearchParams()), past.id) : "/order-history",
    bought: describeBought({ items, amount, coinsUsed }),
    delivery: describeDelivery(items, facts),
    // Other backends may add coins for a purchase.
    pointsAdded: isEmbedded ? t("checkout.noCoinsAdded") : null,
    coinsUsed: describeCoins(coinsUsed),
  };
}

/** The embedded API mails vouchers to accounts with a confirmed address. Only those that sign in by phone may lack one. */
async function isSentByMail(context: Context): Promise<boolean> {
  if (!context.get(backendContext).isEmbedded) return false;
  if (!context.get(siteContext).tenant.features.phoneSignIn) return true;
  const user = await context.get(commerceContext).getUser();
  return !user.ok || (user.value.email !== "" && user.value.isEmailVerified);
}

/** Each picture once. */
function firstImages(items: PastItem[], tenant: Tenant): string[] {
  const urls = items.flatMap(({ imageUrl }) => safeImageUrl(imageUrl, tenant) ?? []);
  return [...new Set(urls)].slice(0, MOST_IMAGES);
}

/** The order's own values, else those of the history. */
const mergeKnown = (order: Order, past: PastOrder | undefined) => ({
  items: past?.items ?? [],
  amount: order.amount ?? past?.amount ?? null,
  coinsUsed: order.coinsUsed ?? past?.coinsUsed ?? null,
  voucher: past?.vouchers[0],
});

/** /payment goes to the order's redirectUrl if there is one; everything else goes home. */
export const afterPayment = (screen: PaymentScreenName, { continueTo }: Pick<PaidOrder, "continueTo">) =>
  (screen === "payment" && continueTo) || "/";

/** Shows the purchase once on the next page, unless that is the order's own page. */
export function announceBought(context: Context, nextHref: string, paid: PaidOrder) {
  const next = new URL(nextHref, context.get(siteContext).origin);
  if (next.pathname === "/payment-success") return;
  const text = [paid.bought, paid.delivery].filter(Boolean).join(" ");
  const link = { href: paid.historyHref, label: t("payment.seeVouchers") };
  context.get(sessionContext).setFlash({ kind: "success", text: text.slice(0, 300), link });
}
