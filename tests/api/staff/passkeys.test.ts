import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { DEMO_MEMBER, seedDemoMember } from "../../../api/staff/demo-member.ts";
import { inviteAgain } from "../../../api/staff/invitations.ts";
import { disableMember, enableMember } from "../../../api/staff/manage-members.ts";
import { createSoftwarePasskey } from "../../helpers/api/software-passkey.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { CONSOLE, STAFF_PASSWORD, type TestMember } from "../../helpers/api/test-staff.ts";
import { engines } from "../../helpers/database/test-database.ts";

const MINUTE = 60_000;
const OPERATOR = { name: "command line", origin: "test" };
const NOT_MADE = "The browser's passkey was not accepted, or it took longer than five minutes. Please try again.";
const REFUSED = "This passkey was not accepted. Try it again, or sign in with your password.";
const NOT_CONFIRMED = "This passkey was not accepted. Try it again, or enter a code.";

type Device = ReturnType<typeof createSoftwarePasskey>;

/** Another answer with some parts replaced. */
const change = (answer: string, parts: object) => JSON.stringify({ ...JSON.parse(answer), ...parts });

describe.each(engines)("passkeys of the staff on %s", (engine) => {
  let api: TestApi;
  let isDemo = true;
  beforeAll(async () => {
    api = await startTestApi(engine, { staff: { isDemo: () => isDemo, limits: { loginFailuresPerNet: 10_000 } } });
    await api.staff.member({ role: "owner", brand: "*" });
  });
  afterAll(() => api.close());

  const newMember = () => api.staff.member({ role: "support", brand: "acme" });
  const call = (path: string, { token }: { token: string }, body?: object) =>
    api.staff.call(body ? "POST" : "GET", path, { token, body });
  const begin = async (member: { token: string }) => (await call("/passkeys/begin", member, { name: "Key" })).body;
  const add = (member: { token: string }, passkey: string, name = "Key") =>
    call("/passkeys", member, { name, passkey });
  const list = async (member: { token: string }) => (await call("/passkeys", member)).body.passkeys;

  /** A member with a device that holds a passkey. */
  async function withPasskey(): Promise<TestMember & { device: Device }> {
    const member = await newMember();
    const device = createSoftwarePasskey(CONSOLE.origin);
    const answer = await add(member, device.create(await begin(member)));
    if (answer.status !== 200) throw new Error(`adding a passkey answered ${answer.text}`);
    return { ...member, device };
  }

  const askToSignIn = async () => (await api.staff.call("GET", "/sign-in/passkey")).body;
  const signIn = (passkey: string) => api.staff.call("POST", "/sign-in/passkey", { body: { passkey } });
  const signInWith = async (device: Device, faults?: Parameters<Device["use"]>[1]) =>
    signIn(device.use(await askToSignIn(), faults));
  const acts = (email: string) =>
    api.staff.read.selectFrom("audit").selectAll().where("actor", "=", email).orderBy("number").execute();

  test("are added with a name, listed with their last use, and removed; the audit tells", async () => {
    const member = await withPasskey();
    const [passkey] = await list(member);
    expect(passkey).toEqual({ id: member.device.id, name: "Key", created_at: expect.any(Number), used_at: null });
    expect((await call("/me", member)).body.has_passkeys).toBe(true);
    api.clock.turn(MINUTE);
    const signedIn = await signInWith(member.device);
    expect(signedIn.status).toBe(200);
    expect((await list(member))[0].used_at).toBe(api.clock.now());

    expect((await call("/passkeys/remove", member, { id: passkey.id })).status).toBe(200);
    expect(await list(member)).toEqual([]);
    expect((await call("/me", signedIn.body)).status).toBe(200); // removing ends no session
    expect((await call("/me", member)).body.has_passkeys).toBe(false);
    const noted = (await acts(member.email)).map(({ act, subject, before, after }) => [act, subject, before ?? after]);
    expect(noted.slice(1)).toEqual([
      ["passkey.add", member.email, '{"name":"Key"}'],
      ["session.open", "", '{"with":"passkey","passkey":"Key"}'],
      ["passkey.remove", member.email, '{"name":"Key"}'],
    ]);
  });

  test("are added and removed only after a code, or a passkey", async () => {
    const member = await withPasskey();
    api.clock.turn(11 * MINUTE);
    const id = member.device.id;
    for (const [path, body] of [
      ["/passkeys/begin", { name: "Phone" }],
      ["/passkeys/remove", { id }],
    ] as const) {
      expect((await call(path, member, body)).body).toMatchObject({ status_code: 403, error: "code_required" });
      expect((await call(path, member, { ...body, code: "000000" })).body).toMatchObject({ error: "code_wrong" });
    }
    expect(await list(member)).toHaveLength(1);
    const code = api.staff.code(member);
    expect((await call("/passkeys/begin", member, { name: "Phone", code })).status).toBe(200);
    expect((await call("/passkeys/remove", member, { id })).status).toBe(200);
  });

  test("need a name, and there are ten at most", async () => {
    const member = await newMember();
    expect((await call("/passkeys/begin", member, { name: " " })).status).toBe(400);
    const last = await begin(member);
    for (let count = 0; count < 10; count++)
      expect((await add(member, createSoftwarePasskey(CONSOLE.origin).create(await begin(member)))).status).toBe(200);
    expect((await call("/passkeys/begin", member, { name: "One more" })).status).toBe(409);
    expect((await add(member, createSoftwarePasskey(CONSOLE.origin).create(last))).status).toBe(409);
    expect(await list(member)).toHaveLength(10);
  });

  test("are not added for another challenge, origin, console or session, unverified, late or twice", async () => {
    const [member, other] = [await newMember(), await newMember()];
    const device = createSoftwarePasskey(CONSOLE.origin);
    const wrong = [
      device.create(await begin(other)),
      device.create(await begin(member), { challenge: Buffer.alloc(38).toString("base64url") }),
      device.create(await begin(member), { challenge: (await askToSignIn()).challenge }),
      device.create(await begin(member), { origin: "https://console.example.org" }),
      device.create(await begin(member), { origin: "http://console.example.com" }),
      device.create(await begin(member), { rpId: "example.com" }),
      device.create(await begin(member), { isUnverified: true }),
      device.create(await begin(member), { type: "webauthn.get" }),
      "",
      "{}",
      "null",
      "x".repeat(30_000),
    ];
    for (const passkey of wrong) {
      const { status, body } = await add(member, passkey);
      expect([status, body.detail]).toEqual([400, NOT_MADE]);
    }
    const late = device.create(await begin(member));
    api.clock.turn(5 * MINUTE);
    expect((await add(member, late)).status).toBe(400);
    const right = device.create(await begin(member));
    expect((await add(member, right)).status).toBe(200);
    expect((await add(member, right)).status).toBe(400); // the challenge is used up
    expect((await add(other, device.create(await begin(other)))).status).toBe(409); // it is the first member's
    expect(await list(other)).toEqual([]);
  });

  test("ask devices for a passkey of their own, and for none that holds one already", async () => {
    const member = await withPasskey();
    expect(await begin(member)).toMatchObject({
      rp: { id: CONSOLE.hostname },
      user: { name: member.email, displayName: "Asha Rao" },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [{ id: member.device.id, transports: ["internal"] }],
    });
    const request = await askToSignIn();
    expect(request).toMatchObject({ rpId: CONSOLE.hostname, userVerification: "required" });
    expect(request.allowCredentials).toEqual([]);
  });

  test("sign in without an address, as a password and a code do", async () => {
    const member = await withPasskey();
    const { status, body } = await signInWith(member.device);
    expect(status).toBe(200);
    const me = await call("/me", body);
    expect(me.body).toMatchObject({ email: member.email, everywhere: [] });
    expect(me.body.confirmed_at).toBe(api.clock.now());
    expect((await call("/sessions", body)).body).toHaveLength(2);
    // The browser is known: strangers who fail elsewhere do not lock the member out on it.
    for (let tries = 0; tries < 5; tries++) await api.staff.signIn(member.email, "123");
    expect((await api.staff.signIn(member.email, member.recoveryCodes[0]!)).status).toBe(429);
    const here = await api.staff.signIn(member.email, member.recoveryCodes[0]!, STAFF_PASSWORD, body.device);
    expect(here.status).toBe(200);
  });

  test("do not sign in with what is wrong, and say one text for all of it", async () => {
    const other = await withPasskey();
    const stranger = createSoftwarePasskey(CONSOLE.origin);
    const signed = JSON.parse(other.device.use(await askToSignIn()));
    const wrong: ((device: Device, member: TestMember) => Promise<string>)[] = [
      async () => stranger.use(await askToSignIn()),
      async (device) => change(device.use(await askToSignIn()), { id: other.device.id, rawId: other.device.id }),
      async (device) =>
        change(device.use(await askToSignIn()), { response: { ...signed.response, userHandle: undefined } }),
      async (device) => device.use(await askToSignIn(), { userHandle: signed.response.userHandle }),
      async (device) => device.use(await askToSignIn(), { origin: "https://console.example.org" }),
      async (device) => device.use(await askToSignIn(), { origin: "https://example.com" }),
      async (device) => device.use(await askToSignIn(), { rpId: "example.com" }),
      async (device) => device.use(await askToSignIn(), { isUnverified: true }),
      async (device) => device.use(await askToSignIn(), { type: "webauthn.create" }),
      async (device) => device.use({ ...(await askToSignIn()), challenge: Buffer.alloc(38).toString("base64url") }),
      async (device, member) => device.use((await call("/passkeys/request", member)).body),
      async () => "not json",
    ];
    for (const make of wrong) {
      const member = await withPasskey();
      const { status, body } = await signIn(await make(member.device, member));
      expect([make.toString(), status, body.detail]).toEqual([make.toString(), 400, REFUSED]);
      expect((await signInWith(member.device)).status).toBe(200);
    }
  });

  test("sign in once with a challenge, also when two use it at once, and only for five minutes", async () => {
    // Passkeys that are synchronised never count, so only the challenge tells a replay.
    const { device } = await withPasskey();
    const sign = (request: { challenge: string; rpId: string }) => device.use(request, { counter: 0 });
    await api.staff.parts.db.transaction((tx) =>
      tx.updateTable("passkeys").set({ counter: 0 }).where("id", "=", device.id).execute(),
    );
    const used = sign(await askToSignIn());
    expect([(await signIn(used)).status, (await signIn(used)).status]).toEqual([200, 400]);
    const request = await askToSignIn();
    const both = await Promise.all([sign(request), sign(request)].map(signIn));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const late = await askToSignIn();
    api.clock.turn(5 * MINUTE);
    expect((await signIn(sign(late))).status).toBe(400);
    expect((await signIn(sign(await askToSignIn()))).status).toBe(200);
    const kept = await api.staff.read.selectFrom("used_challenges").selectAll().execute();
    expect(kept.filter(({ expires_at }) => expires_at <= api.clock.now())).toEqual([]);
  });

  test("are refused when their counter goes back or stands still, unless they never count", async () => {
    const { device } = await withPasskey();
    expect((await signInWith(device, { counter: 10 })).status).toBe(200);
    expect((await signInWith(device, { counter: 10 })).status).toBe(400);
    expect((await signInWith(device, { counter: 3 })).status).toBe(400);
    const requests = [await askToSignIn(), await askToSignIn()];
    const both = await Promise.all(requests.map((request) => signIn(device.use(request, { counter: 11 }))));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    const member = await newMember();
    const synchronised = createSoftwarePasskey(CONSOLE.origin);
    await add(member, synchronised.create(await begin(member), { counter: 0 }));
    for (let times = 0; times < 2; times++) expect((await signInWith(synchronised, { counter: 0 })).status).toBe(200);
  });

  test("do not sign in once they are removed, or while their member is disabled", async () => {
    const [removed, disabled] = [await withPasskey(), await withPasskey()];
    await call("/passkeys/remove", removed, { id: removed.device.id });
    await disableMember(api.staff.parts, OPERATOR, disabled.email);
    for (const { device } of [removed, disabled]) {
      const { status, body } = await signInWith(device);
      expect([status, body.detail]).toEqual([400, REFUSED]);
    }
    await enableMember(api.staff.parts, OPERATOR, disabled.email);
    expect((await signInWith(disabled.device)).status).toBe(200);
  });

  test("go when a member follows the link that sets a new password", async () => {
    const member = await withPasskey();
    const link = await inviteAgain(api.staff.parts, OPERATOR, member.email);
    expect((await signInWith(member.device)).status).toBe(200);
    const again = await api.staff.accept(link, { email: member.email });
    expect(await list(again)).toEqual([]);
    expect((await signInWith(member.device)).status).toBe(400);
  });

  test("are locked out after five failures, which lock no password out, nor other passkeys", async () => {
    const [member, other] = [await withPasskey(), await withPasskey()];
    for (let tries = 0; tries < 5; tries++)
      expect((await signInWith(member.device, { isUnverified: true })).status).toBe(400);
    expect((await signInWith(member.device)).status).toBe(429);
    expect((await signInWith(other.device)).status).toBe(200);
    expect((await api.staff.signIn(member.email, member.recoveryCodes[0]!)).status).toBe(200);
  });

  test("that fail use up nothing of what a network has for passwords", async () => {
    const small = await startTestApi(engine, { staff: { limits: { loginFailuresPerNet: 3 } } });
    const member = await small.staff.member({ role: "owner", brand: "*" });
    const fail = () => small.staff.call("POST", "/sign-in/passkey", { body: { passkey: "{}" } });
    for (const status of [400, 400, 400, 429]) expect((await fail()).status).toBe(status);
    expect((await small.staff.signIn(member.email, member.recoveryCodes[0]!)).status).toBe(200);
    await small.close();
  });

  test("confirm an act in place of a code", async () => {
    const member = await withPasskey();
    api.clock.turn(11 * MINUTE);
    const request = (await call("/passkeys/request", member)).body;
    expect(request.allowCredentials).toMatchObject([{ id: member.device.id }]);
    const code = member.device.use(request);
    expect((await call("/recovery-codes", member, { code })).status).toBe(200);
    expect((await call("/recovery-codes", member, {})).status).toBe(200); // it counts for ten minutes
    api.clock.turn(11 * MINUTE);
    expect((await call("/recovery-codes", member, { code })).status).toBe(403);
  });

  test("confirm nothing with another session's challenge, another member's passkey, or what is wrong", async () => {
    const other = await withPasskey();
    const ask = async (who: { token: string }) => (await call("/passkeys/request", who)).body;
    const wrong: ((device: Device, member: TestMember) => Promise<string>)[] = [
      async (device) => device.use(await ask((await signInWith(device)).body)),
      async (_, member) => other.device.use(await ask(member)),
      async (device) => device.use(await askToSignIn()),
      async (device, member) => device.use(await ask(member), { origin: "https://console.example.org" }),
      async (device, member) => device.use(await ask(member), { rpId: "example.com" }),
      async (device, member) => device.use(await ask(member), { isUnverified: true }),
      async () => "{}",
    ];
    for (const make of wrong) {
      const member = await withPasskey();
      api.clock.turn(11 * MINUTE);
      const { status, body } = await call("/recovery-codes", member, { code: await make(member.device, member) });
      expect([make.toString(), status, body.errors]).toEqual([make.toString(), 403, { code: NOT_CONFIRMED }]);
      expect((await call("/recovery-codes", member, {})).status).toBe(403);
    }
  });

  test("that fail to confirm five times are locked out, and the app still confirms", async () => {
    const member = await withPasskey();
    api.clock.turn(11 * MINUTE);
    for (let tries = 0; tries < 5; tries++)
      expect((await call("/recovery-codes", member, { code: "{}" })).status).toBe(403);
    expect((await call("/recovery-codes", member, { code: "{}" })).status).toBe(429);
    expect((await call("/recovery-codes", member, { code: api.staff.code(member) })).status).toBe(200);
  });

  test("of another member cannot be removed", async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()];
    expect((await call("/passkeys/remove", mine, { id: theirs.device.id })).status).toBe(404);
    expect(await list(theirs)).toHaveLength(1);
  });

  test("of the demo's owner do not outlive the demo", async () => {
    await seedDemoMember(api.staff.parts);
    const { body } = await api.staff.signIn(DEMO_MEMBER.email, "", DEMO_MEMBER.password);
    const device = createSoftwarePasskey(CONSOLE.origin);
    expect((await add(body, device.create(await begin(body)))).status).toBe(200);
    isDemo = false;
    expect((await signInWith(device)).status).toBe(400);
    isDemo = true;
    expect((await signInWith(device)).status).toBe(200);
  });
});
