import { afterEach, beforeEach, expect, test } from "vitest";

import { identifyVisitor } from "#app/session/visitor.server.ts";

import { ForeignHost } from "../../../helpers/backend/foreign-host.ts";
import { clientOf } from "../../../helpers/storefront/client.ts";

let host: ForeignHost;
beforeEach(async () => {
  host = await new ForeignHost().start();
});
afterEach(() => host[Symbol.asyncDispose]());

test.each([500, 503, 404])(
  "keeps the shopper signed in when the backend answers %d to the request for the user",
  async (status) => {
    const { open, signIn, commerceBackend } = await clientOf(host);
    const { tokens } = (await signIn()).session;
    const { session, commerce } = await open(tokens);
    host.fail("GET /user-data/", status, {}, 1);
    const visitor = await identifyVisitor(session, commerce, commerceBackend);
    expect(visitor).toMatchObject({ isSignedIn: true, user: null, name: null, problem: expect.stringMatching(/./) });
    const { user } = await identifyVisitor(session, commerce, commerceBackend);
    host.fail("GET /user-data/", status);
    const again = await identifyVisitor(session, commerce, commerceBackend);
    expect(again.name).toEqual({ username: user?.username, email: user?.email });
    expect([session.tokens, await session.seal()]).toEqual([tokens, []]);
  },
);

test("makes the visitor anonymous and removes both tokens when the backend has ended the session", async () => {
  const { open, signIn, commerceBackend } = await clientOf(host);
  const { tokens } = (await signIn()).session;
  host.endSessions();
  const { session, commerce } = await open(tokens);
  expect(await identifyVisitor(session, commerce, commerceBackend)).toMatchObject({ isSignedIn: false, user: null });
  expect((await session.seal()).map((line) => line.split("=", 1)[0])).toEqual(
    expect.arrayContaining(["access_token", "refresh_token"]),
  );
});
