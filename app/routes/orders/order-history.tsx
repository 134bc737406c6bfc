import { data, redirectDocument } from "react-router";

import { inTime } from "#app/http/client-hints.server.ts";
import type { RouteHandle } from "#app/http/route-handles.server.ts";
import { sessionContext } from "#app/request/context.ts";
import { useShop } from "#app/routes/use-shop.ts";
import { rich } from "#app/texts/rich.ts";
import { AccountNav } from "#app/ui/account-nav.tsx";
import { CoinsExpiringNotice } from "#app/ui/coins-expiring.tsx";
import { PageHead } from "#app/ui/frame/page-head.tsx";
import { Late } from "#app/ui/late.tsx";
import { LoadingPart } from "#app/ui/loading.tsx";
import { Alert, ToastList } from "#app/ui/notice.tsx";

import { t } from "../../../config/language/t.ts";
import type { Route } from "./+types/order-history";
import { CoinHistory } from "./coin-history.tsx";
import { historyHref, readHistoryView } from "./history.ts";
import { markVoucher, sendGiftAgain } from "./history-actions.server.ts";
import { loadCoinRecords, loadOrders } from "./load-history.server.ts";
import { OrderList } from "./order-list.tsx";
import { OrdersStylesheet } from "./orders-stylesheet.tsx";
import { markId } from "./voucher-ticket.tsx";

export const handle = { prefetch: true } satisfies RouteHandle;

/** Orders and coin records may be late independently of each other. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const view = readHistoryView(url.searchParams);
  const [orders, coins] = await Promise.all([
    inTime(request, loadOrders(context, view)),
    inTime(request, loadCoinRecords(context, view)),
  ]);
  if (!orders.late && !coins.late) return data({ view, ...orders.value.part, ...coins.value }, orders.value.status);
  const lateOrders = orders.late ? { late: orders.late.then(({ part }) => part) } : orders.value.part;
  const page = { view, parts: { orders: lateOrders, coins: coins.late ? { late: coins.late } : coins.value } };
  return orders.late ? page : data(page, orders.value.status);
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const form = await request.formData();
  const isGift = form.has("gift");
  const place = isGift ? `order-${String(form.get("order"))}` : markId(String(form.get("voucher")));
  const here = `${historyHref(readHistoryView(url.searchParams))}#${encodeURIComponent(place)}`;
  const act = isGift ? sendGiftAgain : markVoucher;
  const outcome = await act(context, form, here);
  if ("refusal" in outcome) return data(outcome.refusal, outcome.status);
  context.get(sessionContext).setFlash({ kind: "success", text: outcome.text });
  return redirectDocument(here, 303);
}

export default function OrderHistory({ loaderData, actionData, matches }: Route.ComponentProps) {
  const shop = useShop();
  const { view } = loaderData;
  const parts = "parts" in loaderData ? loaderData.parts : { orders: loaderData, coins: loaderData };
  return (
    <div className="history">
      <PageHead shop={shop} title={t("frame.orderHistory")} />
      <OrdersStylesheet />
      <AccountNav brand={shop.brand} current="/order-history" />
      <h1>{rich("frame.orderHistory")}</h1>
      <p className="lead">{rich("orders.historyLead")}</p>
      <CoinsExpiringNotice expiring={matches[1].loaderData.viewer?.coinsExpiring} />
      {actionData?.problem && <Alert isFocused>{actionData.problem}</Alert>}
      <Late of={parts.orders} fallback={<LoadingPart>{rich("orders.loadingOrders")}</LoadingPart>}>
        {(part) => <OrderList {...part} view={view} texts={shop.brand.texts} giftRefusal={actionData?.gift} />}
      </Late>
      <Late of={parts.coins} fallback={<LoadingPart>{rich("orders.loadingCoins")}</LoadingPart>}>
        {({ coins, coinsProblem }) => (
          <>
            {coinsProblem && <ToastList notices={[{ tone: "error", text: t("messages.coinHistoryToast") }]} />}
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
          </>
        )}
      </Late>
    </div>
  );
}
