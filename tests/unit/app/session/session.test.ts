import { createCookie, RouterContextProvider } from "react-router";
import { describe, expect, test, vi } from "vitest";

import { ABOUT_FIELD } from "#app/forms/about-field.ts";
import { PAYMENT_CHOICES } from "#app/forms/payment.ts";
import { documentContext, sessionContext } from "#app/request/context.ts";
import { requireSignIn } from "#app/routes/require-sign-in.server.ts";
import { shopCookies } from "#app/session/cookies.server.ts";
import { MAX_LINK_CHARACTERS, Session } from "#app/session/session.server.ts";
import type { Site } from "#app/tenant/site.server.ts";

import { TenantSchema } from "../../../../config/brand/schema.ts";

const tenant = TenantSchema.parse({ id: "acme", hostnames: ["acme.localhost"] });
const cookies = shopCookies({ tenant, isSecure: false, origin: "http://acme.localhost" } as Site);
const tokens = { accessToken: "an-access-token", refreshToken: "a-refresh-token" };

/** The Cookie header of a browser that took these Set-Cookie lines. */
const headerOf = (lines: string[]) => lines.map((line) => line.split(";", 1)[0]).join("; ");
const namesOf = (lines: string[]) => lines.map((line) => line.split("=", 1)[0]);
async function open(change: (session: Session) => void) {
  const session = await Session.read(cookies, null);
  change(session);
  return Session.read(cookies, headerOf(await session.seal()));
}

test("starts signed out without cookies, and the next request reads what was set", async () => {
  expect((await open(() => {})).isSignedIn).toBe(false);
  const next = await open((session) => {
    session.signIn(tokens);
    session.setFlash({ kind: "success", text: "Welcome" });
  });
  expect([next.isSignedIn, next.tokens, next.flash]).toEqual([true, tokens, { kind: "success", text: "Welcome" }]);
});

test("fits a checkout with the longest allowed links into a cookie", async () => {
  const session = await open(() => {});
  const link = "l".repeat(MAX_LINK_CHARACTERS / PAYMENT_CHOICES.length);
  session.setCheckout({
    orderNumber: "ORD1700000000000123456789",
    fingerprint: "f".repeat(64),
    orderId: "o".repeat(100),
    isLeft: true,
    links: Object.fromEntries(PAYMENT_CHOICES.map((method) => [method, link])),
  });
  const [line] = await session.seal();
  // Name and value, by RFC 6265bis.
  expect(line!.split(";", 1)[0]!.length).toBeLessThanOrEqual(4_096);
});

test("signing out removes both tokens and the checkout, each once [SES-05]", async () => {
  const session = await open((before) => before.signIn(tokens));
  session.signOut();
  const lines = await session.seal();
  expect([session.isSignedIn, namesOf(lines)]).toEqual([false, ["access_token", "refresh_token", "checkout"]]);
  for (const line of lines) expect(line).toMatch(/=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/);
});

test("signing out keeps the known device and forgets the choice of coins, the purchase and the typed text", async () => {
  const device = "d".repeat(43);
  const session = await open((before) => {
    before.signIn(tokens);
    before.setDevice(device);
    before.setCoins("c".repeat(43));
    before.setFlash({ kind: "success", text: "You bought", link: { href: "/order-history", label: "See it" } });
    before.setTyped({ about: "order", values: { email_new: "asha@example.test" } });
  });
  expect(session.device).toBe(device);
  session.signOut();
  const lines = await session.seal();
  expect(namesOf(lines)).toEqual(["access_token", "refresh_token", "checkout", "coins", "flash", "typed"]);
  for (const line of lines) expect(line).toContain("=; Max-Age=0;");
});

test("keeps typed text if the session has expired, and none if there was no session", async () => {
  const keptOf = async (hasExpired: boolean) => {
    const session = await open(() => {});
    session.hasExpired = hasExpired;
    const context = new RouterContextProvider();
    context.set(sessionContext, session);
    context.set(documentContext, {} as never);
    const body = new URLSearchParams({ [ABOUT_FIELD]: "order", email_new: "asha@example.test" });
    const request = new Request("http://acme.localhost/payment", { method: "POST", body });
    await requireSignIn({ request, context, url: new URL(request.url) } as never, async () => new Response());
    return namesOf(await session.seal());
  };
  expect([await keptOf(true), await keptOf(false)]).toEqual([["typed"], []]);
});

test.each(["short", "d".repeat(44), `${"d".repeat(42)}=`])("ignores a device cookie of %j", async (value) => {
  expect((await open((session) => session.setDevice(value))).device).toBeNull();
});

test("a request whose session has ended elsewhere removes no cookie and sets no fetched token [REF-02]", async () => {
  const session = await open((before) => before.signIn(tokens));
  session.signIn({ accessToken: "another-token", refreshToken: "another-refresh" });
  expect(session.newRefreshToken).toBe("another-refresh");
  session.forgetTokens();
  expect([session.isSignedIn, session.newRefreshToken, await session.seal()]).toEqual([false, null, []]);
});

test("the cookies wait for a refresh of a late call, so that its tokens are not lost [REF-07]", async () => {
  const session = await open(() => {});
  const { promise, resolve } = Promise.withResolvers<void>();
  void session.beforeSeal(promise.then(() => session.signIn(tokens)));
  const sealed = session.settle().then(() => session.seal());
  resolve();
  expect(namesOf(await sealed)).toEqual(["access_token", "refresh_token"]);
});

test("throws when a cookie is set after the headers were sent [REF-07]", async () => {
  const session = await Session.read(cookies, null);
  await session.seal();
  expect(() => session.signIn(tokens)).toThrow("the accessToken cookie was changed after the headers were written");
});

