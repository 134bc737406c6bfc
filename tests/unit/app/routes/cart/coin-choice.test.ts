import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";

import { UserSchema } from "#app/commerce/schemas/account.ts";
import { ALL_COINS } from "#app/pricing/amounts.ts";
import { sessionContext, siteContext, visitorContext } from "#app/request/context.ts";
import { readCoinChoice, rememberCoinChoice } from "#app/routes/cart/coin-choice.server.ts";
import { shopCookies } from "#app/session/cookies.server.ts";
import { Session } from "#app/session/session.server.ts";
import type { Site } from "#app/tenant/site.server.ts";

import { TenantSchema } from "../../../../../config/brand/schema.ts";

test.each([
  [false, ALL_COINS],
  [true, 1_250],
])(
  "keeps the choice for one shopper; the next one in the browser has made none (an amount: %s)",
  async (chooseAmount, kept) => {
    const tenant = TenantSchema.parse({ id: "acme", hostnames: ["acme.localhost"], coins: { chooseAmount } });
    const cookies = shopCookies({ tenant, isSecure: false, origin: "http://acme.localhost" } as Site);
    let header: string | null = null;
    async function visit<Answer>(email: string | null, work: (context: RouterContextProvider) => Answer) {
      const session = await Session.read(cookies, header);
      const context = new RouterContextProvider();
      context.set(sessionContext, session);
      context.set(siteContext, { tenant } as Site);
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
    const choose = (email: string, wanted: number) => visit(email, (context) => rememberCoinChoice(context, wanted));

    await choose("asha@example.test", 1_250);
    expect(await choice("asha@example.test")).toBe(kept);
    expect(await choice("asha@example.test", "?coins=1")).toBe(ALL_COINS);
    expect(await choice("asha@example.test", "?coins=0")).toBe(0);
    expect(await choice("ravi@example.test")).toBe(0);
    expect(await choice(null)).toBe(0);
    await choose("asha@example.test", 0);
    expect(await choice("asha@example.test")).toBe(0);
  },
);
