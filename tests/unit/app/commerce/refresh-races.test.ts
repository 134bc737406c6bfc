import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { hasEnded, refreshTokens } from "#app/commerce/refresh.server.ts";

import { ForeignHost } from "../../../helpers/backend/foreign-host.ts";
import { clientOf } from "../../../helpers/storefront/client.ts";
import { waitUntil } from "../../../helpers/waiting/patience.ts";

// Tabs, processes and shoppers that refresh at once. A request is `open(tokens)`, with the tokens of its cookies.

const GRACE_MS = 30_000;
let host: ForeignHost;
beforeEach(async () => {
  host = await new ForeignHost({ rotationGraceMs: GRACE_MS }).start();
});
afterEach(() => host[Symbol.asyncDispose]());

const REFRESH = "POST /user/refreshtoken/";
const refreshes = () => host.recorded(REFRESH).length;
const arrived = (call: string, count: number) => waitUntil(() => host.recorded(call).length >= count);

/** The tokens that an answer sets, as text: null for none, "" for a cookie that it clears. */
async function newTokens(session: Awaited<ReturnType<Awaited<ReturnType<typeof clientOf>>["open"]>>["session"]) {
  const cookies = (await session.seal()).filter((cookie) => /^(access|refresh)_token=/.test(cookie));
  if (cookies.length === 0) return null;
  return cookies.some((cookie) => /Max-Age=0/.test(cookie)) ? "" : session.tokens;
}

describe("two tabs with the same cookies and a backend that rotates", () => {
  const before = { when: "before the other's refresh", sendFirst: true, finishFirst: false };
  const during = { when: "while the other refreshes", sendFirst: false, finishFirst: false };
  const after = { when: "after the other's refresh", sendFirst: false, finishFirst: true };

  test.each([before, during, after])("both get the one new pair when refused $when [REF-02]", async (order) => {
    host.shop.quirks.rotationGraceMs = 0;
    const { open, signIn } = await clientOf(host);
    const { session } = await signIn();
    const [one, other] = [await open(session.tokens), await open(session.tokens)];
    host.expireAccessTokensAfter(0);
    const releaseRefresh = host.hold(REFRESH, 1);
    const release = order.sendFirst ? host.hold("GET /cart/", 1) : () => {};
    const late = order.sendFirst ? other.commerce.getCart() : null;
    if (late) await arrived("GET /cart/", 1);

    const first = one.commerce.getUser();
    await arrived(REFRESH, 1);
    if (order.finishFirst) {
      releaseRefresh();
      await first;
    }
    const second = late ?? other.commerce.getCart();
    release();
    if (!order.finishFirst) await arrived("GET /cart/", 1);
    releaseRefresh();
    expect([(await first).ok, (await second).ok]).toEqual([true, true]);
    expect(refreshes()).toBe(1);
    const pair = await newTokens(one.session);
    expect(pair).toMatchObject({ accessToken: expect.stringMatching(/^access-/) });
    expect(await newTokens(other.session)).toEqual(pair);
  });

  test("give the newest pair to a tab that is two rotations behind, and clear nothing [REF-02]", async () => {
    host.shop.quirks.rotationGraceMs = 0;
    const { open, signIn } = await clientOf(host);
    const { session } = await signIn();
    const behind = await open(session.tokens);
    let tokens = session.tokens;
    for (let round = 0; round < 2; round++) {
      const tab = await open(tokens);
      host.expireAccessTokensAfter(0);
      expect((await tab.commerce.getCart()).ok).toBe(true);
      tokens = tab.session.tokens;
    }
    expect((await behind.commerce.getCart()).ok).toBe(true);
    expect(behind.session.tokens).toMatchObject({ refreshToken: tokens?.refreshToken });
    expect(refreshes()).toBe(2);
  });

  test("rotate once for loaders of one request that are refused one after the other [REF-02]", async () => {
    const { open, signIn } = await clientOf(host);
    const { session } = await signIn();
    const { commerce, session: own } = await open(session.tokens);
    host.expireAccessTokensAfter(0);
    const release = host.hold("GET /cart/", 1);
    const slow = commerce.getCart();
    await arrived("GET /cart/", 1);
    host.expireAccessTokensAfter(0);
    await commerce.getUser();
    const renewed = own.tokens;
    release();
    expect((await slow).ok).toBe(true);
    expect(refreshes()).toBe(1);
    expect(own.tokens).toMatchObject({ refreshToken: renewed?.refreshToken });
  });

  test("keep the shopper signed in when tokens that another tab got have since expired [REF-02]", async () => {
    const { open, signIn } = await clientOf(host);
    const { session } = await signIn();
    const [one, other] = [await open(session.tokens), await open(session.tokens)];
    host.expireAccessTokensAfter(0);
    await one.commerce.getCart();
    await new Promise((resolve) => setTimeout(resolve, 5));
    host.expireAccessTokensAfter(0);
    expect(await other.commerce.getCart()).toEqual({ ok: false, error: { kind: "refresh-failed" } });
    expect(await newTokens(other.session)).toMatchObject({ refreshToken: one.session.tokens?.refreshToken });
  });

  test("uses a refresh token again within the minute if the backend does not rotate", async () => {
    host.shop.quirks.rotationGraceMs = null;
    const { open, signIn } = await clientOf(host);
    let { tokens } = (await signIn()).session;
    for (let round = 1; round <= 3; round++) {
      const tab = await open(tokens);
      host.expireAccessTokensAfter(0);
      expect((await tab.commerce.getCart()).ok).toBe(true);
      tokens = tab.session.tokens;
      expect(refreshes()).toBe(round);
    }
  });
});

