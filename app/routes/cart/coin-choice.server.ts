import { createHash } from "node:crypto";

import type { RouterContextProvider } from "react-router";

import { sessionContext, visitorContext } from "#app/context.ts";

type Context = Readonly<RouterContextProvider>;

/** `?coins=` from the cart's switch, else the shopper's last choice. */
export function readCoinChoice(context: Context, { searchParams }: URL): boolean {
  if (searchParams.has("coins")) return saysCoins(searchParams);
  const shopper = shopperKey(context);
  return shopper !== null && context.get(sessionContext).coins === shopper;
}

/** The cart's URL with only the coin choice kept. */
export const cartHref = ({ searchParams }: URL) =>
  searchParams.has("coins") ? `/cart?coins=${saysCoins(searchParams) ? 1 : 0}` : "/cart";

const saysCoins = (search: URLSearchParams) => search.getAll("coins").includes("1");

export function rememberCoinChoice(context: Context, wantsCoins: boolean) {
  const session = context.get(sessionContext);
  const choice = wantsCoins ? shopperKey(context) : null;
  if (choice !== session.coins) session.setCoins(choice);
}

function shopperKey(context: Context) {
  const { user } = context.get(visitorContext);
  return user && createHash("sha256").update(user.email).digest("base64url");
}
