import { createHash } from "node:crypto";
import type { RouterContextProvider } from "react-router";
import { sessionContext, visitorContext } from "#app/context.ts";

type Context = Readonly<RouterContextProvider>;

/** Whether the shopper wants to pay with coins: what the switch in the cart has just said, `?coins=`, else their last choice. */
export function readCoinChoice(context: Context, { searchParams }: URL): boolean {
  if (searchParams.has("coins")) return saysCoins(searchParams);
  const shopper = shopperKey(context);
  return shopper !== null && context.get(sessionContext).coins === shopper;
}

/** The cart again, with what its address said of the coins. */
export const cartHref = ({ searchParams }: URL) =>
  searchParams.has("coins") ? `/cart?coins=${saysCoins(searchParams) ? 1 : 0}` : "/cart";

const saysCoins = (search: URLSearchParams) => search.getAll("coins").includes("1");

/** Keeps the choice with the cart, for this shopper alone. */
export function rememberCoinChoice(context: Context, wantsCoins: boolean) {
  const session = context.get(sessionContext);
  const choice = wantsCoins ? shopperKey(context) : null;
  if (choice !== session.coins) session.setCoins(choice);
}

function shopperKey(context: Context) {
  const { user } = context.get(visitorContext);
  return user && createHash("sha256").update(user.email).digest("base64url");
}
