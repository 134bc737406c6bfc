import { data } from "react-router";
import type { Route } from "./+types/order-history";
import { describeOrders, historyHref, readHistoryView, selectCoins } from "#app/commerce/history.ts";
import { pageStatus } from "#app/commerce/result.ts";
import { commerceContext, siteContext } from "#app/context.ts";
import { messageFor, TEXTS } from "#app/messages.ts";
import { CoinHistory } from "#app/ui/coin-history.tsx";
import { CoinsExpiringNotice } from "#app/ui/coins-expiring.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
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
  const answer = {
    view,
    orders: orders.ok ? describeOrders(orders.value, context.get(siteContext).tenant, view.open) : null,
    ordersProblem: orders.ok ? null : messageFor("orderHistory", orders.error),
    coins: coins?.ok ? selectCoins(coins.value, view) : null,
    coinsProblem: coins && !coins.ok ? messageFor("coinHistory", coins.error) : null,
  };
  return orders.ok ? answer : data(answer, pageStatus(orders.error));
}

export default function OrderHistory({ loaderData, matches }: Route.ComponentProps) {
  const { view, orders, ordersProblem, coins, coinsProblem } = loaderData;
  const notices: Notice[] = [];
  if (ordersProblem) notices.push({ tone: "error", text: TEXTS.historyToast });
  if (coinsProblem) notices.push({ tone: "error", text: TEXTS.coinHistoryToast });
  return (
    <div className="history">
      <PageHead shop={matches[0].loaderData} title="Order History" />
      <h1>Order History</h1>
      <CoinsExpiringNotice expiring={matches[1].loaderData.viewer?.coinsExpiring} />
      {notices.length > 0 && <Notices notices={notices} />}
      <CoinHistory
        isOpen={view.isCoinsOpen}
        toggleHref={`${historyHref({ ...view, isCoinsOpen: !view.isCoinsOpen })}#coin-history`}
        records={coins}
        error={coinsProblem ?? undefined}
        sort={view.sort}
        status={view.status}
        code={view.code}
        openOrders={view.open}
      />
      {ordersProblem && <Alert>{ordersProblem}</Alert>}
      {orders?.length === 0 && (
        <EmptyState drawing="card" title="No orders yet" action={{ href: "/", label: "Browse gift cards" }} />
      )}
      {orders && orders.length > 0 && (
        <ul className="orders">
          {orders.map((order) => (
            <li key={order.id}>
              <OrderCard
                order={order}
                isOpen={order.isOpen}
                payHref={order.isPayable ? `/payment?orderid=${encodeURIComponent(order.id)}` : null}
                vouchersHref={`${historyHref({ ...view, open: [...view.open, order.id] })}#order-${encodeURIComponent(order.id)}`}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