test("gives shoppers and brands that refresh in one tick their own tokens [REF-03]", async () => {
  await using other = await new ForeignHost().start();
  const sites = [
    { host, client: await clientOf(host) },
    { host: other, client: await clientOf(other) },
  ];
  for (const [index, site] of sites.entries()) {
    site.host.answer(REFRESH, ({ body }) => ({
      status: 200,
      body: { access_token: `new-${index}-for-${String(body.refresh_token)}` },
    }));
    site.host.answer("GET /cart/", ({ headers }) =>
      headers.authorization?.startsWith("Bearer new-") ? { status: 200, body: [] } : { status: 401 },
    );
  }
  // The same refresh tokens at both brands: only the brand distinguishes them.
  const names = Array.from({ length: 50 }, (_, index) => `refresh-of-${index}`);
  const requests = await Promise.all(
    names.flatMap((refreshToken) =>
      sites.map(async ({ client }) => client.open({ accessToken: "access-old", refreshToken })),
    ),
  );
  await Promise.all(requests.map(({ commerce }) => commerce.getCart()));
  const got = requests.map(({ session }) => session.tokens?.accessToken);
  expect(got).toEqual(names.flatMap((name) => [`new-0-for-${name}`, `new-1-for-${name}`]));
  expect([refreshes(), other.recorded(REFRESH).length]).toEqual([50, 50]);
});

describe("two processes with the same cookies, eight requests each", () => {
  async function race(graceMs: number) {
    host.shop.quirks.rotationGraceMs = graceMs;
    const processes = [await clientOf(host), await clientOf(host)];
    const { session } = await processes[0]!.signIn();
    host.expireAccessTokensAfter(0);
    const requests = await Promise.all(
      processes.flatMap(({ open }, process) =>
        Array.from({ length: 8 }, async () => ({ process, ...(await open(session.tokens)) })),
      ),
    );
    const carts = await Promise.all(requests.map(({ commerce }) => commerce.getCart()));
    return requests.map(({ process, session: own }, index) => ({ process, ok: carts[index]!.ok, tokens: own.tokens }));
  }

  test("each rotate once and keep everybody signed in if the backend grants a grace period [REF-08]", async () => {
    const answers = await race(GRACE_MS);
    expect(answers.filter(({ ok, tokens }) => ok && tokens)).toHaveLength(16);
    expect(refreshes()).toBe(2);
    for (const process of [0, 1]) {
      const pairs = answers.filter((answer) => answer.process === process).map(({ tokens }) => tokens?.refreshToken);
      expect(new Set(pairs).size).toBe(1);
    }
  });

  test("rotate a token once without a grace period, and the first process keeps its shopper [REF-08]", async () => {
    const answers = await race(0);
    expect(refreshes()).toBe(2);
    const inProcess = [0, 1].map(
      (process) => answers.filter((answer) => answer.process === process && answer.ok).length,
    );
    expect(inProcess.sort()).toEqual([0, 8]);
  });
});

