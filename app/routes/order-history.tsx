import { data, redirectDocument } from "react-router";
import type { Route } from "./+types/order-history";
import {
  describeOrders,
  historyHref,
  orderHref,
  readHistoryView,
  selectCoins,
  selectOrders,
} from "#app/commerce/history.ts";
import { markVoucher, readTypedGift, sendGiftAgain } from "#app/commerce/history-actions.server.ts";
import { confirmDeviceHref } from "#app/commerce/links.ts";
import { pageStatus } from "#app/commerce/result.ts";
import { commerceContext, sessionContext, siteContext } from "#app/context.ts";
import { messageFor, TEXTS } from "#app/messages.ts";
import { AccountNav } from "#app/ui/account-nav.tsx";
import { CoinHistory } from "#app/ui/coin-history.tsx";
import { CoinsExpiringNotice } from "#app/ui/coins-expiring.tsx";
import { CoveredCodesNotice } from "#app/ui/covered-codes-notice.tsx";
import { CARD } from "#app/ui/drawing.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { HistoryFilter } from "#app/ui/history-filter.tsx";
import { Alert, Notices, type Notice } from "#app/ui/notice.tsx";
import { OrderCard } from "#app/ui/order-card.tsx";
import { PageHead } from "#app/ui/page-head.tsx";

/** The coin history is fetched only while its panel is open (spec, section 7). */
export async function loader({ context, url }: Route.LoaderArgs) {
  const view = readHistoryView(url.searchParams);
  const commerce = context.get(commerceContext);
  const [orders, coins] = await Promise.all([
    commerce.getOrderHistory(),
    view.isCoinsOpen ? commerce.getCoinHistory() : null,
  ]);
  const all = orders.ok ? describeOrders(orders.value, context.get(siteContext).tenant, view.open) : null;
  const answer = {
    view,
    orders: all && selectOrders(all, view),
    counts: all && { all: all.length, vouchers: selectOrders(all, { ...view, show: "vouchers" }).length },
    ordersProblem: orders.ok ? null : messageFor("orderHistory", orders.error),
    typedGift: readTypedGift(context.get(sessionContext)),
    coins: coins?.ok ? selectCoins(coins.value, view) : null,
    coinsProblem: coins && !coins.ok ? messageFor("coinHistory", coins.error) : null,
  };
  return orders.ok ? answer : data(answer, pageStatus(orders.error));
}

/** What its forms ask for, and the way back: to the same view, at the order. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await request.formData();
  const order = encodeURIComponent(String(form.get("order")));
  const here = `${historyHref(readHistoryView(url.searchParams))}#order-${order}`;
  const act = form.has("gift") ? sendGiftAgain : markVoucher;
  const outcome = await act(context, form, here);
  if ("refusal" in outcome) return data(outcome.refusal, outcome.status);
  context.get(sessionContext).setFlash({ kind: "success", text: outcome.text });
  return redirectDocument(here, 303);
}

export default function OrderHistory({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { view, orders, counts, ordersProblem, coins, coinsProblem } = loaderData;
  const giftAgain = actionData?.gift ?? loaderData.typedGift ?? undefined;
  const notices: Notice[] = [];
  if (ordersProblem) notices.push({ tone: "error", text: TEXTS.historyToast });
  if (coinsProblem) notices.push({ tone: "error", text: TEXTS.coinHistoryToast });
  return (
    <div className="history">
      <PageHead shop={matches[0].loaderData} title="Order History" />
      <AccountNav current="/order-history" />
      <h1>Order History</h1>
      <CoinsExpiringNotice expiring={matches[1].loaderData.viewer?.coinsExpiring} />
      {notices.length > 0 && <Notices notices={notices} />}
      {actionData?.problem && <Alert>{actionData.problem}</Alert>}
      {ordersProblem && <Alert>{ordersProblem}</Alert>}
      <CoveredCodesNotice orders={orders ?? []} confirmHref={confirmDeviceHref(historyHref(view))} />
      {orders?.length === 0 && (
        <EmptyState drawing={CARD} title="No orders yet" action={{ href: "/", label: "Browse gift cards" }} />
      )}
      {counts && counts.all > counts.vouchers && <HistoryFilter view={view} counts={counts} />}
      {orders && orders.length > 0 && (
        <ul className="orders">
          {orders.map((order) => (
            <li key={order.id}>
              <OrderCard
                order={order}
                giftRefusal={giftAgain}
                isOpen={order.isOpen || order.items.some(({ gift }) => gift && gift.id === giftAgain?.giftId)}
                payHref={order.isPayable ? `/payment?orderid=${encodeURIComponent(order.id)}` : null}
                vouchersHref={orderHref(view, order.id)}
                confirmHref={confirmDeviceHref(orderHref(view, order.id))}
              />
            </li>
          ))}
        </ul>
      )}
      <CoinHistory
        isOpen={view.isCoinsOpen}
        toggleHref={`${historyHref({ ...view, isCoinsOpen: !view.isCoinsOpen })}#coin-history`}
        records={coins}
        error={coinsProblem ?? undefined}
        sort={view.sort}
        status={view.status}
        code={view.code}
        show={view.show}
        openOrders={view.open}
      />
    </div>
  );
}
