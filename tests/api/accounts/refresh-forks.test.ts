import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { locksOff } from "../../helpers/database/locks-off.ts";
import { engines } from "../../helpers/database/test-database.ts";

const MINUTE = 60_000;

const refreshAt = (api: TestApi) => (refresh_token: string) =>
  api.request("POST", "/user/refreshtoken/", { body: { refresh_token } });

/** Two successors of one token, as two replicas get them for one browser, or a browser and a thief. */
async function fork(api: TestApi) {
  const { refreshToken } = await api.signUp();
  const refresh = refreshAt(api);
  const [first, second] = await Promise.all([refresh(refreshToken), refresh(refreshToken)]);
  return [first.body, second.body] as { access_token: string; refresh_token: string }[];
}

describe.each(engines)("successors of a refresh token on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
  });
  afterAll(() => api.close());

  const refresh = (token: string) => refreshAt(api)(token);
  const isSignedIn = async (token: string) => (await api.request("GET", "/user-data/", { token })).status === 200;

  test("work for two tabs that refresh at once, whichever successor the browser kept", async () => {
    const [first, second] = await fork(api);
    expect([await isSignedIn(first!.access_token), await isSignedIn(second!.access_token)]).toEqual([true, true]);
    let kept = second!.refresh_token;
    for (let turn = 0; turn < 3; turn++) {
      api.clock.turn(15 * MINUTE);
      // Two tabs at once again, at two replicas.
      const answers = await Promise.all([refresh(kept), refresh(kept)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      kept = answers[turn % 2]!.body.refresh_token;
    }
  });

  test("let a client whose answer got lost try again with the old token", async () => {
    const { refreshToken } = await api.signUp();
    await refresh(refreshToken);
    api.clock.turn(30_000);
    await refresh(refreshToken);
    api.clock.turn(30_000);
    let last = await refresh(refreshToken);
    for (let turn = 0; turn < 3; turn++) {
      expect(last.status).toBe(200);
      api.clock.turn(15 * MINUTE);
      last = await refresh(last.body.refresh_token);
    }
    expect(await isSignedIn(last.body.access_token)).toBe(true);
  });

  test("end the session, for the owner and for the thief, when both are exchanged", async () => {
    const [owner, thief] = await fork(api);
    api.clock.turn(15 * MINUTE);
    const mine = await refresh(owner!.refresh_token);
    expect(mine.status).toBe(200);
    api.clock.turn(15 * MINUTE);
    expect((await refresh(thief!.refresh_token)).status).toBe(401);
    expect((await refresh(mine.body.refresh_token)).status).toBe(401);
    expect(await isSignedIn(mine.body.access_token)).toBe(false);
  });

  test("end the session when both are exchanged at once", async () => {
    for (let round = 0; round < 5; round++) {
      const branches = await fork(api);
      const answers = await Promise.all(branches.map(({ refresh_token }) => refresh(refresh_token)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
      const winner = answers.find(({ status }) => status === 200)!.body;
      expect((await refresh(winner.refresh_token)).status).toBe(401);
    }
  });

  test("number five of 60 exchanges of one token at once, and nobody is signed out", async () => {
    const { refreshToken } = await api.signUp();
    const answers = [];
    for (let batch = 0; batch < 6; batch++)
      answers.push(...(await Promise.all(Array.from({ length: 10 }, () => refresh(refreshToken)))));
    const good = answers.filter(({ status }) => status === 200);
    expect(good).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(55);
    expect(await isSignedIn(good[0]!.body.access_token)).toBe(true);
    expect((await refresh(good[4]!.body.refresh_token)).status).toBe(200);
  });
});

test("control: both live on with the locks off when exchanged at once", async () => {
  const api = await startTestApi("postgres", { wrapDatabase: locksOff });
  let went = 0;
  for (let round = 0; round < 20 && went === 0; round++) {
    const branches = await fork(api);
    const answers = await Promise.all(branches.map(({ refresh_token }) => refreshAt(api)(refresh_token)));
    if (answers.every(({ status }) => status === 200)) went++;
  }
  await api.close();
  expect(went).toBe(1);
});

describe.each(engines)("sessions of one user on %s", (engine) => {
  test("have a limit: one more ends the least recently used", async () => {
    const api = await startTestApi(engine, { limits: { sessionsPerUser: 3 } });
    const { email, token, refreshToken } = await api.signUp();
    const tokens = [token];
    for (let login = 0; login < 2; login++) {
      api.clock.turn(1_000);
      tokens.push((await api.login(email)).body.access_token);
    }
    api.clock.turn(1_000);
    expect((await refreshAt(api)(refreshToken)).status).toBe(200);
    api.clock.turn(1_000);
    tokens.push((await api.login(email)).body.access_token);
    const statuses = await Promise.all(
      tokens.map(async (token) => (await api.request("GET", "/user-data/", { token })).status),
    );
    expect(statuses).toEqual([200, 401, 200, 200]);
    await api.close();
  });

  test("have a limit in a burst of logins, too", async () => {
    const api = await startTestApi(engine, { limits: { sessionsPerUser: 3 } });
    const { email } = await api.signUp();
    const logins = await Promise.all(Array.from({ length: 5 }, () => api.login(email)));
    expect(logins.map(({ status }) => status)).toEqual(Array(5).fill(200));
    const living = api.shop().db.read.selectFrom("sessions").select("id").where("revoked_at", "is", null);
    expect(await living.execute()).toHaveLength(3);
    await api.close();
  });
});
