import type { RouterContextProvider } from "react-router";

import { createCommerceClient } from "#app/commerce/client.server.ts";
import { hasEnded } from "#app/commerce/refresh.server.ts";
import { shopCookies } from "#app/session/cookies.server.ts";
import { Session } from "#app/session/session.server.ts";

import * as contexts from "./context.ts";

type Context = Readonly<RouterContextProvider>;
type Sent = { headers: { get(name: string): string | null }; signal: AbortSignal };

/** Reads the request's session and puts it into the context, with a commerce client that sends its tokens. */
export async function openVisit(context: Context, { headers, signal }: Sent): Promise<Session> {
  const site = context.get(contexts.siteContext);
  const session = await Session.read(shopCookies(site), headers.get("cookie"));
  const caller = {
    address: context.get(contexts.clientAddressContext),
    origin: site.origin,
    requestId: context.get(contexts.requestIdContext),
    userAgent: headers.get("user-agent") ?? undefined,
  };
  const backend = context.get(contexts.backendContext);
  context.set(contexts.sessionContext, session);
  context.set(contexts.commerceContext, createCommerceClient({ backend, session, caller, signal }));
  return session;
}

/** The Set-Cookie headers for the session's changes. The session must not change after this call. */
export async function sealVisit(context: Context): Promise<string[]> {
  const session = context.get(contexts.sessionContext);
  const backend = context.get(contexts.backendContext);
  await session.settle();
  // A logout in another tab wins over this request's refresh.
  if (session.newRefreshToken && hasEnded(backend, session.newRefreshToken)) session.forgetTokens();
  return session.seal();
}
