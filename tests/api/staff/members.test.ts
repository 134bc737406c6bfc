import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { listAudit } from "../../../api/repositories/staff/audit.ts";
import { confirmMember } from "../../../api/staff/confirm-member.ts";
import { findMember } from "../../../api/staff/member.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import type { TestMember } from "../../helpers/api/test-staff.ts";
import { engines } from "../../helpers/database/test-database.ts";

const MINUTE = 60_000;
const OWNER = { role: "owner", brand: "*" } as const;

describe.each(engines)("members of the staff on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine, { staff: { limits: { loginFailuresPerNet: 10_000 } } });
  });
  afterAll(() => api.close());

  const post = ({ token }: TestMember, path: string, body: object) =>
    api.staff.call("POST", `/members/${path}`, { token, body: { reason: "Has left", ...body } });

  test("are invited, granted, revoked, disabled and enabled by an owner, and each act is noted", async () => {
    const owner = await api.staff.member(OWNER);
    const grant = { email: "new@staff.test", role: "catalogue", brand: "globex" };
    const invited = await post(owner, "invite", grant);
    expect(invited.status).toBe(200);
    const listed = await api.staff.call("GET", "/members", { token: owner.token });
    expect(listed.body.invitations).toMatchObject([grant]);
    const member = await api.staff.accept(invited.body.token, grant);
    expect((await post(owner, "invite", { ...grant, role: "finance" })).body).toEqual({ token: null });
    expect((await post(owner, "grant", { ...grant, role: "support" })).status).toBe(200);
    expect((await post(owner, "revoke", grant)).status).toBe(200);
    const { body } = await api.staff.call("GET", "/members", { token: owner.token });
    const { grants } = body.members.find(({ email }: { email: string }) => email === grant.email);
    expect(grants).toHaveLength(2);
    expect(grants).toEqual(
      expect.arrayContaining([
        { role: "finance", brand: "globex", may_revoke: true },
        { role: "support", brand: "globex", may_revoke: true },
      ]),
    );
    expect((await post(owner, "disable", grant)).status).toBe(200);
    expect((await api.staff.call("GET", "/me", { token: member.token })).status).toBe(401);
    expect((await post(owner, "enable", grant)).status).toBe(200);
    expect((await post(owner, "reset", grant)).body.token).toMatch(/^[\w-]{43}$/);

    const acts = await api.staff.read
      .selectFrom("audit")
      .select(["act", "actor", "reason"])
      .where("subject", "=", grant.email)
      .orderBy("number")
      .execute();
    const [by, self] = [owner.email, grant.email];
    expect(acts.map(({ act, actor }) => `${act} ${actor}`)).toEqual([
      `staff.invite ${by}`,
      `staff.accept ${self}`,
      `staff.grant ${by}`,
      `staff.grant ${by}`,
      `staff.revoke ${by}`,
      `staff.disable ${by}`,
      `staff.enable ${by}`,
      `staff.reset ${by}`,
    ]);
    const withReason = acts.filter(({ reason }) => reason === "Has left").map(({ act }) => act);
    expect(withReason).toEqual(["staff.disable", "staff.reset"]);
  });

  test("are disabled and get a link only for a reason", async () => {
    const [owner, { email, token }] = [await api.staff.member(OWNER), await api.staff.member(OWNER)];
    for (const act of ["disable", "reset"])
      for (const reason of [undefined, " ", "x".repeat(201)]) {
        const { status, body } = await post(owner, act, { email, reason });
        expect([act, status, Object.keys(body.errors)]).toEqual([act, 400, ["reason"]]);
      }
    expect((await api.staff.call("GET", "/me", { token })).status).toBe(200);
  });

  test("refuse unknown roles, brands and addresses beside the field", async () => {
    const owner = await api.staff.member(OWNER);
    const grant = { email: "x@staff.test", role: "support", brand: "acme" };
    expect((await post(owner, "invite", { ...grant, brand: "nosuch" })).body.errors).toHaveProperty("brand");
    expect((await post(owner, "invite", { ...grant, role: "king" })).body.errors).toHaveProperty("role");
    expect((await post(owner, "invite", { ...grant, email: "x" })).body.errors).toHaveProperty("email");
    for (const act of ["grant", "revoke", "disable", "enable", "reset"])
      expect([act, (await post(owner, act, grant)).status]).toEqual([act, 404]);
    const noted = api.staff.read.selectFrom("audit").select("act").where("subject", "=", grant.email).execute();
    expect(await noted).toEqual([]); // an act that is refused leaves nothing
  });

  test("need a code ten minutes after the last one, and no code counts twice", async () => {
    const owner = await api.staff.member(OWNER);
    const grant = { email: "late@staff.test", role: "support", brand: "acme" };
    api.clock.turn(10 * MINUTE - 1);
    expect((await post(owner, "invite", grant)).status).toBe(200);
    api.clock.turn(1);
    const answers = [
      await post(owner, "invite", grant),
      await post(owner, "invite", { ...grant, code: "" }),
      await post(owner, "invite", { ...grant, code: "000000" }),
    ];
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
      [403, "code_required"],
      [403, "code_required"],
      [403, "code_wrong"],
    ]);
    const code = api.staff.code(owner);
    expect((await post(owner, "invite", { ...grant, code })).status).toBe(200);
    expect((await post(owner, "disable", { email: "nobody@staff.test" })).status).toBe(404); // now without one
    api.clock.turn(10 * MINUTE);
    expect((await post(owner, "invite", { ...grant, code })).body.error).toBe("code_wrong");
    expect((await post(owner, "invite", { ...grant, code: owner.recoveryCodes[0] })).status).toBe(200);
    const confirmed = await listAudit(api.staff.read, { actor: owner.email, act: "session.confirm", limit: 10 });
    expect(confirmed).toMatchObject([
      { subject: owner.email, brand: null, after: '{"with":"recovery code"}', origin: expect.stringMatching(/./) },
    ]);
    expect(JSON.stringify(confirmed)).not.toContain(owner.recoveryCodes[0]!.slice(0, 5));
  });

  test("guess no codes: after five wrong ones even the right one waits", async () => {
    const owner = await api.staff.member(OWNER);
    api.clock.turn(10 * MINUTE);
    const member = (await findMember(api.staff.parts, owner.token, "192.0.2.7"))!;
    const confirm = (code: string) =>
      confirmMember(api.staff.parts, member, code).then(
        () => 200,
        ({ status }: { status: number }) => status,
      );
    for (let tries = 0; tries < 5; tries++) expect(await confirm("000000")).toBe(403);
    expect(await confirm(api.staff.code(owner))).toBe(429);
  });
});

