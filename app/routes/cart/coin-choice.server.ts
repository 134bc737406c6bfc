import { createHash } from "node:crypto";

import type { RouterContextProvider } from "react-router";

import { ALL_COINS } from "#app/pricing/amounts.ts";
import { sessionContext, siteContext, visitorContext } from "#app/request/context.ts";
import { nameOfAccount } from "#app/session/account-key.ts";

type Context = Readonly<RouterContextProvider>;

/** The coins that the shopper wants to use (see ALL_COINS): a link's `?coins=`, else the shopper's last choice. */
export function readCoinChoice(context: Context, { searchParams }: URL): number {
  if (searchParams.has("coins")) return searchParams.get("coins") === "1" ? ALL_COINS : 0;
  return lastChoice(context);
}

/** The choice in this browser for every next cart; 0 without one, and for another shopper. */
export function lastChoice(context: Context): number {
  const [shopper, amount] = context.get(sessionContext).coins?.split(".") ?? [];
  if (shopper === undefined || shopper !== shopperKey(context)) return 0;
  const { chooseAmount } = context.get(siteContext).tenant.coins;
  return amount === undefined || !chooseAmount ? ALL_COINS : Number(amount);
}

export function rememberCoinChoice(context: Context, wanted: number) {
  const session = context.get(sessionContext);
  const shopper = wanted > 0 ? shopperKey(context) : null;
  const choice = shopper === null || wanted === ALL_COINS ? shopper : `${shopper}.${wanted}`;
  if (choice !== session.coins) session.setCoins(choice);
}

function shopperKey(context: Context) {
  const { user } = context.get(visitorContext);
  return user && createHash("sha256").update(nameOfAccount(user)).digest("base64url");
}