test("releases all who wait for a hanging refresh after three seconds, and leaves nothing behind [REF-10]", async () => {
  const { open, signIn, commerceBackend } = await clientOf(host);
  const { session } = await signIn();
  const requests = await Promise.all(Array.from({ length: 100 }, () => open(session.tokens)));
  host.expireAccessTokensAfter(0);
  const release = host.hold(REFRESH);
  const carts = await Promise.all(requests.map(({ commerce }) => commerce.getCart()));
  expect(carts).toEqual(Array(100).fill({ ok: false, error: { kind: "refresh-failed" } }));
  expect([refreshes(), commerceBackend.refreshes.size]).toEqual([1, 0]);
  expect(requests.every(({ session: own }) => own.isSignedIn)).toBe(true);
  release();
  host.heal();
  expect((await (await open(session.tokens)).commerce.getCart()).ok).toBe(true);
});

test("gives the others their tokens when the shopper whose request began the refresh leaves [REF-10]", async () => {
  const { open, signIn } = await clientOf(host);
  const { session } = await signIn();
  const gone = new AbortController();
  const [first, second] = [await open(session.tokens, gone.signal), await open(session.tokens)];
  host.expireAccessTokensAfter(0);
  const release = host.hold(REFRESH, 1);
  const left = first.commerce.getCart();
  await arrived(REFRESH, 1);
  const stayed = second.commerce.getCart();
  gone.abort();
  release();
  expect([(await left).ok, (await stayed).ok]).toEqual([false, true]);
  expect(refreshes()).toBe(1);
});

describe("a logout beside a refresh", () => {
  const revoked = () => host.recorded("POST /user/logout/").map(({ body }) => body.refresh_token);

  test("during the refresh signs nobody in again and revokes the newest token [REF-11]", async () => {
    const { open, signIn } = await clientOf(host, { features: { logout: true } });
    const { session } = await signIn();
    const [tab, other] = [await open(session.tokens), await open(session.tokens)];
    host.expireAccessTokensAfter(0);
    const release = host.hold(REFRESH, 1);
    const cart = tab.commerce.getCart();
    await arrived(REFRESH, 1);
    const logout = other.commerce.logOut();
    release();
    await logout;
    expect(await cart).toEqual({ ok: false, error: { kind: "signed-out", reason: "logged-out" } });
    expect([await newTokens(tab.session), await newTokens(other.session)]).toEqual([null, ""]);
    expect(revoked()).toHaveLength(1);
    expect(revoked()[0]).not.toBe(session.tokens?.refreshToken);
  });

  test("before the refresh's answer is sent ends the new session too [REF-11]", async () => {
    const { open, signIn, commerceBackend } = await clientOf(host, { features: { logout: true } });
    const { session } = await signIn();
    const [tab, other] = [await open(session.tokens), await open(session.tokens)];
    host.expireAccessTokensAfter(0);
    expect((await tab.commerce.getCart()).ok).toBe(true);
    const renewed = tab.session.newRefreshToken!;
    await other.commerce.logOut();
    expect(hasEnded(commerceBackend, renewed)).toBe(true);
    expect(revoked()).toEqual([renewed]);
    tab.session.forgetTokens();
    expect(await newTokens(tab.session)).toBeNull();
  });

  test("before the refresh prevents the call to the backend [REF-11]", async () => {
    const { open, signIn, commerceBackend } = await clientOf(host, { features: { logout: true } });
    const { tokens } = (await signIn()).session;
    await (await open(tokens)).commerce.logOut();
    const refused = { accessToken: tokens!.accessToken, refreshToken: tokens!.refreshToken! };
    expect(await refreshTokens(commerceBackend, refused)).toMatchObject({ ok: false });
    expect(refreshes()).toBe(0);
  });

  test.each([-300_000, 300_000])("a clock that is %d ms off changes nothing [REF-11]", async (offset) => {
    const { open, signIn } = await clientOf(host, { features: { logout: true } });
    const { session } = await signIn();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + offset });
    try {
      const tab = await open(session.tokens);
      expect((await tab.commerce.getCart()).ok).toBe(true);
      expect(refreshes()).toBe(0);
      host.expireAccessTokensAfter(0);
      expect((await tab.commerce.getCart()).ok).toBe(true);
      expect(refreshes()).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });
});
