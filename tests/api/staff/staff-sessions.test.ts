import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { listAudit } from "../../../api/repositories/staff/audit.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { engines } from "../../helpers/database/test-database.ts";

const HOUR = 60 * 60_000;
const STEP_MS = 30_000;

describe.each(engines)("sessions of the console on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine, { staff: {} });
  });
  afterAll(() => api.close());

  const statusOf = async (token: string) => (await api.staff.call("GET", "/me", { token })).status;
  const newMember = () => api.staff.member({ role: "support", brand: "acme" });
  const list = async (token: string) => (await api.staff.call("GET", "/sessions", { token })).body;

  /** What a member has done in the audit, after joining. */
  const actsOf = async (email: string) =>
    (await listAudit(api.staff.read, { actor: email, limit: 10 }))
      .map(({ act, after }) => [act, after])
      .reverse()
      .slice(1);

  test("end after twelve hours without a request, and use prolongs them", async () => {
    const { token } = await newMember();
    for (let times = 0; times < 3; times++) {
      api.clock.turn(11 * HOUR);
      expect(await statusOf(token)).toBe(200);
    }
    api.clock.turn(12 * HOUR + 1);
    expect(await statusOf(token)).toBe(401);
  });

  test("end after seven days in any case", async () => {
    const { token } = await newMember();
    for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
      api.clock.turn(6 * HOUR);
      expect(await statusOf(token)).toBe(200);
    }
    api.clock.turn(6 * HOUR);
    expect(await statusOf(token)).toBe(401);
  });

  test("are listed, and one ends another at once", async () => {
    const member = await newMember();
    api.clock.turn(STEP_MS);
    const other = (await api.staff.signIn(member.email, api.staff.code(member))).body.token;
    const sessions = await list(member.token);
    expect(sessions).toHaveLength(2);
    const { id } = sessions.find(({ is_current }: { is_current: boolean }) => !is_current);
    expect((await api.staff.call("POST", "/sessions/end", { token: member.token, body: { id } })).status).toBe(204);
    expect([await statusOf(other), await statusOf(member.token)]).toEqual([401, 200]);
    expect((await api.staff.call("POST", "/sessions/end", { token: member.token, body: { id } })).status).toBe(404);
    expect(await actsOf(member.email)).toEqual([
      ["session.open", '{"with":"app"}'],
      ["session.end", null],
    ]);
  });

  test("of another member are not to be ended", async () => {
    const [mine, theirs] = [await newMember(), await newMember()];
    const [{ id }] = await list(theirs.token);
    expect((await api.staff.call("POST", "/sessions/end", { token: mine.token, body: { id } })).status).toBe(404);
    expect(await statusOf(theirs.token)).toBe(200);
    expect(await actsOf(mine.email)).toEqual([]);
  });

  test("end by signing out", async () => {
    const { token, email } = await newMember();
    expect((await api.staff.call("POST", "/sign-out", { token })).status).toBe(204);
    expect(await statusOf(token)).toBe(401);
    expect((await api.staff.call("POST", "/sign-out", { token })).status).toBe(401);
    expect(await actsOf(email)).toEqual([["session.close", null]]);
  });
});
