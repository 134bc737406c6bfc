import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Grant } from "../../../api/domain/roles.ts";
import { acceptInvitation } from "../../../api/staff/invitations.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { STAFF_PASSWORD, type TestMember } from "../../helpers/api/test-staff.ts";
import { engines } from "../../helpers/database/test-database.ts";

const ACTS = ["invite", "withdraw", "grant", "revoke", "reset", "disable", "enable"] as const;
const ACME: Grant = { role: "owner", brand: "acme" };

describe.each(engines)("the staff of single brands on %s", (engine) => {
  let api: TestApi;
  let chief: TestMember;
  let owner: TestMember;
  beforeAll(async () => {
    api = await startTestApi(engine, {
      tenants: ["acme", "globex"],
      staff: { limits: { loginFailuresPerNet: 10_000 } },
    });
    chief = await api.staff.member({ role: "owner", brand: "*" });
    owner = await api.staff.member(ACME);
  });
  afterAll(() => api.close());

  let strangers = 0;
  const newEmail = () => `stranger-${++strangers}@staff.test`;
  const post = ({ token }: TestMember, act: string, body: object) =>
    api.staff.call("POST", `/members/${act}`, { token, body: { reason: "Has left", ...body } });
  const list = async ({ token }: TestMember) => (await api.staff.call("GET", "/members", { token })).body;
  const emails = async (by: TestMember): Promise<string[]> =>
    (await list(by)).members.map(({ email }: { email: string }) => email);
  const grantsOf = async (email: string): Promise<Grant[]> =>
    (await list(chief)).members
      .find((member: { email: string }) => member.email === email)
      .grants.map(({ role, brand }: Grant) => ({ role, brand }));
  const answer = async (token: string, typed: object = {}) => {
    const { body } = await api.staff.call("GET", `/invitations/${token}`);
    const common = { name: "Asha Rao", password: STAFF_PASSWORD, code: body.secret ? api.staff.code(body) : "000000" };
    return api.staff.call("POST", `/invitations/${token}`, { body: { ...common, ...typed } });
  };
  const rows = async () =>
    JSON.stringify([await list(chief), await api.staff.read.selectFrom("grants").selectAll().execute()]);

  test("are invited, given roles, reset and disabled by the brand's owner", async () => {
    const email = newEmail();
    const invited = await post(owner, "invite", { email, role: "support", brand: "acme" });
    expect((await list(owner)).invitations).toMatchObject([{ email, brand: "acme", may_manage: true }]);
    await api.staff.accept(invited.body.token, { email });
    expect((await post(owner, "grant", { email, role: "finance", brand: "acme" })).status).toBe(200);
    expect((await post(owner, "revoke", { email, role: "support", brand: "acme" })).status).toBe(200);
    expect(await grantsOf(email)).toEqual([{ role: "finance", brand: "acme" }]);
    const { body } = await post(owner, "reset", { email });
    expect((await answer(body.token)).status).toBe(200);
    expect((await post(owner, "disable", { email })).status).toBe(200);
    expect((await post(owner, "enable", { email })).status).toBe(200);
    const acts = await api.staff.call("GET", "/audit?brand=acme&limit=1000", { token: owner.token });
    const told = acts.body.entries.filter(({ subject }: { subject: string }) => subject === email);
    expect(told.map(({ act }: { act: string }) => act).reverse()).toEqual(
      ["invite", "accept", "grant", "revoke", "reset", "disable", "enable"].map((act) => `staff.${act}`),
    );
  });

  test("of other brands, of all brands, and without roles are unknown to the owner", async () => {
    const mine = await api.staff.member({ role: "support", brand: "acme" });
    const others = await Promise.all([
      api.staff.member({ role: "support", brand: "globex" }),
      api.staff.member({ role: "auditor", brand: "*" }),
      api.staff.member({ role: "support", brand: "none" }),
    ]);
    const bare = await api.staff.member({ role: "support", brand: "acme" });
    await post(chief, "revoke", { email: bare.email, role: "support", brand: "acme" });
    const hidden = [...others, bare, chief];
    const invited = newEmail();
    await post(chief, "invite", { email: invited, role: "support", brand: "globex" });
    await post(chief, "reset", { email: others[0]!.email });

    const seen = await emails(owner);
    expect(seen).toContain(mine.email);
    const file = await api.staff.call("GET", "/members/export", { token: owner.token });
    expect(file.text).toContain(mine.email);
    for (const { email } of [...hidden, { email: invited }]) {
      expect([email, seen.includes(email), file.text.includes(email)]).toEqual([email, false, false]);
      expect(JSON.stringify(await list(owner))).not.toContain(email);
    }
    const before = await rows();
    for (const act of ACTS.slice(1)) {
      const unknown = await post(owner, act, { email: "nobody@staff.test", role: "support", brand: "acme" });
      for (const { email } of hidden) {
        const refused = await post(owner, act, { email, role: "support", brand: "acme" });
        expect([act, email, refused.status, refused.text]).toEqual([act, email, 404, unknown.text]);
      }
    }
    expect((await post(owner, "withdraw", { email: invited })).status).toBe(404);
    expect((await post(owner, "withdraw", { email: invited, brand: "globex" })).status).toBe(404);
    expect(await rows()).toBe(before);
  });

  test("get no role in a brand that is not the owner's, which is answered like one that does not exist", async () => {
    const { email } = await api.staff.member({ role: "support", brand: "acme" });
    const before = await rows();
    for (const act of ["invite", "grant", "revoke"]) {
      for (const brand of ["globex", "*", "nosuch"]) {
        const { status, body } = await post(owner, act, { email, role: "support", brand });
        expect([act, brand, status, body.errors]).toEqual([act, brand, 400, { brand: "There is no such brand." }]);
      }
    }
    expect(await rows()).toBe(before);
  });

  test.each([
    ["another brand", "globex"],
    ["all brands", "*"],
  ])("of %s get a link like strangers, and the role once they sign in with their own app", async (_which, brand) => {
    const known = await api.staff.member({ role: "support", brand });
    const grant = { role: "support", brand: "acme" } as const;
    const [stranger, member] = [
      await post(owner, "invite", { email: newEmail(), ...grant }),
      await post(owner, "invite", { email: known.email, ...grant }),
    ];
    expect([member.status, Object.keys(member.body)]).toEqual([stranger.status, Object.keys(stranger.body)]);
    const shown = async (token: string) => Object.keys((await api.staff.call("GET", `/invitations/${token}`)).body);
    expect(await shown(member.body.token)).toEqual(await shown(stranger.body.token));
    // Who has only the link cannot take the account over.
    const wrong = await answer(member.body.token);
    expect(wrong).toMatchObject({ status: 400, body: { errors: { code: expect.any(String) } } });
    expect((await answer(stranger.body.token, { code: "000000" })).text).toBe(wrong.text);
    expect(await grantsOf(known.email)).toEqual([{ role: "support", brand }]);
    const joined = await answer(member.body.token, { code: known.recoveryCodes[0] });
    expect([joined.status, joined.body.recovery_codes]).toEqual([200, []]);
    expect(await grantsOf(known.email)).toHaveLength(2);
    // Now the brand's owner knows them.
    expect((await post(owner, "invite", { email: known.email, role: "finance", brand: "acme" })).body.token).toBeNull();
    expect(await grantsOf(known.email)).toHaveLength(3);
  });

  test("of all brands get a role at once from an owner of all, and in the list of a brand there is nobody new", async () => {
    const known = await api.staff.member({ role: "auditor", brand: "*" });
    const before = await list(owner);
    expect(
      (await post(chief, "invite", { email: known.email, role: "support", brand: "globex" })).body.token,
    ).toBeNull();
    expect(await grantsOf(known.email)).toHaveLength(2);
    expect(await list(owner)).toEqual(before);
  });

  test("with roles elsewhere too are shown with the brand's alone, which its owner may take away, and nothing more", async () => {
    const both = await api.staff.member({ role: "finance", brand: "acme" }, { role: "owner", brand: "globex" });
    const { email } = both;
    const shown = (await list(owner)).members.find((member: { email: string }) => member.email === email);
    expect(shown.grants).toEqual([{ role: "finance", brand: "acme", may_revoke: true }]);
    expect([shown.may_manage, JSON.stringify(await list(owner)).includes("globex")]).toEqual([false, false]);
    for (const act of ["reset", "disable", "enable", "withdraw"])
      expect([act, (await post(owner, act, { email })).status]).toEqual([act, 404]);
    expect((await post(owner, "revoke", { email, role: "owner", brand: "globex" })).status).toBe(400);
    expect((await post(owner, "revoke", { email, role: "finance", brand: "acme" })).status).toBe(200);
    expect(await grantsOf(email)).toEqual([{ role: "owner", brand: "globex" }]);
    expect(await emails(owner)).not.toContain(email);
  });

  test("whose account a brand's owner may have opened get no role elsewhere without their own password", async () => {
    const { email } = await api.staff.member({ role: "support", brand: "acme" });
    const before = await grantsOf(email);
    for (const brand of ["globex", "*"]) {
      const grant = { email, role: "owner", brand };
      expect((await post(chief, "grant", grant)).status).toBe(409);
      expect((await post(chief, "invite", grant)).body.token).toEqual(expect.any(String));
    }
    expect(await grantsOf(email)).toEqual(before);
  });

  test("are invited by two brands at once, and neither learns of the other's invitation", async () => {
    const email = newEmail();
    const other = await api.staff.member({ role: "owner", brand: "globex" });
    const first = await post(owner, "invite", { email, role: "support", brand: "acme" });
    const second = await post(other, "invite", { email, role: "finance", brand: "globex" });
    expect([first.status, second.status]).toEqual([200, 200]);
    const seen = (await list(other)).invitations.filter((invitation: { email: string }) => invitation.email === email);
    expect(seen).toMatchObject([{ role: "finance", brand: "globex" }]);
    expect((await post(other, "withdraw", { email })).status).toBe(200);
    expect((await answer(first.body.token)).status).toBe(200);
    expect((await answer(second.body.token)).status).toBe(404);
  });

  test("lose a link whose maker may not give it any more", async () => {
    const maker = await api.staff.member(ACME);
    const email = newEmail();
    const { email: taken } = await api.staff.member({ role: "support", brand: "acme" });
    const invited = await post(maker, "invite", { email, role: "support", brand: "acme" });
    const reset = await post(maker, "reset", { email: taken });
    const show = async ({ body }: typeof reset) => (await api.staff.call("GET", `/invitations/${body.token}`)).status;
    expect([await show(invited), await show(reset)]).toEqual([200, 200]);
    await api.staff.give(taken, { role: "finance", brand: "globex" });
    expect([await show(invited), await show(reset), (await answer(reset.body.token)).status]).toEqual([200, 404, 404]);
    await post(chief, "revoke", { email: maker.email, ...ACME });
    expect([await show(invited), (await answer(invited.body.token)).status]).toEqual([404, 404]);
  });

  test("lose a link whose maker loses the role while it is being used", async () => {
    const maker = await api.staff.member(ACME);
    const email = newEmail();
    const { body } = await post(maker, "invite", { email, role: "support", brand: "acme" });
    const shown = await api.staff.call("GET", `/invitations/${body.token}`);
    const { parts } = api.staff;
    const passwords = {
      ...parts.passwords,
      // Between the first look at the link and its use.
      hash: async (...asked: Parameters<typeof parts.passwords.hash>) => {
        await post(chief, "revoke", { email: maker.email, ...ACME });
        return parts.passwords.hash(...asked);
      },
    };
    const acceptance = {
      token: body.token,
      name: "Late",
      password: STAFF_PASSWORD,
      net: "192.0.2.9",
      code: api.staff.code(shown.body),
      browser: { client: "", token: undefined },
    };
    await expect(acceptInvitation({ ...parts, passwords }, acceptance)).rejects.toMatchObject({ status: 404 });
    expect(await emails(chief)).not.toContain(email);
  });

  test("are only read by a brand's managers and auditors", async () => {
    for (const role of ["manager", "auditor"] as const) {
      const reader = await api.staff.member({ role, brand: "acme" });
      const { members } = await list(reader);
      expect(members.some(({ email }: { email: string }) => email === owner.email)).toBe(true);
      expect(members.filter(({ may_manage }: { may_manage: boolean }) => may_manage)).toEqual([]);
      for (const act of ACTS)
        expect([act, (await post(reader, act, { email: owner.email })).status]).toEqual([act, 404]);
    }
    const both = await api.staff.member(ACME, { role: "manager", brand: "globex" });
    const { members } = await list(both);
    const managed = new Map(members.map(({ email, may_manage }: any) => [email, may_manage]));
    const { email } = await api.staff.member({ role: "owner", brand: "globex" });
    expect([managed.get(owner.email), (await emails(both)).includes(email)]).toEqual([true, true]);
    expect((await post(both, "disable", { email })).status).toBe(404);
  });

  test("keep an owner, also when two take the role from each other at once", async () => {
    for (const [one, other] of [
      ["revoke", "revoke"],
      ["disable", "revoke"],
      ["disable", "disable"],
    ] as const) {
      const race = await startTestApi(engine, { staff: {} });
      const [first, second] = [await race.staff.member(ACME), await race.staff.member(ACME)];
      const act = (by: TestMember, name: string, email: string) =>
        race.staff.call("POST", `/members/${name}`, { token: by.token, body: { email, ...ACME, reason: "A race" } });
      const answers = await Promise.all([act(first, one, second.email), act(second, other, first.email)]);
      const statuses = answers.map(({ status }) => status);
      expect([one, other, statuses.filter((status) => status === 200).length]).toEqual([one, other, 1]);
      const winner = statuses[0] === 200 ? first : second;
      for (const name of ["revoke", "disable"])
        expect([name, (await act(winner, name, winner.email)).status]).toEqual([name, 409]);
      await race.close();
    }
  });
});
