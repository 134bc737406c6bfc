import { setTimeout } from "node:timers/promises";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { listAudit } from "../../../api/repositories/staff/audit.ts";
import { DEMO_MEMBER } from "../../../api/staff/demo-member.ts";
import type { StaffLetter } from "../../../api/staff/staff-mail.ts";
import { createSoftwarePasskey } from "../../helpers/api/software-passkey.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { CONSOLE, type TestMember } from "../../helpers/api/test-staff.ts";
import { engines } from "../../helpers/database/test-database.ts";

const LINK = /https:\/\/console\.example\.com\/invitation\/([\w-]{43})/;

describe.each(engines)("mail to the staff on %s", (engine) => {
  let api: TestApi;
  let isTaken = true;
  let isDemo = false;
  let letters: StaffLetter[] = [];
  const mail = {
    async send(letter: StaffLetter) {
      if (isTaken) letters.push(letter);
      return isTaken;
    },
    tell: (more: StaffLetter[]) => void letters.push(...more),
    settle: async () => {},
  };
  let owner: TestMember;
  let chief: TestMember;
  beforeAll(async () => {
    api = await startTestApi(engine, { tenants: ["acme", "globex"], staff: { mail, isDemo: () => isDemo } });
    chief = await api.staff.member({ role: "owner", brand: "*" });
    owner = await api.staff.member({ role: "owner", brand: "acme" });
    await api.staff.member({ role: "owner", brand: "globex" });
    await api.staff.member({ role: "support", brand: "acme" });
  });
  beforeEach(() => {
    [isTaken, isDemo, letters] = [true, false, []];
  });
  afterAll(() => api.close());

  const post = (path: string, body: object, { token } = owner) =>
    api.staff.call("POST", `/members/${path}`, { token, body });
  const invite = (email: string) => post("invite", { email, role: "support", brand: "acme" });
  const sent = () => letters.map(({ to, subject }) => `${to}: ${subject}`).sort();
  const told = (email: string, subject: string) =>
    [email, owner.email, chief.email].map((to) => `${to}: ${subject}`).sort();

  test("takes an invitation's link to its address alone, and tells the owners who has joined", async () => {
    const email = "new@staff.test";
    const answer = await invite(email);
    expect([answer.status, answer.body]).toEqual([200, { token: null, mail: "sent" }]);
    expect(sent()).toEqual([`${email}: Your invitation to the console`]);
    const [, token] = LINK.exec(letters[0]!.text)!;
    letters = [];
    await api.staff.accept(token!, { email });
    expect(sent()).toEqual(told(email, `${email} has joined the console`));
    expect(letters[0]!.text).toContain(`${email} is support of acme now. The link was made by ${owner.email}.`);
    letters = [];
    const reset = await post("reset", { email, reason: "Lost the phone" });
    expect(reset.body).toEqual({ token: null, mail: "sent" });
    expect(sent()).toEqual(
      [...told(email, `A new link for ${email}`), `${email}: Your new link to the console`].sort(),
    );
    const links = letters.filter(({ text }) => LINK.test(text));
    expect(links.map(({ to }) => to)).toEqual([email]);
    letters = [];
    await api.staff.accept(LINK.exec(links[0]!.text)![1]!, { email });
    expect(sent()).toEqual(told(email, `${email} has a new password`));
  });

  test("tells the owners and the member of a new passkey", async () => {
    const member = await api.staff.member({ role: "support", brand: "acme" });
    letters = [];
    const passkeys = (path: string, body: object) => api.staff.call("POST", path, { token: member.token, body });
    const asked = (await passkeys("/passkeys/begin", { name: "Key" })).body;
    const passkey = createSoftwarePasskey(CONSOLE.origin).create(asked);
    expect((await passkeys("/passkeys", { name: "Key", passkey })).status).toBe(200);
    expect(sent()).toEqual(told(member.email, `${member.email} has a new passkey`));
  });

  test("that fails leaves an invitation whose link can be sent again", async () => {
    isTaken = false;
    const email = "late@staff.test";
    expect((await invite(email)).body).toEqual({ token: null, mail: "failed" });
    isTaken = true;
    expect((await invite(email)).body).toEqual({ token: null, mail: "sent" });
    await api.staff.accept(LINK.exec(letters[0]!.text)![1]!, { email });
  });

  test("is not sent in the demo, whose owner anybody can be", async () => {
    isDemo = true;
    expect((await invite(DEMO_MEMBER.email)).body).toMatchObject({ mail: "none", token: expect.any(String) });
    expect(sent()).toEqual([]);
  });

  test("gives a member's further role at once, without a link", async () => {
    expect((await invite("new@staff.test")).body).toEqual({ token: null });
    expect(sent()).toEqual([]);
  });

  test("goes once to the owners and the member after five wrong codes with the right password", async () => {
    const member = await api.staff.member({ role: "support", brand: "acme" });
    const { token } = member;
    letters = [];
    api.clock.turn(11 * 60_000);
    await api.staff.signIn(member.email, "", "another long password");
    await api.staff.call("POST", "/confirm", { token, body: { code: "wrong-code" } });
    const device = (await api.staff.signIn(member.email, api.staff.code(member))).body.device;
    for (let tries = 0; tries < 4; tries++) await api.staff.signIn(member.email, "");
    await untilNoted(member.email, 5);
    expect(sent()).toEqual([]);
    for (let tries = 0; tries < 3; tries++) await api.staff.signIn(member.email, "", undefined, device);
    await untilNoted(member.email, 8);
    await expect.poll(sent).toEqual(told(member.email, `Wrong codes for ${member.email}`));
    expect(letters[0]!.text).toContain(`the right password of ${member.email} today`);
  });

  /** The audit has as many refusals of the member, and a mail that is composed beside its entry is sent. */
  async function untilNoted(actor: string, count: number) {
    const act = "session.refused";
    await expect.poll(async () => (await listAudit(api.staff.read, { actor, act, limit: 50 })).length).toBe(count);
    await setTimeout(50);
  }
});
