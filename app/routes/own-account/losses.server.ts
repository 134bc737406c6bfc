import type { RouterContextProvider } from "react-router";

import { commerceContext, visitorContext } from "#app/request/context.ts";

import type { Losses } from "./losses.ts";

/** Counts the losses that come with the deletion of the account. */
export async function countLosses(context: Readonly<RouterContextProvider>): Promise<Losses> {
  const history = await context.get(commerceContext).getOrderHistory();
  const coins = context.get(visitorContext).user?.coins ?? null;
  if (!history.ok) return { cards: null, coins };
  const now = Date.now();
  const live = history.value.flatMap(({ vouchers }) =>
    vouchers.filter(({ isUsed, expiresAt }) => isUsed !== true && (expiresAt === null || expiresAt > now)),
  );
  return { cards: live.length, coins };
}
