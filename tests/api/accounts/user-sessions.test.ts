import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { PASSWORD, startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { engines } from "../../helpers/database/test-database.ts";

const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const MINUTE = 60_000;

describe.each(engines)("a shopper's sessions on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
  });
  afterAll(() => api.close());

  const list = async (token: string) => (await api.request("GET", "/user/sessions/", { token })).body;
  const end = (token: string | undefined, id: unknown, tenant?: string) =>
    api.request("DELETE", "/user/sessions/", { token, tenant, body: { id } });
  const logIn = async (email: string, agent: string) =>
    (await api.login(email, PASSWORD, { headers: { "user-agent": agent } })).body as Record<
      "access_token" | "refresh_token",
      string
    >;

  test("are listed with browser and times, the last used first", async () => {
    const { email, refreshToken } = await api.signUp();
    const began = api.clock.now();
    api.clock.turn(MINUTE);
    const firefox = await logIn(email, FIREFOX);
    api.clock.turn(MINUTE);
    await api.request("POST", "/user/refreshtoken/", { body: { refresh_token: refreshToken } });
    api.clock.turn(MINUTE);
    const time = (minutes: number) => new Date(began + minutes * MINUTE).toISOString();
    const id = expect.stringMatching(/^[\w-]{22}$/);
    expect(await list(firefox.access_token)).toEqual([
      { id, client: "", created_at: time(0), last_used_at: time(2), is_current: false, may_confirm: false },
      {
        id,
        client: "Firefox on Linux",
        created_at: time(1),
        last_used_at: time(3),
        is_current: true,
        may_confirm: false,
      },
    ]);
  });

  test("are refused at once when ended, and the others go on [SES-05]", async () => {
    const { email, token } = await api.signUp();
    const other = await logIn(email, FIREFOX);
    const { id } = (await list(token)).find(({ client }: { client: string }) => client !== "");
    expect((await end(token, id)).status).toBe(204);
    expect((await api.request("GET", "/user-data/", { token: other.access_token })).status).toBe(401);
    const refresh = { body: { refresh_token: other.refresh_token } };
    expect((await api.request("POST", "/user/refreshtoken/", refresh)).status).toBe(401);
    expect(await list(token)).toHaveLength(1);
    expect((await end(token, id)).status).toBe(404);
  });

  test("are hidden from other shoppers and tenants [TEN-02]", async () => {
    const [mine, theirs] = [await api.signUp(), await api.signUp()];
    const [{ id }] = await list(theirs.token);
    const [foreign, unknown] = [await end(mine.token, id), await end(mine.token, "A".repeat(22))];
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
    expect((await end(mine.token, id, "globex")).status).toBe(401);
    expect(await list(theirs.token)).toHaveLength(1);
    expect((await end(undefined, id)).status).toBe(401);
    expect((await api.request("GET", "/user/sessions/")).status).toBe(401);
  });

  test("are not listed once expired", async () => {
    const { email } = await api.signUp();
    api.clock.turn(24 * 60 * MINUTE);
    const { refresh_token } = await logIn(email, FIREFOX);
    api.clock.turn(6 * 24 * 60 * MINUTE);
    const refreshed = await api.request("POST", "/user/refreshtoken/", { body: { refresh_token } });
    expect(await list(refreshed.body.access_token)).toMatchObject([{ client: "Firefox on Linux", is_current: true }]);
  });

  test("are not listed once signed out", async () => {
    const { email, token, refreshToken } = await api.signUp();
    await api.request("POST", "/user/logout/", { body: { refresh_token: refreshToken } });
    const later = await logIn(email, FIREFOX);
    expect(await list(later.access_token)).toHaveLength(1);
    expect((await api.request("GET", "/user/sessions/", { token })).status).toBe(401);
  });
});
