import { confirmDeviceHref } from "#app/routes/links.ts";
import { rich } from "#app/texts/rich.ts";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { CARD } from "#app/ui/illustration.tsx";
import { NotLoaded, ToastList } from "#app/ui/notice.tsx";

import type { Texts } from "../../../config/brand/texts.ts";
import { t } from "../../../config/language/t.ts";
import { CoveredCodesNotice } from "./covered-codes-notice.tsx";
import type { GiftRefusal } from "./gift-line.tsx";
import { historyHref, type HistoryView, orderHref } from "./history.ts";
import { HistoryFilter } from "./history-filter.tsx";
import type { loadOrders } from "./load-history.server.ts";
import { OrderCard } from "./order-card.tsx";

type OrderListProps = Awaited<ReturnType<typeof loadOrders>>["part"] & {
  view: HistoryView;
  texts: Texts;
  giftRefusal?: GiftRefusal | null;
};

export function OrderList({ orders, counts, ordersProblem, typedGift, view, texts, giftRefusal }: OrderListProps) {
  const giftAgain = giftRefusal ?? typedGift ?? undefined;
  return (
    <>
      {ordersProblem && <ToastList notices={[{ tone: "error", text: t("messages.historyToast") }]} />}
      {ordersProblem && <NotLoaded>{ordersProblem}</NotLoaded>}
      <CoveredCodesNotice orders={orders ?? []} confirmHref={confirmDeviceHref(historyHref(view))} />
      {orders?.length === 0 && (
        <EmptyState
          drawing={CARD}
          title={rich("orders.noOrders")}
          action={{ href: "/", label: rich("orders.browse") }}
        />
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
                texts={texts}
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
    </>
  );
}
