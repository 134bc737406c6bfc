import { expect, test } from "vitest";
import { createShopCookies } from "#app/session/cookies.server.ts";
import { Session } from "#app/session/session.server.ts";
import type { Site } from "#app/tenant/site.server.ts";
import { TenantSchema } from "../../../tenants/schema.ts";

const tenant = TenantSchema.parse({ id: "acme", hostnames: ["acme.localhost"] });
const cookies = createShopCookies({ tenant, isSecure: false, origin: "http://acme.localhost" } as Site);
const tokens = { accessToken: "an-access-token", refreshToken: "a-refresh-token" };

/** The Cookie header of a browser that took these Set-Cookie lines. */
const headerOf = (lines: string[]) => lines.map((line) => line.split(";", 1)[0]).join("; ");
const namesOf = (lines: string[]) => lines.map((line) => line.split("=", 1)[0]);
async function open(change: (session: Session) => void) {
  const session = await Session.read(cookies, null);
  change(session);
  return Session.read(cookies, headerOf(await session.seal()));
}

test("nobody is signed in without cookies, and what is set is read by the next request", async () => {
  expect((await open(() => {})).isSignedIn).toBe(false);
  const next = await open((session) => {
    session.signIn(tokens);
    session.setFlash({ kind: "success", text: "Welcome" });
  });
  expect([next.isSignedIn, next.tokens, next.flash]).toEqual([true, tokens, { kind: "success", text: "Welcome" }]);
});

test("[SES-05] signing out takes both tokens and the checkout, each once", async () => {
  const session = await open((before) => before.signIn(tokens));
  session.signOut();
  const lines = await session.seal();
  expect([session.isSignedIn, namesOf(lines)]).toEqual([false, ["access_token", "refresh_token", "checkout"]]);
  for (const line of lines) expect(line).toMatch(/=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/);
});

test("[REF-02] who finds the session ended elsewhere takes nothing from the browser, nor sets what had been fetched", async () => {
  const session = await open((before) => before.signIn(tokens));
  session.signIn({ accessToken: "another-token", refreshToken: "another-refresh" });
  expect(session.newRefreshToken).toBe("another-refresh");
  session.forgetTokens();
  expect([session.isSignedIn, session.newRefreshToken, await session.seal()]).toEqual([false, null, []]);
});

test("[REF-07] a cookie that is set after the headers were written is a bug that shows", async () => {
  const session = await Session.read(cookies, null);
  await session.seal();
  expect(() => session.signIn(tokens)).toThrow("the accessToken cookie was changed after the headers were written");
});

test("a flash is shown once, and the next one stays", async () => {
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
