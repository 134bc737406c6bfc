import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { acceptInvitation, invite, inviteAgain, withdraw } from "../../../api/staff/invitations.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { STAFF_PASSWORD } from "../../helpers/api/test-staff.ts";
import { engines } from "../../helpers/database/test-database.ts";

const DAY = 24 * 60 * 60_000;
const STEP_MS = 30_000;
const OPERATOR = { name: "command line", origin: "test" };

describe.each(engines)("invitations to the console on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine, { staff: {} });
  });
  afterAll(() => api.close());

  let invited = 0;
  const newEmail = () => `invited-${++invited}@staff.test`;
  const inviteTo = async (email: string, role: "support" | "finance" = "support") =>
    (await invite(api.staff.parts, OPERATOR, email, { role, brand: "acme" }))!;
  const show = (token: string) => api.staff.call("GET", `/invitations/${token}`);

  /** Sends what somebody typed, with a right code of the app. */
  async function answer(token: string, typed: object = {}) {
    const { body } = await show(token);
    const code = body?.secret ? api.staff.code(body) : "000000";
    const common = { name: "Asha Rao", password: STAFF_PASSWORD, code };
    return api.staff.call("POST", `/invitations/${token}`, { body: { ...common, ...typed } });
  }

  test("show the address, the role and a secret, and make a member once", async () => {
    const email = newEmail();
    const token = await inviteTo(email);
    const shown = await show(token);
    expect(shown.body).toMatchObject({ email, role: "support", brand: "acme", isReset: false });
    expect(shown.body.uri).toMatch(/^otpauth:\/\/totp\/Awning:invited/);
    const accepted = await answer(token);
    expect(accepted.status).toBe(200);
    expect(new Set(accepted.body.recovery_codes).size).toBe(10);
    const me = await api.staff.call("GET", "/me", { token: accepted.body.token });
    const brand = { id: "acme", permissions: expect.arrayContaining(["orders.read"]) };
    expect(me.body).toMatchObject({ has_app: true, brands: [brand] });
    expect([(await show(token)).status, (await answer(token)).status]).toEqual([404, 404]);
  });

  test("refuse a bad password or code beside its field, and stay good", async () => {
    const email = newEmail();
    const token = await inviteTo(email);
    for (const [typed, field] of [
      [{ password: "short" }, "password"],
      [{ password: email }, "password"],
      [{ password: "123456789012" }, "password"],
      [{ password: "x".repeat(2_000) }, "password"],
      [{ password: "a lone surrogate \ud800 in it" }, "password"],
      [{ code: "12345" }, "code"],
      [{ name: "<b>" }, "name"],
    ] as const) {
      const refused = await answer(token, typed);
      expect([typed, refused.status, Object.keys(refused.body.errors)]).toEqual([typed, 400, [field]]);
    }
    expect((await answer(token)).status).toBe(200);
  });

  test("end after three days, and a new one to the same role replaces the old", async () => {
    const email = newEmail();
    const old = await inviteTo(email);
    const token = await inviteTo(email);
    expect([(await show(old)).status, (await show(token)).status]).toEqual([404, 200]);
    api.clock.turn(3 * DAY);
    expect([(await show(token)).status, (await answer(token)).status]).toEqual([404, 404]);
  });

  test("to another role are refused while one is open", async () => {
    const email = newEmail();
    const token = await inviteTo(email);
    await expect(inviteTo(email, "finance")).rejects.toThrow("This address is invited as support.");
    expect((await show(token)).body.role).toBe("support");
    await withdraw(api.staff.parts, OPERATOR, email);
    expect((await show(await inviteTo(email, "finance"))).body.role).toBe("finance");
    api.clock.turn(3 * DAY);
    expect((await show(await inviteTo(email))).body.role).toBe("support"); // the other has ended
  });

  test("to one brand are withdrawn without those to another one", async () => {
    const email = newEmail();
    const links = [await inviteTo(email)];
    links.push((await invite(api.staff.parts, OPERATOR, email, { role: "support", brand: "globex" }))!);
    const statuses = async () => (await Promise.all(links.map(show))).map(({ status }) => status);
    await withdraw(api.staff.parts, OPERATOR, email, "acme");
    expect(await statuses()).toEqual([404, 200]);
    await expect(withdraw(api.staff.parts, OPERATOR, email, "acme")).rejects.toMatchObject({ status: 404 });
    await withdraw(api.staff.parts, OPERATOR, email);
    expect(await statuses()).toEqual([404, 404]);
  });

  test("are taken by one of those who follow the link at once", async () => {
    for (let round = 0; round < 5; round++) {
      const token = await inviteTo(newEmail());
      const answers = await Promise.all([answer(token), answer(token), answer(token)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    }
  });

  test("are told as used to who follows the link when somebody else has just taken it", async () => {
    const token = await inviteTo(newEmail());
    const code = api.staff.code((await show(token)).body);
    const { parts } = api.staff;
    const isCommon = async (password: string) => {
      expect((await answer(token)).status).toBe(200);
      return parts.passwords.isCommon(password);
    };
    const late = acceptInvitation(
      { ...parts, passwords: { ...parts.passwords, isCommon } },
      {
        token,
        name: "Asha Rao",
        password: STAFF_PASSWORD,
        code,
        net: "127.0.0.0/24",
        browser: { client: "", token: undefined },
      },
    );
    await expect(late).rejects.toMatchObject({ status: 404 });
  });

  test("sent at once to one address make one link, and one member", async () => {
    const email = newEmail();
    const tokens = await Promise.all([inviteTo(email), inviteTo(email), inviteTo(email)]);
    const shown = await Promise.all(tokens.map(show));
    expect(shown.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    await Promise.all(tokens.map((token) => answer(token)));
    const rows = await api.staff.read.selectFrom("members").select("id").where("email", "=", email).execute();
    expect(rows).toHaveLength(1);
  });

  test("give who has a role in the brand, or in all, another at once, without a link", async () => {
    for (const brand of ["globex", "*"]) {
      const member = await api.staff.member({ role: "support", brand });
      const grant = { role: "finance", brand: "globex" } as const;
      expect(await invite(api.staff.parts, OPERATOR, member.email.toUpperCase(), grant)).toBeUndefined();
      const me = await api.staff.call("GET", "/me", { token: member.token });
      const { permissions } = me.body.brands.find(({ id }: { id: string }) => id === "globex");
      expect(permissions).toContain("orders.refund");
    }
  });

  test("to a new password and app end the member's sessions, the old app and the old recovery codes", async () => {
    const member = await api.staff.member({ role: "support", brand: "acme" });
    const link = await inviteAgain(api.staff.parts, OPERATOR, member.email);
    expect((await api.staff.call("GET", "/me", { token: member.token })).status).toBe(200); // until it is used
    const again = await api.staff.accept(link, { email: member.email, password: "another stone lantern" });
    api.clock.turn(STEP_MS);
    expect((await api.staff.call("GET", "/me", { token: member.token })).status).toBe(401);
    const signIn = (code: string, password = "another stone lantern") => api.staff.signIn(member.email, code, password);
    expect((await signIn(api.staff.code(member))).status).toBe(400);
    expect((await signIn(member.recoveryCodes[0]!)).status).toBe(400);
    expect((await signIn(api.staff.code(again), STAFF_PASSWORD)).status).toBe(400);
    expect((await signIn(api.staff.code(again))).status).toBe(200);
    const me = await api.staff.call("GET", "/me", { token: again.token });
    expect(me.body.brands.map(({ id }: { id: string }) => id)).toEqual(["acme"]); // the roles stay
  });

  test("again are for members only", async () => {
    await expect(inviteAgain(api.staff.parts, OPERATOR, newEmail())).rejects.toThrow("Not found.");
  });
});
