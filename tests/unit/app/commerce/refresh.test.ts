import { afterEach, beforeEach, expect, test } from "vitest";

import { ForeignHost } from "../../../helpers/backend/foreign-host.ts";
import { clientOf } from "../../../helpers/storefront/client.ts";

let host: ForeignHost;
beforeEach(async () => {
  host = await new ForeignHost().start();
});
afterEach(() => host[Symbol.asyncDispose]());

const expired = { ok: false, error: { kind: "signed-out", reason: "refused" } };

test("refreshes once for fifty calls that get 401, and repeats each once [A-12] [REF-01]", async () => {
  const { open, signIn } = await clientOf(host);
  const { session } = await signIn();
  const tabs = await Promise.all(Array.from({ length: 50 }, () => open(session.tokens)));
  host.expireAccessTokensAfter(0);
  const carts = await Promise.all(tabs.map(({ commerce }) => commerce.getCart()));
  expect(carts.every(({ ok }) => ok)).toBe(true);
  expect(host.recorded("POST /user/refreshtoken/")).toHaveLength(1);
  expect(host.recorded("GET /cart/")).toHaveLength(100);
});

test("refreshes with the shopper's own token after a 401, even when others call at the same time [TEN-06]", async () => {
  const { signIn } = await clientOf(host);
  const [asha, bela] = [await signIn(), await signIn()];
  const [before, belas] = [asha.session.tokens!, bela.session.tokens!];
  const release = host.hold("GET /cart/", 1);
  const cart = asha.commerce.getCart();
  await bela.commerce.getUser();
  host.expireAccessTokensAfter(0);
  release();
  expect((await cart).ok).toBe(true);
  expect(host.recorded("POST /user/refreshtoken/").map(({ body }) => body.refresh_token)).toEqual([
    before.refreshToken,
  ]);
  const bearers = host.recorded("GET /cart/").map(({ headers }) => headers.authorization);
  expect(bearers).toEqual([before, asha.session.tokens!].map(({ accessToken }) => `Bearer ${accessToken}`));
  expect(bela.session.tokens).toEqual(belas);
});

test("repeats a change with the same body, and keeps the refresh token if the backend does not rotate [W-08] [REF-06]", async () => {
  const { commerce, session } = await (await clientOf(host)).signIn();
  const { refreshToken } = session.tokens!;
  host.expireAccessTokensAfter(0);
  expect((await commerce.addToCart({ productId: "gc-001", quantity: 1, denomination: 50_000 })).ok).toBe(true);
  const [first, second] = host.recorded("POST /cart/");
  expect(second?.body).toEqual(first?.body);
  expect(host.shop.cart).toHaveLength(1);
  expect(host.recorded("POST /user/refreshtoken/")[0]?.body).toEqual({ refresh_token: refreshToken });
  expect(session.tokens?.refreshToken).toBe(refreshToken);
});

test("calls a backend that always answers 401 twice, refreshes once, then signs the shopper out [REF-04]", async () => {
  const { commerce, session } = await (await clientOf(host)).signIn();
  host.fail("GET /cart/", 401, { detail: "no" });
  expect(await commerce.getCart()).toEqual(expired);
  expect(host.recorded("GET /cart/")).toHaveLength(2);
  expect(host.recorded("POST /user/refreshtoken/")).toHaveLength(1);
  expect(session.isSignedIn).toBe(false);
});

test.each([400, 401, 403])("signs out when a refresh token is refused with %d", async (status) => {
  const { commerce, session } = await (await clientOf(host)).signIn();
  host.expireAccessTokensAfter(0);
  host.fail("POST /user/refreshtoken/", status, { detail: "no" });
  expect(await commerce.getCart()).toEqual(expired);
  expect(session.isSignedIn).toBe(false);
});

test.each([500, 502, 503, 429])("keeps the session when a refresh fails with %d [REF-05]", async (status) => {
  const { commerce, session } = await (await clientOf(host)).signIn();
  host.expireAccessTokensAfter(0);
  host.fail("POST /user/refreshtoken/", status);
  expect(await commerce.getCart()).toEqual({ ok: false, error: { kind: "refresh-failed" } });
  expect(session.isSignedIn).toBe(true);
  host.heal();
  expect((await commerce.getCart()).ok).toBe(true);
});

const malformed: [unknown][] = [
  [[]],
  ["<html></html>"],
  [{}],
  [{ access_token: "" }],
  [{ access_token: null }],
  [{ access_token: ["a"] }],
  [{ access_token: "a; b=c; Path=/" }],
];
test.each(malformed)("changes no cookie after the malformed refresh answer %j [REF-09]", async (body) => {
  const { commerce, session } = await (await clientOf(host)).signIn();
  const tokens = { ...session.tokens };
  host.expireAccessTokensAfter(0);
  host.fail("POST /user/refreshtoken/", 200, body);
  expect(await commerce.getCart()).toEqual({ ok: false, error: { kind: "refresh-failed" } });
  expect(session.tokens).toEqual(tokens);
});

test("does not refresh once the headers are sent [REF-07]", async () => {
  const { commerce, session } = await (await clientOf(host)).signIn();
  await session.seal();
  host.expireAccessTokensAfter(0);
  expect(await commerce.getCart()).toEqual({ ok: false, error: { kind: "refresh-failed" } });
  expect(host.recorded("POST /user/refreshtoken/")).toHaveLength(0);
});

test("signs out a session without a refresh token [A-12]", async () => {
  const { open, signIn } = await clientOf(host);
  const { session } = await signIn();
  const { commerce, session: poor } = await open({ accessToken: session.tokens!.accessToken, refreshToken: null });
  host.expireAccessTokensAfter(0);
  expect(await commerce.getCart()).toEqual({ ok: false, error: { kind: "signed-out", reason: "no-refresh-token" } });
  expect(poor.isSignedIn).toBe(false);
});
