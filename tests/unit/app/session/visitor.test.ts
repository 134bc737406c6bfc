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
  "keeps the shopper signed in when the backend answers %d to the question who it is",
  async (status) => {
    const { open, signIn } = await clientOf(host);
    const { tokens } = (await signIn()).session;
    const { session, commerce } = await open(tokens);
    host.fail("GET /user-data/", status);
    const visitor = await identifyVisitor(session, commerce);
    expect(visitor).toMatchObject({ isSignedIn: true, user: null, problem: expect.stringMatching(/./) });
    expect([session.tokens, await session.seal()]).toEqual([tokens, []]);
  },
);

test("makes the visitor anonymous and removes both tokens when the backend has ended the session", async () => {
  const { open, signIn } = await clientOf(host);
  const { tokens } = (await signIn()).session;
  host.endSessions();
  const { session, commerce } = await open(tokens);
  expect(await identifyVisitor(session, commerce)).toMatchObject({ isSignedIn: false, user: null });
  expect((await session.seal()).map((line) => line.split("=", 1)[0])).toEqual(
    expect.arrayContaining(["access_token", "refresh_token"]),
  );
});
