import { RouterContextProvider } from "react-router";
import { afterEach, beforeEach, expect, test } from "vitest";

import { backendContext, commerceContext, sessionContext, visitorContext } from "#app/request/context.ts";
import { loadCartCount } from "#app/routes/load-personal.server.ts";
import { identifyVisitor } from "#app/session/visitor.server.ts";

import { ForeignHost } from "../../../helpers/backend/foreign-host.ts";
import { clientOf } from "../../../helpers/storefront/client.ts";

let host: ForeignHost;
beforeEach(async () => {
  host = await new ForeignHost().start();
});
afterEach(() => host[Symbol.asyncDispose]());

const cartCalls = () => host.recorded("GET /cart/").length;

/** The context of a page for a shopper whose cart the host counts as `counted`, and contains two cards. */
async function openPage(features: object, counted: unknown) {
  const { email, username } = host.shop.user;
  host.answer("GET /user-data/", () => ({ status: 200, body: { email, username, coins: 5, cart_count: counted } }));
  const { signIn, commerceBackend } = await clientOf(host, { features });
  const { session, commerce } = await signIn();
  await commerce.addToCart({ productId: "gc-001", quantity: 2, denomination: 10_000 });
  // The next request of the same session.
  const page = await (await clientOf(host, { features })).open(session.tokens);
  const context = new RouterContextProvider();
  context.set(sessionContext, page.session);
  context.set(commerceContext, page.commerce);
  context.set(backendContext, commerceBackend);
  context.set(visitorContext, await identifyVisitor(page.session, page.commerce, commerceBackend));
  return { context, commerce: page.commerce };
}

test("reads the user and the number of cards with one call if the backend has cartCount", async () => {
  const { context } = await openPage({ cartCount: true }, 7);
  expect([await loadCartCount(context), cartCalls()]).toEqual([7, 0]);
});

test.each([
  ["has no cartCount", {}, 7],
  ["reports no number", { cartCount: true }, undefined],
])("reads the cart if the backend %s", async (_why, features, counted) => {
  const { context } = await openPage(features, counted);
  expect([await loadCartCount(context), cartCalls()]).toEqual([2, 1]);
});

test("reads the cart once the request itself has changed it, even in part or in vain", async () => {
  const { context, commerce } = await openPage({ cartCount: true }, 7);
  host.fail("DELETE /cart/", 500);
  await commerce.removeCartItem("line-1");
  expect([await loadCartCount(context), cartCalls()]).toEqual([2, 1]);
});
