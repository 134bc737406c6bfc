import type { RouterContextProvider } from "react-router";

import { pageStatus } from "#app/commerce/result.ts";
import { commerceContext, sessionContext, siteContext } from "#app/request/context.ts";
import { messageFor } from "#app/texts/messages.ts";

import { describeOrders, type HistoryView, selectCoins, selectOrders } from "./history.ts";
import { readTypedGift } from "./history-actions.server.ts";

type Context = Readonly<RouterContextProvider>;

/** Fetches the orders. The status is that of a page without them if the call failed. */
export async function loadOrders(context: Context, view: HistoryView) {
  const orders = await context.get(commerceContext).getOrderHistory();
  const all = orders.ok ? describeOrders(orders.value, context.get(siteContext).tenant, view) : null;
  const part = {
    orders: all && selectOrders(all, view),
    counts: all && { all: all.length, purchases: selectOrders(all, { ...view, show: "purchases" }).length },
    ordersProblem: orders.ok ? null : messageFor("orderHistory", orders.error),
    typedGift: readTypedGift(context.get(sessionContext)),
  };
  return { part, status: orders.ok ? 200 : pageStatus(orders.error) };
}

/** Fetches the coin records, only while their panel is open. */
export async function loadCoinRecords(context: Context, view: HistoryView) {
  const coins = view.isCoinsOpen ? await context.get(commerceContext).getCoinHistory() : null;
  return {
    coins: coins?.ok ? selectCoins(coins.value, view) : null,
    coinsProblem: coins && !coins.ok ? messageFor("coinHistory", coins.error) : null,
  };
}
