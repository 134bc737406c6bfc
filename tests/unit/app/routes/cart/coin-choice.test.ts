import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";

import { UserSchema } from "#app/commerce/schemas/account.ts";
import { sessionContext, visitorContext } from "#app/request/context.ts";
import { readCoinChoice, rememberCoinChoice } from "#app/routes/cart/coin-choice.server.ts";
import { shopCookies } from "#app/session/cookies.server.ts";
import { Session } from "#app/session/session.server.ts";
import type { Site } from "#app/tenant/site.server.ts";

import { TenantSchema } from "../../../../../config/brand/schema.ts";

test("keeps the choice for one shopper; the next shopper in the browser has made none", async () => {
  const tenant = TenantSchema.parse({ id: "acme", hostnames: ["acme.localhost"] });
  const cookies = shopCookies({ tenant, isSecure: false, origin: "http://acme.localhost" } as Site);
  let header: string | null = null;
  async function visit<Answer>(email: string | null, work: (context: RouterContextProvider) => Answer) {
    const session = await Session.read(cookies, header);
    const context = new RouterContextProvider();
    context.set(sessionContext, session);
    const nobody = { isSignedIn: false, user: null, name: null, problem: null, coinsProblem: null } as const;
    const user = email === null ? null : UserSchema.parse({ email });
    context.set(visitorContext, user ? { ...nobody, isSignedIn: true, user } : nobody);
    const answer = work(context);
    const [line] = await session.seal();
    if (line) header = line.split(";", 1)[0]!;
    return answer;
  }
  const choice = (email: string | null, search = "") =>
    visit(email, (context) => readCoinChoice(context, new URL(`http://acme.localhost/cart${search}`)));
  const choose = (email: string, wantsCoins: boolean) =>
    visit(email, (context) => rememberCoinChoice(context, wantsCoins));

  await choose("asha@example.test", true);
  expect(await choice("asha@example.test")).toBe(true);
  expect(await choice("asha@example.test", "?coins=0")).toBe(false);
  expect(await choice("ravi@example.test")).toBe(false);
  expect(await choice(null)).toBe(false);
  await choose("asha@example.test", false);
  expect(await choice("asha@example.test")).toBe(false);
});
