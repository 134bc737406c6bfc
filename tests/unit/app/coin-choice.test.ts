import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";

import { UserSchema } from "#app/commerce/schemas.ts";
import { sessionContext, visitorContext } from "#app/context.ts";
import { cartHref, readCoinChoice, rememberCoinChoice } from "#app/routes/cart/coin-choice.server.ts";
import { createShopCookies } from "#app/session/cookies.server.ts";
import { Session } from "#app/session/session.server.ts";
import type { Site } from "#app/tenant/site.server.ts";

import { TenantSchema } from "../../../config/schema.ts";

const cart = (search: string) => cartHref(new URL(`http://acme.localhost/cart${search}`));

test.each([
  ["", "/cart"],
  ["?coins=1", "/cart?coins=1"],
  ["?coins=0&coins=1", "/cart?coins=1"],
  ["?coins=0", "/cart?coins=0"],
  ["?coins=%0d%0aX-Planted%3a1", "/cart?coins=0"],
  ["?coins=1%26quantity%3d9", "/cart?coins=0"],
])("leads back to /cart%s as %s, and copies nothing else of the address", (search, way) => {
  expect(cart(search)).toBe(way);
});

test("keeps the choice for one shopper; the next shopper in the browser has made none", async () => {
  const tenant = TenantSchema.parse({ id: "acme", hostnames: ["acme.localhost"] });
  const cookies = createShopCookies({ tenant, isSecure: false, origin: "http://acme.localhost" } as Site);
  let header: string | null = null;
  async function visit<Answer>(email: string | null, work: (context: RouterContextProvider) => Answer) {
    const session = await Session.read(cookies, header);
    const context = new RouterContextProvider();
    context.set(sessionContext, session);
    const nobody = { isSignedIn: false, user: null, problem: null, coinsProblem: null } as const;
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
