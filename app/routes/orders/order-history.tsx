import { data, redirectDocument } from "react-router";

import { pageStatus } from "#app/commerce/result.ts";
import { sessionContext } from "#app/context.ts";
import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { TEXTS } from "#app/messages.ts";
import { confirmDeviceHref } from "#app/routes/links.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { AccountNav } from "#app/ui/account-nav.tsx";
import { CoinsExpiringNotice } from "#app/ui/coins-expiring.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { CARD } from "#app/ui/illustration.tsx";
import { Alert, type Notice, Notices } from "#app/ui/notice.tsx";

import type { Route } from "./+types/order-history";
import { CoinHistory } from "./coin-history.tsx";
import { CoveredCodesNotice } from "./covered-codes-notice.tsx";
import { historyHref, orderHref, readHistoryView } from "./history.ts";
import { markVoucher, sendGiftAgain } from "./history-actions.server.ts";
import { HistoryFilter } from "./history-filter.tsx";
import { loadHistory } from "./load-history.server.ts";
import { OrderCard } from "./order-card.tsx";
import { OrdersStylesheet } from "./orders-stylesheet.tsx";

export const handle = { prefetch: true } satisfies RouteHandle;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { answer, error } = await loadHistory(context, readHistoryView(url.searchParams));
  return error ? data(answer, pageStatus(error)) : answer;
}

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
  const shop = useShop();
  const { view, orders, counts, ordersProblem, coins, coinsProblem } = loaderData;
  const giftAgain = actionData?.gift ?? loaderData.typedGift ?? undefined;
  const toasts = [ordersProblem && TEXTS.historyToast, coinsProblem && TEXTS.coinHistoryToast];
  const notices = toasts.flatMap((text): Notice[] => (text ? [{ tone: "error", text }] : []));
  return (
    <div className="history">
      <PageHead shop={shop} title="Order History" />
      <OrdersStylesheet />
      <AccountNav current="/order-history" />
      <h1>Order History</h1>
      <p className="lead">Track your orders: each shows its status here, and its vouchers once it is paid.</p>
      <CoinsExpiringNotice expiring={matches[1].loaderData.viewer?.coinsExpiring} />
      {notices.length > 0 && <Notices notices={notices} />}
      {actionData?.problem && <Alert>{actionData.problem}</Alert>}
      {ordersProblem && <Alert>{ordersProblem}</Alert>}
      <CoveredCodesNotice orders={orders ?? []} confirmHref={confirmDeviceHref(historyHref(view))} />
      {orders?.length === 0 && (
        <EmptyState drawing={CARD} title="No orders yet" action={{ href: "/", label: "Browse gift cards" }} />
      )}
      {counts && counts.all > counts.purchases && (
        <HistoryFilter current={view.show} counts={counts} hrefOf={(show) => historyHref({ ...view, show })} />
      )}
      {orders && orders.length > 0 && (
        <ul className="orders">
          {orders.map((order) => (
            <li key={order.id}>
              <OrderCard
                order={order}
                texts={shop.brand.texts}
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
