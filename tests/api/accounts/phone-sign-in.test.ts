import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { createPhoneCalls, newPhone, otherThan, SENDS_CODES } from "../../helpers/shop/phone-shoppers.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe.each(engines)("sign-in by phone on %s", (engine) => {
  let api: TestApi;
  let calls: ReturnType<typeof createPhoneCalls>;
  beforeAll(async () => {
    api = await startTestApi(engine, {
      tenants: ["acme", "globex"],
      settings: { acme: SENDS_CODES },
      limits: { phoneCodesPerNetAndDay: 10_000 },
    });
    calls = createPhoneCalls(api);
  });
  afterAll(() => api.close());

  const usersWith = (phone: string) =>
    api.shop().db.read.selectFrom("users").selectAll().where("verified_phone", "=", phone).execute();
  const me = async (token: string) => (await api.request("GET", "/user-data/", { token })).body;

  test("makes an account for an unknown number, and opens it the next time [AUTH-11]", async () => {
    const phone = newPhone();
    const asked = await calls.ask(`+91 ${phone}`);
    expect([asked.status, asked.body]).toEqual([
      202,
      { transaction_id: expect.stringMatching(/^[\w-]{43}$/), expires_in: 600, resend_after: 30 },
    ]);
    const first = await calls.logIn(asked.body.transaction_id, await calls.codeOf(phone));
    expect([first.status, first.body]).toEqual([
      200,
      {
        access_token: expect.any(String),
        refresh_token: expect.any(String),
        device_token: expect.any(String),
        language: "en",
        user: { username: "", email: "", phone, coins: 0 },
        is_new: true,
      },
    ]);
    expect(await me(first.body.access_token)).toMatchObject({ email_verified: false, verified_phone: phone });
    const second = await calls.enter(phone);
    expect([second.status, second.body.is_new]).toEqual([200, false]);
    expect(await usersWith(phone)).toHaveLength(1);
  });

  test("reads a code with spaces and Indian digits", async () => {
    const phone = newPhone();
    const { transaction, code } = await calls.begin(phone);
    const hindi = [...code].map((digit) => String.fromCodePoint(0x966 + Number(digit))).join("");
    expect((await calls.logIn(transaction, ` ${hindi.slice(0, 3)} ${hindi.slice(3)}`)).status).toBe(200);
  });

  test.each(["", "12345", "1234567", "abcdef", "१२३४५"])("refuses %j as a code and counts no try", async (code) => {
    const { transaction, code: right } = await calls.begin(newPhone());
    for (let attempt = 0; attempt < 6; attempt++)
      expect((await calls.logIn(transaction, code)).body.error).toBe("wrong_code");
    expect((await calls.logIn(transaction, right)).status).toBe(200);
  });

  test.each(["", "12345", "0801234567", "1234567890", "5876543210", "98765", 7, null])(
    "sends no code to %j",
    async (phone) => {
      expect((await calls.ask(phone as string)).status).toBe(400);
    },
  );

  test("accepts a code once, for ten minutes, and from its own browser only", async () => {
    const phone = newPhone();
    const { transaction, code } = await calls.begin(phone);
    const other = await calls.begin(newPhone());
    expect((await calls.logIn(other.transaction, code)).body.error).toBe("wrong_code");
    expect((await calls.logIn(transaction, code)).status).toBe(200);
    const again = await calls.logIn(transaction, code);
    expect([again.status, again.body.error]).toEqual([400, "code_expired"]);
    const late = await calls.begin(newPhone());
    api.clock.turn(10 * MINUTE);
    expect((await calls.logIn(late.transaction, late.code)).body.error).toBe("code_expired");
  });

  test("ends the older codes of a number with the newer one's use", async () => {
    const phone = newPhone();
    const older = await calls.begin(phone);
    api.clock.turn(MINUTE);
    const { body } = await calls.ask(phone);
    const newer = await calls.codeOf(phone);
    expect((await calls.logIn(body.transaction_id, newer)).status).toBe(200);
    expect((await calls.logIn(older.transaction, older.code)).body.error).toBe("code_expired");
  });

  test("gives a code five tries, also in a burst", async () => {
    const { transaction, code } = await calls.begin(newPhone());
    const burst = await Promise.all(Array.from({ length: 12 }, () => calls.logIn(transaction, otherThan(code))));
    const reasons = burst.map(({ body }) => body.error);
    expect(reasons.filter((reason) => reason === "wrong_code")).toHaveLength(5);
    expect(reasons.filter((reason) => reason === "too_many_tries")).toHaveLength(7);
    expect((await calls.logIn(transaction, code)).body.error).toBe("too_many_tries");
  });

  test("opens one session for one code that arrives several times at once, and makes one account", async () => {
    const phone = newPhone();
    const { transaction, code } = await calls.begin(phone);
    const answers = await Promise.all(Array.from({ length: 6 }, () => calls.logIn(transaction, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400, 400]);
    const users = await usersWith(phone);
    expect(users).toHaveLength(1);
    const sessions = api.shop().db.read.selectFrom("sessions").select("id").where("user_id", "=", users[0]!.id);
    expect(await sessions.execute()).toHaveLength(1);
  });

  test("makes one account when two browsers sign up with a number at once", async () => {
    for (let round = 0; round < 5; round++) {
      const phone = newPhone();
      const one = await calls.begin(phone);
      api.clock.turn(MINUTE);
      const other = await calls.begin(phone);
      const answers = await Promise.all([
        calls.logIn(one.transaction, one.code),
        calls.logIn(other.transaction, other.code),
      ]);
      expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
      expect(answers.map(({ status }) => status)).toContain(200);
      expect(await usersWith(phone)).toHaveLength(1);
    }
  });

  test("answers alike for a number with an account, without one, and with a closed one", async () => {
    const [known, unknown, closed] = [newPhone(), newPhone(), newPhone()];
    await calls.enter(known);
    await calls.enter(closed);
    const [{ id }] = (await usersWith(closed)) as unknown as [{ id: string }];
    await api
      .shop()
      .db.transaction((tx) =>
        tx.updateTable("users").set({ disabled_at: api.clock.now() }).where("id", "=", id).execute(),
      );
    api.clock.turn(16 * MINUTE);
    const shapes: unknown[] = [];
    for (const phone of [known, unknown, closed]) {
      const { status, body } = await calls.ask(phone);
      const wrong = await calls.logIn(body.transaction_id, otherThan(await calls.codeOf(phone)));
      shapes.push([status, Object.keys(body), body.expires_in, wrong.status, wrong.body]);
    }
    expect(shapes[0]).toEqual(shapes[1]);
    expect(shapes[0]).toEqual(shapes[2]);
    const denied = await calls.enter(closed);
    expect([denied.status, denied.body.detail]).toEqual([403, "Account access denied. Please contact support."]);
  });

  test("keeps codes and numbers out of the log, and codes out of the database", async () => {
    const phone = newPhone();
    const { transaction, code } = await calls.begin(phone);
    await calls.logIn(transaction, otherThan(code));
    const read = api.shop().db.read;
    const rows = JSON.stringify([
      await read.selectFrom("phone_codes").selectAll().where("phone", "=", phone).execute(),
      await read.selectFrom("messages").selectAll().where("phone", "=", phone).execute(),
      await read.selectFrom("budgets").select("name").execute(),
    ]);
    const log = api.logged.join("");
    expect(rows).not.toContain(transaction);
    expect(rows).not.toContain(`"${code}"`);
    expect(log).not.toContain(phone);
    expect(log).not.toContain(`"${code}"`);
    expect(log).not.toContain(transaction);
    const names = await read.selectFrom("budgets").select("name").execute();
    expect(names.filter(({ name }) => name.includes(phone))).toEqual([]);
  });

  test("does not identify an account by a number that its shopper only typed", async () => {
    const phone = newPhone();
    const typist = await api.signUp();
    const form = new FormData();
    form.set("phone", phone);
    expect((await api.request("PUT", "/edit-profile/", { token: typist.token, body: form })).status).toBe(200);
    const entered = await calls.enter(phone);
    expect(entered.body).toMatchObject({ is_new: true, user: { email: "", phone } });
    expect((await me(typist.token)).verified_phone).toBe("");
  });

  test("has no calls for a brand without a channel", async () => {
    const { status } = await api.request("POST", "/user/phone/code/", {
      tenant: "globex",
      body: { phone: newPhone() },
    });
    expect(status).toBe(404);
    const form = { transaction_id: "x", code: "123456" };
    expect((await api.request("POST", "/user/phone/login/", { tenant: "globex", body: form })).status).toBe(404);
  });

  test("accepts no password for an account without one, and mails it no reset", async () => {
    const phone = newPhone();
    const { body } = await calls.enter(phone);
    for (const password of ["", " ", "\0".repeat(32), "Monsoon@2026"])
      expect((await api.login(phone, password)).status).toBe(400);
    const forgot = await api.request("POST", "/user/forgot/", { body: { username: phone } });
    expect(forgot.status).toBe(202);
    const reset = await api.shop().db.read.selectFrom("password_resets").selectAll().execute();
    expect(reset.every(({ user_id }) => user_id === null)).toBe(true);
    expect(await api.hasMail("")).toBe(false);
    const change = { old: "Monsoon@2026", new: "Winter@20261" };
    const changed = await api.request("POST", "/user/password/", { token: body.access_token, body: change });
    expect(changed.status).toBe(400);
  });

  test("records the consent to WhatsApp only with the box ticked, and only after the right code", async () => {
    const phone = newPhone();
    const consents = () =>
      api.shop().db.read.selectFrom("phone_consents").selectAll().where("phone", "=", phone).execute();
    const { transaction, code } = await calls.begin(phone);
    await calls.logIn(transaction, otherThan(code), {}, { whatsapp: true });
    expect(await consents()).toEqual([]);
    await calls.logIn(transaction, code, {}, { whatsapp: true });
    expect(await consents()).toMatchObject([
      { channel: "whatsapp", source: "sign-in", text: "Send my order updates by WhatsApp", withdrawn_at: null },
    ]);
    await calls.enter(phone, {}, { whatsapp: false });
    expect(await consents()).toHaveLength(1);
  });

  describe("after a long time", () => {
    const LONG = 91 * DAY;

    test("asks whose account it is, and continues it for a day without a confirmed device", async () => {
      const phone = newPhone();
      const first = await calls.enter(phone);
      api.clock.turn(LONG);
      const { transaction, code } = await calls.begin(phone);
      const asked = await calls.logIn(transaction, code);
      expect([asked.status, asked.body.error]).toEqual([409, "dormant"]);
      expect(JSON.stringify(asked.body)).not.toContain(phone);
      const mine = await calls.logIn(transaction, "", {}, { choice: "mine" });
      expect([mine.status, mine.body.is_new]).toEqual([200, false]);
      const asks = { token: mine.body.access_token };
      expect((await calls.post("/user/phone/confirm/send/", { phone: newPhone() }, asks)).body.error).toBe(
        "device_not_confirmed",
      );
      api.clock.turn(DAY);
      const refresh = { refresh_token: mine.body.refresh_token };
      expect((await api.request("POST", "/user/refreshtoken/", { body: refresh })).status).toBe(401);
      // The claim made the browser no known one.
      expect((await calls.enter(phone, { device: mine.body.device_token })).body.error).toBe("dormant");
      expect((await calls.enter(phone, { device: first.body.device_token })).status).toBe(200);
      expect((await calls.enter(phone)).status).toBe(200);
    });

    test("starts a new account, and the old one keeps all but the number", async () => {
      const phone = newPhone();
      await calls.enter(phone);
      const [old] = (await usersWith(phone)) as unknown as [{ id: string }];
      api.clock.turn(LONG);
      const { transaction, code } = await calls.begin(phone);
      expect((await calls.logIn(transaction, code)).status).toBe(409);
      const answers = await Promise.all([
        calls.logIn(transaction, "", {}, { choice: "new" }),
        calls.logIn(transaction, "", {}, { choice: "new" }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
      const users = await usersWith(phone);
      expect(users).toHaveLength(1);
      expect(users[0]!.id).not.toBe(old.id);
      const kept = api.shop().db.read.selectFrom("users").selectAll().where("id", "=", old.id);
      expect(await kept.executeTakeFirstOrThrow()).toMatchObject({
        phone: null,
        delivery_phone: null,
        verified_phone: null,
      });
    });

    test("accepts no choice before the right code, and none for an account in use", async () => {
      const phone = newPhone();
      await calls.enter(phone);
      const [owner] = (await usersWith(phone)) as unknown as [{ id: string }];
      const fresh = await calls.begin(phone);
      expect((await calls.logIn(fresh.transaction, "", {}, { choice: "new" })).status).toBe(400);
      const entered = await calls.logIn(fresh.transaction, fresh.code, {}, { choice: "new" });
      expect(entered.body.is_new).toBe(false);
      expect((await usersWith(phone))[0]!.id).toBe(owner.id);
      api.clock.turn(LONG);
      const { transaction, code } = await calls.begin(phone);
      expect((await calls.logIn(transaction, otherThan(code), {}, { choice: "new" })).body.error).toBe("wrong_code");
      expect((await usersWith(phone))[0]!.id).toBe(owner.id);
    });
  });
});
