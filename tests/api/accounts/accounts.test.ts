import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { tooBusy } from "../../../api/base/error.ts";
import { deliverOutbox } from "../../../api/mail/deliver-outbox.ts";
import { LANDLINE_PROBLEM } from "../../../config/typed/phone.ts";
import { FORWARD_KEY, PASSWORD, startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { engines } from "../../helpers/database/test-database.ts";

const MINUTE = 60_000;
const NEUTRAL = { status_code: 400, detail: "Invalid email or password. Please check your credentials." };

describe.each(engines)("accounts on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
  });
  afterAll(() => api.close());

  const signup = (change: object = {}) => ({
    username: "Asha Rao",
    email: "new@example.test",
    password: PASSWORD,
    phone: "0000000000",
    ...change,
  });
  const post = (path: string, body: unknown, token?: string) => api.request("POST", path, { body, token });
  const userData = (token: string) => api.request("GET", "/user-data/", { token });
  const from = (address: string, key = FORWARD_KEY) => ({
    headers: { "x-forwarded-for": address, "x-awning-key": key },
  });

  test("logs in a shopper who has signed up, and answers both tokens [W-07] [W-06]", async () => {
    const created = await post("/user/signup/", signup());
    expect([created.status, created.body]).toEqual([
      201,
      {
        username: "Asha Rao",
        email: "new@example.test",
        phone: "",
        device_token: expect.stringMatching(/^[\w-]{43}$/),
      },
    ]);
    const login = await api.login("NEW@example.TEST");
    expect(login.status).toBe(200);
    expect(login.body.user).toEqual({ username: "Asha Rao", email: "new@example.test", phone: "", coins: 0 });
    expect((await userData(login.body.access_token)).status).toBe(200);
    expect((await post("/user/refreshtoken/", { refresh_token: login.body.refresh_token })).status).toBe(200);
  });

  test("answers the ledger's balance to GET /user-data/ [W-09]", async () => {
    const { token, email } = await api.signUp();
    expect((await userData(token)).body).toEqual({
      username: "Asha Rao",
      email,
      phone: "",
      coins: 0,
      email_verified: true,
      verified_phone: "",
      coins_expiring: null,
      coins_ending: null,
      cart_count: 0,
      language: "en",
    });
    expect((await api.request("GET", "/user-data/")).status).toBe(401);
  });

  test.each([
    [{ username: "A" }, "username", "Name should be at least 2 characters"],
    [{ username: "x".repeat(51) }, "username", undefined],
    [{ username: "Asha <b>" }, "username", "Name can only contain letters, spaces, and basic punctuation ( . ' - )"],
    [{ email: "1a@example.test" }, "email", undefined],
    [{ email: "a@example.toolong7" }, "email", undefined],
    [{ email: `a@${"a-".repeat(25_000)}` }, "email", undefined],
    [{ email: "a\u0000@example.test" }, "email", undefined],
    [{ password: "Sh0rt!" }, "password", undefined],
    [{ password: "x".repeat(129) }, "password", undefined],
    [{ phone: "12345" }, "phone", undefined],
    [{ phone: "+919876543" }, "phone", undefined],
  ])("refuses sign-up with %.60j [INP-10]", async (change, field, text) => {
    const answer = await post("/user/signup/", signup(change));
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
    if (text) expect(answer.body.detail).toBe(text);
  });

  test("makes one account from many sign-ups with one e-mail at once, in any case of letters [AUTH-09]", async () => {
    const cases = Array.from({ length: 20 }, (_, index) =>
      signup({ email: index % 2 ? "Race@example.test" : "race@EXAMPLE.test" }),
    );
    const statuses = (await Promise.all(cases.map((body) => post("/user/signup/", body)))).map(({ status }) => status);
    expect(statuses).toEqual(Array(20).fill(201));
    const { db } = api.shop();
    const users = db.read.selectFrom("users").select("id").where("email_key", "=", "race@example.test");
    expect(await users.execute()).toHaveLength(1);
  });

  test("answers an unknown user and a wrong password alike [AUTH-03]", async () => {
    const { email } = await api.signUp();
    const wrong = await api.login(email, "Wrong@2026");
    const unknown = await api.login("nobody@example.test", "Wrong@2026");
    expect([wrong.status, wrong.body]).toEqual([400, NEUTRAL]);
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
    expect([...unknown.headers.keys()]).toEqual([...wrong.headers.keys()]);
  });

  test("refuses a name from a network after five failures, and lets its owner in from another [AUTH-01]", async () => {
    const { email } = await api.signUp();
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await api.login(email, "Wrong@2026", from("203.0.113.9"))).status).toBe(400);
    const refused = await api.login(email, PASSWORD, from("203.0.113.9"));
    expect([refused.status, refused.body.detail]).toEqual([429, "Too many login attempts. Please try again later."]);
    expect((await api.login(email, PASSWORD, from("198.51.100.7"))).status).toBe(200);
  });

  test("lets the name's owner in while a refused network keeps trying [AUTH-01]", async () => {
    const { email } = await api.signUp();
    for (let attempt = 0; attempt < 60; attempt++) await api.login(email, "Wrong@2026", from("203.0.113.77"));
    expect((await api.login(email, PASSWORD, from("203.0.113.77"))).status).toBe(429);
    expect((await api.login(email, PASSWORD, from("198.51.100.77"))).status).toBe(200);
  });

  test("verifies at most the limit of a burst [AUTH-02]", async () => {
    const { email } = await api.signUp();
    const burst = Array.from({ length: 100 }, () => api.login(email, "Wrong@2026", from("203.0.113.10")));
    const statuses = (await Promise.all(burst)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(95);
  });

  test("counts a forwarded address only with the storefront's key, and an IPv6 network as one [AUTH-06]", async () => {
    const { email } = await api.signUp();
    const addresses = Array.from({ length: 8 }, (_, index) => index + 1);
    for (const last of addresses) await api.login(email, "Wrong@2026", from(`192.0.2.${last}`, "a guess"));
    expect((await api.login(email, PASSWORD, from("192.0.2.99", "a guess"))).status).toBe(429);
    for (const last of addresses) await api.login(email, "Wrong@2026", from(`2001:db8:0:1::${last}`));
    expect((await api.login(email, PASSWORD, from("2001:db8:0:1:ffff::1"))).status).toBe(429);
    expect((await api.login(email, PASSWORD, from("2001:db8:0:2::1"))).status).toBe(200);
  });

  test("limits one network's sign-ups in 15 minutes [AUTH-06]", async () => {
    const limited = await startTestApi(engine, { limits: { signupsPerNet: 3 } });
    const attempt = (index: number, address: string) =>
      limited.request("POST", "/user/signup/", {
        body: signup({ email: `flood-${index}@example.test` }),
        ...from(address),
      });
    const statuses: number[] = [];
    for (const index of [1, 2, 3, 4, 5]) statuses.push((await attempt(index, "203.0.113.50")).status);
    statuses.push((await attempt(6, "203.0.113.51")).status);
    await limited.close();
    expect(statuses).toEqual([201, 201, 201, 429, 429, 201]);
  });

  test("accepts neither the placeholder phone nor an unproven phone as a login [AUTH-08]", async () => {
    const phone = "9876543210";
    await post("/user/signup/", signup({ email: "phone-1@example.test", phone }));
    await post("/user/signup/", signup({ email: "phone-2@example.test" }));
    for (const login of ["0000000000", phone]) {
      const answer = await api.login(login, PASSWORD, from("198.51.100.20"));
      expect([answer.status, answer.body]).toEqual([400, NEUTRAL]);
    }
    const { db } = api.shop();
    const stored = await db.read
      .selectFrom("users")
      .select("phone")
      .where("email_key", "=", "phone-2@example.test")
      .execute();
    expect(stored).toEqual([{ phone: null }]);
    await db.transaction((tx) =>
      tx.updateTable("users").set({ verified_phone: phone }).where("email_key", "=", "phone-1@example.test").execute(),
    );
    const verified = await api.login(phone, PASSWORD, from("198.51.100.20"));
    expect(verified.body.user.email).toBe("phone-1@example.test");
  });

  test("compares passwords to their last character, long ones and in any letters too [AUTH-07]", async () => {
    const long = "p".repeat(100);
    await post("/user/signup/", signup({ email: "long@example.test", password: `${long}A` }));
    await post("/user/signup/", signup({ email: "any@example.test", password: "हिन्दी पासवर्ड ✓" }));
    expect((await api.login("long@example.test", `${long}B`)).status).toBe(400);
    expect((await api.login("long@example.test", long)).status).toBe(400);
    expect((await api.login("long@example.test", `${long}A`)).status).toBe(200);
    expect((await api.login("any@example.test", "हिन्दी पासवर्ड ✓")).status).toBe(200);
    expect((await api.login("any@example.test", "x".repeat(60_000))).body).toEqual(NEUTRAL);
  });

  test("stores no password and no token, and replaces an outdated hash at login [AUTH-05]", async () => {
    const { email, token, refreshToken } = await api.signUp();
    const { db } = api.shop();
    const user = () => db.read.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirstOrThrow();
    const dump = JSON.stringify([
      await db.read.selectFrom("users").selectAll().execute(),
      await db.read.selectFrom("sessions").selectAll().execute(),
      await db.read.selectFrom("refresh_tokens").selectAll().execute(),
    ]);
    for (const secret of [PASSWORD, token, refreshToken]) expect(dump).not.toContain(secret);
    expect((await user()).password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);

    // argon2id of PASSWORD with half the memory, as an earlier version may have stored it.
    const outdated = await weakHash(PASSWORD);
    await db.transaction((tx) =>
      tx.updateTable("users").set({ password_hash: outdated }).where("email", "=", email).execute(),
    );
    expect((await api.login(email)).status).toBe(200);
    expect((await user()).password_hash).toMatch(/\$m=19456,t=2,p=1\$/);
    expect((await api.login(email)).status).toBe(200);
  });

  test("keeps an outdated hash while too many passwords wait, and the login succeeds", async () => {
    const { email } = await api.signUp();
    const { db, passwords } = api.shop();
    const outdated = await weakHash(PASSWORD);
    await db.transaction((tx) =>
      tx.updateTable("users").set({ password_hash: outdated }).where("email", "=", email).execute(),
    );
    const hash = passwords.hash;
    passwords.hash = () => Promise.reject(tooBusy());
    try {
      expect((await api.login(email)).status).toBe(200);
    } finally {
      passwords.hash = hash;
    }
    const users = db.read.selectFrom("users").select("password_hash").where("email", "=", email);
    expect((await users.executeTakeFirstOrThrow()).password_hash).toBe(outdated);
  });

  test("counts no attempt whose password nobody looked at, on a known browser and on a strange one", async () => {
    const { email, deviceToken } = await api.signUp();
    const { passwords } = api.shop();
    const verify = passwords.verify;
    for (const call of [{}, { headers: { "x-awning-device": deviceToken } }]) {
      passwords.verify = () => Promise.reject(tooBusy());
      try {
        for (let attempt = 0; attempt < 60; attempt++)
          expect((await api.login(email, "Wrong@2026", call)).body.detail).toMatch(/in a moment/);
      } finally {
        passwords.verify = verify;
      }
      expect((await api.login(email, PASSWORD, call)).status).toBe(200);
    }
  });

  test("logs no password, token or e-mail [OPS-04]", async () => {
    const { token, refreshToken } = await api.signUp({ email: "canary@example.test" });
    await api.login("canary@example.test", "Wrong@2026");
    await api.request("GET", `/order-status/?order_id=${refreshToken}`, { token });
    const log = api.logged.join("");
    expect(log).toContain("/acme/user/login/");
    for (const secret of [PASSWORD, "Wrong@2026", token, refreshToken, "canary@example.test"])
      expect(log).not.toContain(secret);
  });

  test("ends an access token after 15 minutes, and a session after 7 days despite refreshes [SES-07]", async () => {
    const { token, refreshToken } = await api.signUp();
    api.clock.turn(15 * MINUTE - 1);
    expect((await userData(token)).status).toBe(200);
    api.clock.turn(1);
    expect((await userData(token)).status).toBe(401);

    let current = refreshToken;
    const refresh = () => post("/user/refreshtoken/", { refresh_token: current });
    for (let day = 0; day < 6; day++) {
      api.clock.turn(24 * 60 * MINUTE);
      const { status, body } = await refresh();
      expect(status).toBe(200);
      current = body.refresh_token;
    }
    api.clock.turn(24 * 60 * MINUTE - 15 * MINUTE - 1000);
    const last = await refresh();
    expect((await userData(last.body.access_token)).status).toBe(200);
    api.clock.turn(1000);
    expect((await userData(last.body.access_token)).status).toBe(401);
    current = last.body.refresh_token;
    expect((await refresh()).status).toBe(401);
  });

  test("exchanges a refresh token for its successor, and accepts the old one for 60 s more [W-08]", async () => {
    const { refreshToken } = await api.signUp();
    const first = await post("/user/refreshtoken/", { refresh_token: refreshToken });
    expect(Object.keys(first.body)).toEqual(["access_token", "refresh_token"]);
    expect(first.body.refresh_token).not.toBe(refreshToken);
    api.clock.turn(60_000);
    const graced = await post("/user/refreshtoken/", { refresh_token: refreshToken });
    expect((await userData(graced.body.access_token)).status).toBe(200);
  });

  test("ends the session when a refresh token is used after its grace period", async () => {
    const { refreshToken } = await api.signUp();
    const { body } = await post("/user/refreshtoken/", { refresh_token: refreshToken });
    api.clock.turn(60_001);
    expect((await post("/user/refreshtoken/", { refresh_token: refreshToken })).status).toBe(401);
    expect((await userData(body.access_token)).status).toBe(401);
    expect((await post("/user/refreshtoken/", { refresh_token: body.refresh_token })).status).toBe(401);
  });

  test("refuses both tokens after logout [SES-05]", async () => {
    const { email, token, refreshToken } = await api.signUp();
    const elsewhere = (await api.login(email)).body.access_token;
    expect((await post("/user/logout/", { refresh_token: refreshToken })).status).toBe(204);
    expect((await userData(token)).status).toBe(401);
    expect((await post("/user/refreshtoken/", { refresh_token: refreshToken })).status).toBe(401);
    expect((await userData(elsewhere)).status).toBe(200);
  });

  test("refuses a disabled account at login, and its tokens at once", async () => {
    const { email, token, refreshToken } = await api.signUp();
    await api
      .shop()
      .db.transaction((tx) => tx.updateTable("users").set({ disabled_at: 1 }).where("email", "=", email).execute());
    const login = await api.login(email);
    expect([login.status, login.body.detail]).toEqual([403, "Account access denied. Please contact support."]);
    expect((await userData(token)).status).toBe(401);
    expect((await post("/user/refreshtoken/", { refresh_token: refreshToken })).status).toBe(401);
  });

  test("refuses a token with any change", async () => {
    const { token } = await api.signUp();
    const [key, claims, signature] = token.split(".") as [string, string, string];
    const other = JSON.parse(Buffer.from(claims, "base64url").toString());
    const forged = Buffer.from(JSON.stringify({ ...other, expiresAt: other.expiresAt + 1 })).toString("base64url");
    for (const bad of [
      `${key}.${forged}.${signature}`,
      `${key}.${claims}.`,
      `2.${claims}.${signature}`,
      claims,
      `${token}.x`,
    ])
      expect((await userData(bad)).status).toBe(401);
  });

  describe("profile", () => {
    const form = (fields: Record<string, string>) => {
      const data = new FormData();
      for (const [name, value] of Object.entries(fields)) data.append(name, value);
      return data;
    };
    const put = (token: string, body: FormData | Uint8Array | string, headers = {}) =>
      api.request("PUT", "/edit-profile/", { token, body, headers });

    test("changes phone and address with PUT, and GET answers them [W-14] [W-15]", async () => {
      const { email, token } = await api.signUp();
      const profile = {
        username: "Asha Rao",
        email,
        phone: "9876543210",
        profile_pic_image_url: null,
        address_line1: "4, Rain Street",
        address_line2: "Fort",
        country: "India",
      };
      const { profile_pic_image_url: _, ...fields } = profile;
      const updated = await put(token, form(fields));
      expect([updated.status, updated.body]).toEqual([200, profile]);
      expect((await api.request("GET", "/edit-profile/", { token })).body).toEqual(profile);
      expect((await put(token, form({ phone: "" }))).body).toEqual({ ...profile, phone: "" });
    });

    test("keeps the proven phone as a login when another one is typed, which is none", async () => {
      const { email, token } = await api.signUp();
      const phone = "9812345670";
      await api
        .shop()
        .db.transaction((tx) =>
          tx.updateTable("users").set({ phone, verified_phone: phone }).where("email", "=", email).execute(),
        );
      expect((await put(token, form({ phone }))).status).toBe(200);
      expect((await api.login(phone)).status).toBe(200);
      expect((await put(token, form({ phone: "9812345671" }))).status).toBe(200);
      expect([(await api.login(phone)).status, (await api.login("9812345671")).status]).toEqual([200, 400]);
    });

    test("ignores other fields that are posted with the profile [INP-13]", async () => {
      const { email, token } = await api.signUp();
      const sent = {
        username: "Root",
        email: "root@example.test",
        coins: "999",
        is_admin: "1",
        password_hash: "x",
        phone: "9876543210",
      };
      expect((await put(token, form(sent))).body).toMatchObject({ username: "Asha Rao", email });
      expect((await userData(token)).body).toEqual({
        username: "Asha Rao",
        email,
        phone: "9876543210",
        coins: 0,
        email_verified: true,
        verified_phone: "",
        coins_expiring: null,
        coins_ending: null,
        cart_count: 0,
        language: "en",
      });
    });

    test("refuses a landline number, which no message reaches", async () => {
      const { token } = await api.signUp();
      const answer = await put(token, form({ phone: "080-2345 6789" }));
      expect([answer.status, answer.body.errors]).toEqual([400, { phone: LANDLINE_PROBLEM }]);
    });

    test.each(["98765", "98765432101", "98765 4321", "0987654321", "9876543210x"])(
      "refuses the phone %j [INP-13]",
      async (phone) => {
        const { token } = await api.signUp();
        const answer = await put(token, form({ phone }));
        expect([answer.status, answer.body.errors]).toEqual([400, { phone: "Enter 10-digit mobile number" }]);
      },
    );

    test("answers 400 to a broken form, 415 to another type, 413 to more than 2 MB [INP-17]", async () => {
      const { token } = await api.signUp();
      const multipart = { "content-type": "multipart/form-data; boundary=x" };
      expect((await put(token, "--y\r\n", multipart)).status).toBe(400);
      expect((await put(token, "--x", { "content-type": "multipart/form-data" })).status).toBe(400);
      expect((await put(token, "{}")).status).toBe(415);
      expect((await put(token, new Uint8Array(2 * 1024 * 1024 + 1), multipart)).status).toBe(413);
    });
  });

  describe("delivery contact", () => {
    const update = (body: object, token?: string) => api.request("PATCH", "/user/update/", { body, token });

    test("refuses an update without a bearer [W-22]", async () => {
      expect((await update({ username: "a", email: "a@b.test", email_new: "c@d.test", phone: "" })).status).toBe(401);
    });

    test("uses the new e-mail and phone for delivery only, and tells the account's own address [W-22] [INP-14]", async () => {
      const { email, token } = await api.signUp();
      const body = {
        username: "Somebody Else",
        email: "victim@example.test",
        email_new: "gift@example.test",
        phone: "9876543210",
      };
      const answer = await update(body, token);
      expect([answer.status, answer.body]).toEqual([
        200,
        { username: "Asha Rao", email: "gift@example.test", phone: "9876543210" },
      ]);
      expect((await userData(token)).body).toMatchObject({ email, phone: "" });
      expect((await api.login("gift@example.test")).status).toBe(400);
      await deliverOutbox(api.shop());
      expect(api.mails.at(-1)).toMatchObject({ to: email, subject: "Your delivery address was changed" });
    });

    test("uses the account's e-mail where the new one is blank [INP-14]", async () => {
      const { email, token } = await api.signUp();
      await update({ email_new: "gift@example.test", phone: "" }, token);
      expect((await update({ email_new: "", phone: "" }, token)).body).toEqual({
        username: "Asha Rao",
        email,
        phone: "",
      });
    });
  });
});

/** What a version with a lower cost would have stored. */
async function weakHash(password: string) {
  const { argon2Sync } = await import("node:crypto");
  const salt = Buffer.alloc(16, 1);
  const parameters = { message: password, nonce: salt, memory: 9_728, passes: 2, parallelism: 1, tagLength: 32 };
  const encode = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  return `$argon2id$v=19$m=9728,t=2,p=1$${encode(salt)}$${encode(argon2Sync("argon2id", parameters))}`;
}
