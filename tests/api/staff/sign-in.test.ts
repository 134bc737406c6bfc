import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { listAudit } from "../../../api/repositories/staff/audit.ts";
import { setRecoveryCodes } from "../../../api/repositories/staff/members.ts";
import { DEMO_MEMBER, seedDemoMember } from "../../../api/staff/demo-member.ts";
import { inviteAgain } from "../../../api/staff/invitations.ts";
import { disableMember } from "../../../api/staff/manage-members.ts";
import { hashRecoveryCode } from "../../../api/staff/second-factor.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { STAFF_PASSWORD } from "../../helpers/api/test-staff.ts";
import { engines } from "../../helpers/database/test-database.ts";

const STEP_MS = 30_000;
const WRONG = "The e-mail address, the password or the code is wrong.";
const OPERATOR = { name: "command line", origin: "test" };

describe.each(engines)("signing in to the console on %s", (engine) => {
  let api: TestApi;
  let isDemo = true;
  beforeAll(async () => {
    api = await startTestApi(engine, { staff: { isDemo: () => isDemo, limits: { loginFailuresPerNet: 10_000 } } });
  });
  afterAll(() => api.close());

  /** A member whose app shows a code that it has not shown yet. */
  async function newMember() {
    const member = await api.staff.member({ role: "support", brand: "acme" });
    api.clock.turn(STEP_MS);
    return member;
  }

  test("takes the address in any case, the password and the code", async () => {
    const member = await newMember();
    const { status, body } = await api.staff.signIn(member.email.toUpperCase(), api.staff.code(member));
    expect(status).toBe(200);
    const me = await api.staff.call("GET", "/me", { token: body.token });
    expect(me.body).toMatchObject({ email: member.email, name: "Asha Rao", everywhere: [] });
    expect(me.body.brands.map(({ id }: { id: string }) => id)).toEqual(["acme"]);
  });

  test("answers one text for whatever is wrong, and says nothing about who is a member", async () => {
    const member = await newMember();
    const code = api.staff.code(member);
    const answers = [
      await api.staff.signIn(member.email, code, "another long password"),
      await api.staff.signIn("nobody@staff.test", code),
      await api.staff.signIn(member.email, "000000" === code ? "000001" : "000000"),
      await api.staff.signIn(member.email, ""),
      await api.staff.signIn(member.email, api.staff.code(member, -3)),
      await api.staff.signIn(member.email, code, "x".repeat(100_000)),
    ];
    expect(answers.map(({ status, body }) => [status, body.detail])).toEqual(answers.map(() => [400, WRONG]));
  });

  test("notes and counts what is refused, of members alone by name", async () => {
    const member = await newMember();
    const code = api.staff.code(member);
    const { refusals } = api.staff.parts;
    const counted = async () =>
      Object.fromEntries((await refusals.get()).values.map(({ labels, value }) => [labels.fault, value]));
    const before = await counted();
    await api.staff.signIn(member.email, code, "another long password");
    await api.staff.signIn(member.email, code === "000000" ? "000001" : "000000");
    await api.staff.signIn("nobody@staff.test", code);
    await api.staff.call("POST", "/sign-in/passkey", { body: { passkey: "{}" } });
    api.clock.turn(11 * 60_000);
    await api.staff.call("POST", "/confirm", { token: member.token, body: { code: "wrong-code" } });
    await disableMember(api.staff.parts, OPERATOR, member.email);
    await api.staff.signIn(member.email, api.staff.code(member));
    const noted = () => listAudit(api.staff.read, { actor: member.email, limit: 20 });
    await expect
      .poll(async () =>
        (await noted())
          .map(({ act, after }) => `${act} ${after}`)
          .filter((line) => line.includes("refused"))
          .sort(),
      )
      .toEqual([
        'confirm.refused {"fault":"code"}',
        'session.refused {"fault":"code"}',
        'session.refused {"fault":"disabled"}',
        'session.refused {"fault":"password"}',
      ]);
    expect(await listAudit(api.staff.read, { actor: "nobody@staff.test", limit: 1 })).toEqual([]);
    const after = await counted();
    const grown = Object.keys(after).map((fault) => [fault, after[fault]! - (before[fault] ?? 0)]);
    expect(Object.fromEntries(grown)).toMatchObject({ password: 1, code: 2, address: 1, passkey: 1, disabled: 1 });
    expect(JSON.stringify(await noted())).not.toContain("another long password");
  });

  test("notes a few of the attempts beyond the limits, and counts them all", async () => {
    const member = await newMember();
    const { refusals } = api.staff.parts;
    const countLimits = async () =>
      (await refusals.get()).values.find(({ labels }) => labels.fault === "limit")?.value ?? 0;
    const before = await countLimits();
    const attempts = Array.from({ length: 30 }, () => api.staff.signIn(member.email, "", "another long password"));
    await Promise.all(attempts);
    expect((await countLimits()) - before).toBe(25);
    const noted = async () => {
      const entries = await listAudit(api.staff.read, { actor: member.email, act: "session.refused", limit: 50 });
      return entries.map(({ after }) => JSON.parse(after!).fault as string).sort();
    };
    await newMember(); // whose entries follow
    await expect.poll(noted).toEqual([...Array<string>(5).fill("limit"), ...Array<string>(5).fill("password")]);
  });

  test("takes each code once, also one that is used by two at once", async () => {
    const member = await newMember();
    const code = api.staff.code(member);
    const both = await Promise.all([api.staff.signIn(member.email, code), api.staff.signIn(member.email, code)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect((await api.staff.signIn(member.email, code)).status).toBe(400);
    expect((await api.staff.signIn(member.email, api.staff.code(member, -1))).status).toBe(400); // older than the last
    expect((await api.staff.signIn(member.email, api.staff.code(member, 1))).status).toBe(200); // a fast clock
  });

  test("takes a recovery code once, as it is printed or typed", async () => {
    const member = await newMember();
    const [first, second] = member.recoveryCodes as [string, string];
    expect(first).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){3}$/);
    expect((await api.staff.signIn(member.email, first)).status).toBe(200);
    expect((await api.staff.signIn(member.email, first)).status).toBe(400);
    expect((await api.staff.signIn(member.email, ` ${second.toUpperCase().replaceAll("-", " ")} `)).status).toBe(200);
    const other = await newMember();
    expect((await api.staff.signIn(other.email, member.recoveryCodes[2]!)).status).toBe(400);
    api.clock.turn(STEP_MS);
    expect((await api.staff.signIn(member.email, api.staff.code(member))).status).toBe(200);
    const noted = await listAudit(api.staff.read, { actor: member.email, act: "session.open", limit: 10 });
    expect(noted.map(({ after }) => JSON.parse(after!).with)).toEqual(["app", "recovery code", "recovery code"]);
  });

  test("takes a recovery code of ten letters, as they were made before", async () => {
    const member = await newMember();
    const { id } = (await api.staff.read
      .selectFrom("members")
      .select("id")
      .where("email", "=", member.email)
      .executeTakeFirst())!;
    await api.staff.parts.db.transaction((tx) => setRecoveryCodes(tx, id, [hashRecoveryCode("abcde-fghjk")]));
    expect((await api.staff.signIn(member.email, "abcde-fghjk")).status).toBe(200);
    expect((await api.staff.signIn(member.email, "abcde-fghjk")).status).toBe(400);
  });

  test("locks out after five failures, even with the right password and code", async () => {
    const member = await newMember();
    for (let tries = 0; tries < 5; tries++)
      expect((await api.staff.signIn(member.email, "123", STAFF_PASSWORD)).status).toBe(400);
    expect((await api.staff.signIn(member.email, api.staff.code(member))).status).toBe(429);
    expect((await api.staff.signIn((await newMember()).email, "123")).status).toBe(400);
  });

  test("strangers cannot lock a member out on a browser that has signed them in", async () => {
    const [member, other] = [await newMember(), await newMember()];
    const { device } = (await api.staff.signIn(member.email, member.recoveryCodes[0]!)).body;
    const { device: ofOther } = (await api.staff.signIn(other.email, other.recoveryCodes[0]!)).body;
    for (let tries = 0; tries < 5; tries++) await api.staff.signIn(member.email, "123");
    const tryWith = async (token?: string) =>
      (await api.staff.signIn(member.email, member.recoveryCodes[1]!, STAFF_PASSWORD, token)).status;
    const forged = `${device.slice(0, -2)}AA`;
    expect([await tryWith(), await tryWith(ofOther), await tryWith(forged)]).toEqual([429, 429, 429]);
    expect(await tryWith(device)).toBe(200);

    for (let tries = 0; tries < 5; tries++) await api.staff.signIn(member.email, "123", STAFF_PASSWORD, device);
    expect(await tryWith(device)).toBe(429); // its own failures count
    const link = await inviteAgain(api.staff.parts, OPERATOR, member.email);
    const again = await api.staff.accept(link, { email: member.email, password: "another stone lantern" });
    const answer = await api.staff.signIn(member.email, again.recoveryCodes[0]!, "another stone lantern", device);
    expect(answer.status).toBe(429); // a new password forgets browsers
  });

  test("refuses a disabled member like a wrong password, and ends their sessions", async () => {
    await api.staff.member({ role: "owner", brand: "*" });
    const member = await newMember();
    await disableMember(api.staff.parts, OPERATOR, member.email);
    expect((await api.staff.call("GET", "/me", { token: member.token })).status).toBe(401);
    const answer = await api.staff.signIn(member.email, api.staff.code(member));
    expect([answer.status, answer.body.detail]).toEqual([400, WRONG]);
  });

  test("lets the demo's owner in without a code only while every brand is a demo on this machine", async () => {
    await seedDemoMember(api.staff.parts);
    await seedDemoMember(api.staff.parts); // each start does
    const { email, password } = DEMO_MEMBER;
    const signedIn = await api.staff.signIn(email, "", password);
    expect(signedIn.status).toBe(200);
    const me = () => api.staff.call("GET", "/me", { token: signedIn.body.token });
    expect(await me()).toMatchObject({ status: 200, body: { has_app: false } });

    isDemo = false;
    expect((await api.staff.signIn(email, "", password)).status).toBe(400);
    expect((await api.staff.signIn(email, "123456", password)).status).toBe(400);
    expect((await me()).status).toBe(401); // also a session from before
    isDemo = true;
  });

  test("makes no demo owner where a brand is public", async () => {
    const live = await startTestApi(engine, { staff: {} });
    await seedDemoMember(live.staff.parts);
    expect((await live.staff.signIn(DEMO_MEMBER.email, "", DEMO_MEMBER.password)).status).toBe(400);
    await live.close();
  });

  test("keeps passwords, codes, secrets and tokens out of the log and, but for hashes, out of the database", async () => {
    const member = await newMember();
    const { body } = await api.staff.signIn(member.email, api.staff.code(member));
    const log = api.logged.join("\n");
    for (const secret of [STAFF_PASSWORD, member.secret, member.token, body.token, member.recoveryCodes[0]!])
      expect(log).not.toContain(secret);
    const rows = await Promise.all(
      (["members", "sessions", "recovery_codes", "audit"] as const).map((table) =>
        api.staff.read.selectFrom(table).selectAll().execute(),
      ),
    );
    const stored = JSON.stringify(rows);
    for (const secret of [STAFF_PASSWORD, member.secret, body.token, member.recoveryCodes[0]!.replace("-", "")])
      expect(stored).not.toContain(secret);
  });
});