test("shows a flash once, and the next one afterwards", async () => {
  const flash = { kind: "success", text: "Saved" } as const;
  const shown = await open((before) => before.setFlash(flash));
  shown.clearFlash();
  expect(namesOf(await shown.seal())).toEqual(["flash"]);
  const replaced = await open((before) => before.setFlash(flash));
  replaced.setFlash({ kind: "success", text: "Again" });
  replaced.clearFlash();
  expect((await Session.read(cookies, headerOf(await replaced.seal()))).flash?.text).toBe("Again");
  const none = await open(() => {});
  none.clearFlash();
  expect(await none.seal()).toEqual([]);
});

test.each(["", "short", "two words", "line\nbreak", "a;b\u0000c", "naïve-token", "x".repeat(3_501), 7, { a: 1 }])(
  "refuses %j as a token",
  async (value) => {
    for (const cookie of [cookies.accessToken, cookies.refreshToken]) {
      const header = headerOf([await cookie.serialize(value)]);
      expect((await Session.read(cookies, header)).tokens).toBeNull();
    }
  },
);

test("treats a refresh token alone as a session that still needs its access token", async () => {
  const header = headerOf([await cookies.refreshToken.serialize("a-refresh-token")]);
  const session = await Session.read(cookies, header);
  expect([session.isSignedIn, session.tokens]).toEqual([true, { accessToken: "", refreshToken: "a-refresh-token" }]);
});

test.each(["accessToken", "refreshToken"] as const)(
  "ignores the %s of another brand, and one that the shop did not sign [TEN-01] [SES-08]",
  async (name) => {
    const other = TenantSchema.parse({ id: "globex", hostnames: ["globex.localhost"] });
    const others = shopCookies({ tenant: other, isSecure: false, origin: "http://globex.localhost" });
    const tokensIn = async (line: string) => (await Session.read(cookies, headerOf([line]))).tokens;
    expect(await tokensIn(await cookies[name].serialize("a-token-of-acme"))).toMatchObject({
      [name]: "a-token-of-acme",
    });
    expect(await tokensIn(await others[name].serialize("a-token-of-acme"))).toBeNull();
    expect(await tokensIn(await createCookie(cookies[name].name).serialize("a-token-of-acme"))).toBeNull();
  },
);

describe("the cookies that the shop signs", () => {
  const values = {
    flash: { kind: "success", text: "You have won" },
    checkout: { orderNumber: "ORD1", fingerprint: "f", orderId: "1" },
    reset: { token: "a-token-for-a-new-password" },
    wish: { productId: "1", quantity: 1, denomination: 100 },
    typed: { about: "order", values: { email_new: "asha@example.test" } },
    coins: "a-hash-of-somebody-".padEnd(43, "0"),
  } as const;
  const names = Object.keys(values) as (keyof typeof values)[];
  const other = TenantSchema.parse({ id: "globex", hostnames: ["globex.localhost"] });
  const others = shopCookies({ tenant: other, isSecure: false, origin: "http://globex.localhost" });
  const read = async (name: (typeof names)[number], line: string) =>
    (await Session.read(cookies, headerOf([line])))[name];

  test.each(names)(
    "%s is read back, and ignored when unsigned, with a changed signature or of another brand [SES-08]",
    async (name) => {
      const value = values[name];
      const own = await cookies[name].serialize(value);
      expect(await read(name, own)).toEqual(value);
      expect(await read(name, await createCookie(name).serialize(value))).toBeNull();
      expect(await read(name, await createCookie(name, { secrets: ["a guess"] }).serialize(value))).toBeNull();
      expect(await read(name, await others[name].serialize(value))).toBeNull();
      const [pair = ""] = own.split(";");
      for (const at of [pair.indexOf("=") + 2, pair.length - 5]) {
        const changed = pair.slice(0, at) + (pair[at] === "A" ? "B" : "A") + pair.slice(at + 1);
        expect(await read(name, changed)).toBeNull();
      }
    },
  );

  test.each(["wish", "typed", "checkout"] as const)(
    "%s, which may contain personal data, is unreadable in the browser [SES-08]",
    async (name) => {
      const line = headerOf([await cookies[name].serialize(values[name])]);
      expect(await read(name, line)).toEqual(values[name]);
      const [written = ""] = decodeURIComponent(line.split("=")[1]!).split(".");
      const readable = [written, Buffer.from(written, "base64").toString("latin1")].join(" ");
      for (const key of Object.keys(values[name])) expect(readable).not.toContain(key);
    },
  );

  test.each(names)(
    "%s that an older SESSION_SECRET signed is still read, and the newest secret signs [SES-08]",
    async (name) => {
      const [older, newer] = ["an-older-secret-an-older-secret-1", "a-newer-secret-a-newer-secret-12"];
      const underSecrets = async (secrets: string) => {
        vi.resetModules();
        vi.stubEnv("SESSION_SECRET", secrets);
        const { shopCookies: create } = await import("#app/session/cookies.server.ts");
        vi.unstubAllEnvs();
        const ofKeys = create({ tenant, isSecure: false, origin: "http://acme.localhost" } as Site);
        return {
          write: async () => headerOf([await ofKeys[name].serialize(values[name])]),
          read: async (header: string) => (await Session.read(ofKeys, header))[name],
        };
      };
      const [before, during, after] = [
        await underSecrets(older),
        await underSecrets(`${newer},${older}`),
        await underSecrets(newer),
      ];
      expect(await during.read(await before.write())).toEqual(values[name]);
      expect(await after.read(await during.write())).toEqual(values[name]);
      expect(await after.read(await before.write())).toBeNull();
    },
  );
});
