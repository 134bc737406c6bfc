import { createHash } from "node:crypto";

import type { RouterContextProvider } from "react-router";

import { sessionContext, visitorContext } from "#app/request/context.ts";
import { nameOfAccount } from "#app/session/account-key.ts";

type Context = Readonly<RouterContextProvider>;

/** A link's `?coins=`, else the shopper's last choice. */
export function readCoinChoice(context: Context, { searchParams }: URL): boolean {
  if (searchParams.has("coins")) return searchParams.get("coins") === "1";
  const shopper = shopperKey(context);
  return shopper !== null && context.get(sessionContext).coins === shopper;
}

export function rememberCoinChoice(context: Context, wantsCoins: boolean) {
  const session = context.get(sessionContext);
  const choice = wantsCoins ? shopperKey(context) : null;
  if (choice !== session.coins) session.setCoins(choice);
}

function shopperKey(context: Context) {
  const { user } = context.get(visitorContext);
  return user && createHash("sha256").update(nameOfAccount(user)).digest("base64url");
}
