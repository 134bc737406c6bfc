import { createCommerceBackend } from "#app/commerce/backend.server.ts";
import { createCommerceClient } from "#app/commerce/client.server.ts";
import { shopCookies } from "#app/session/cookies.server.ts";
import { Session } from "#app/session/session.server.ts";

import { TenantSchema } from "../../../config/brand/schema.ts";
import type { ForeignHost } from "../backend/foreign-host.ts";

type Options = { userUpdateAuth?: "omit" | "send"; url?: string; features?: object; languages?: string[] };

/** The storefront's commerce client of a new, signed-out session, as the middleware makes one for each request. */
export async function clientOf(host: ForeignHost, options: Options = {}) {
  const { url = host.url, userUpdateAuth, features, languages } = options;
  const tenant = TenantSchema.parse({
    id: "acme",
    hostnames: ["acme.localhost"],
    api: { url, userUpdateAuth },
    features,
    languages,
  });
  const commerceBackend = createCommerceBackend(tenant);
  const cookies = shopCookies({ tenant, origin: "http://acme.localhost", isSecure: false });

  /** The client of a request with these tokens: tabs of one browser share tokens, not sessions. */
  async function open(tokens?: Session["tokens"], signal?: AbortSignal) {
    const session = await Session.read(cookies, tokens ? await cookieHeader(tokens) : null);
    const caller = { address: "203.0.113.7", origin: "http://acme.localhost", requestId: "request-1" };
    return { session, commerce: createCommerceClient({ backend: commerceBackend, session, caller, signal }) };
  }

  async function cookieHeader({ accessToken, refreshToken }: NonNullable<Session["tokens"]>) {
    const pairs = [await cookies.accessToken.serialize(accessToken)];
    if (refreshToken) pairs.push(await cookies.refreshToken.serialize(refreshToken));
    return pairs.map((cookie) => cookie.split(";")[0]).join("; ");
  }

  /** A session that has just signed in. @throws when the backend refuses. */
  async function signIn() {
    const opened = await open();
    const { email, password } = host.shop.user;
    const login = await opened.commerce.logIn(email, password);
    if (!login.ok) throw new Error(JSON.stringify(login.error));
    opened.session.signIn(login.value);
    return opened;
  }

  return { open, signIn, commerceBackend };
}