describe.each(engines)("the last owner on %s", (engine) => {
  test("stays, however it is tried, and also when two leave at once", async () => {
    const api = await startTestApi(engine, { staff: {} });
    const [first, second] = [await api.staff.member(OWNER), await api.staff.member(OWNER)];
    await api.staff.member({ role: "owner", brand: "acme" }); // of one brand: does not count
    const post = (by: TestMember, path: string, email: string) =>
      api.staff.call("POST", `/members/${path}`, { token: by.token, body: { email, ...OWNER, reason: "A race" } });

    for (const [one, other] of [
      ["disable", "revoke"],
      ["revoke", "revoke"],
      ["disable", "disable"],
    ] as const) {
      const answers = await Promise.all([post(first, one, second.email), post(second, other, first.email)]);
      const statuses = answers.map(({ status }) => status);
      expect([one, other, statuses.filter((status) => status === 200).length]).toEqual([one, other, 1]);
      const loser = statuses[0] === 200 ? second : first;
      const winner = loser === first ? second : first;
      expect((await post(winner, "revoke", winner.email)).status).toBe(409);
      expect((await post(winner, "disable", winner.email)).status).toBe(409);
      expect((await post(winner, "enable", loser.email)).status).toBe(200);
      await api.staff.give(loser.email, OWNER);
      if (one !== "revoke") {
        api.clock.turn(30_000);
        const { body } = await api.staff.signIn(loser.email, api.staff.code(loser));
        loser.token = body.token ?? loser.token;
      }
    }
    await api.close();
  });
});
