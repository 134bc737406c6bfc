import type { RouterContextProvider } from "react-router";

import { commerceContext, sessionContext, siteContext } from "#app/context.ts";
import { messageFor } from "#app/messages.ts";

import { describeOrders, type HistoryView, selectCoins, selectOrders } from "./history.ts";
import { readTypedGift } from "./history-actions.server.ts";

/** Fetches the orders, and the coin records only while their panel is open. `error` says why there are no orders. */
export async function loadHistory(context: Readonly<RouterContextProvider>, view: HistoryView) {
  const commerce = context.get(commerceContext);
  const [orders, coins] = await Promise.all([
    commerce.getOrderHistory(),
    view.isCoinsOpen ? commerce.getCoinHistory() : null,
  ]);
  const all = orders.ok ? describeOrders(orders.value, context.get(siteContext).tenant, view.open) : null;
  const answer = {
    view,
    orders: all && selectOrders(all, view),
    counts: all && { all: all.length, purchases: selectOrders(all, { ...view, show: "purchases" }).length },
    ordersProblem: orders.ok ? null : messageFor("orderHistory", orders.error),
    typedGift: readTypedGift(context.get(sessionContext)),
    coins: coins?.ok ? selectCoins(coins.value, view) : null,
    coinsProblem: coins && !coins.ok ? messageFor("coinHistory", coins.error) : null,
  };
  return { answer, error: orders.ok ? null : orders.error };
}
