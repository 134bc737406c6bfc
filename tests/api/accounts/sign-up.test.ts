import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";

import { verifyEmail } from "../../../api/accounts/verify-email.ts";
import { deliverOutbox } from "../../../api/mail/deliver-outbox.ts";
import { contestUser } from "../../../api/repositories/accounts/users.ts";
import { FORWARD_KEY, PASSWORD, startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { engines } from "../../helpers/database/test-database.ts";

const DAY = 24 * 60 * 60_000;
const MINE = "Rainfall@2026";
const NEW = "Winter@2026";

describe.each(engines)("sign-up on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
  });
  afterAll(() => api.close());

  const post = (path: string, body: object, token?: string) => api.request("POST", path, { body, token });
  const signUp = (email: string, password = PASSWORD, shop = api, headers = {}) =>
    shop.request("POST", "/user/signup/", { headers, body: { username: "Asha Rao", email, password, phone: "" } });
  const linkIn = (text: string) => /verify-email\?token=([\w-]+)/.exec(text)![1]!;
  const openLink = async (email: string) =>
    post("/user/verify-email/", { token: linkIn((await api.takeMail(email)).text) });
  const userOf = (email: string) =>
    api.shop().db.read.selectFrom("users").selectAll().where("email_key", "=", email).executeTakeFirstOrThrow();

  /** How many passwords are hashed, for storing and for comparing, while `act` runs. */
  async function countHashes(act: () => Promise<unknown>) {
    const [hash, verify] = [vi.spyOn(api.shop().passwords, "hash"), vi.spyOn(api.shop().passwords, "verify")];
    await act();
    const counts = [hash.mock.calls.length, verify.mock.calls.length];
    hash.mockRestore();
    verify.mockRestore();
    return counts;
  }

  describe("with an address that has an account", () => {
    test("answers as for a new one, after the same work", async () => {
      const { email } = await api.signUp();
      const { email: waiting } = await api.signUp({ isVerified: false });
      const answers: unknown[] = [];
      for (const address of [email, waiting, "brand-new@example.test"]) {
        const hashes = await countHashes(async () => {
          const { status, headers, body } = await signUp(address);
          // Each answer holds what was sent, and a token of its own.
          answers.push([status, { ...body, email: "", device_token: "" }, [...headers.keys()]]);
        });
        expect(hashes).toEqual([1, 1]);
      }
      expect(answers[0]).toEqual(answers[2]);
      expect(answers[1]).toEqual(answers[2]);
    });

    test("changes nothing once the address is proven, and tells its owner twice a day at most", async () => {
      const { email, token } = await api.signUp();
      api.mails.length = 0;
      for (let attempt = 0; attempt < 4; attempt++) await signUp(email.toUpperCase(), MINE);
      await deliverOutbox(api.shop());
      const mails = api.mails.splice(0).filter(({ to }) => to === email);
      expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill("You already have an account at acme rewards"));
      expect(mails[0]!.text).toContain("https://acme.localhost/login");
      expect(mails[0]!.text).not.toContain("Asha");
      expect((await api.login(email, MINE)).status).toBe(400);
      expect((await api.login(email)).status).toBe(200);
      expect((await api.request("GET", "/user-data/", { token })).status).toBe(200);
    });

    test("mails nobody about a disabled account", async () => {
      const { email } = await api.signUp();
      const { db } = api.shop();
      await db.transaction((tx) =>
        tx.updateTable("users").set({ disabled_at: 1 }).where("email_key", "=", email).execute(),
      );
      expect((await signUp(email)).status).toBe(201);
      expect(await api.hasMail(email)).toBe(false);
    });
  });

  test("sends the vouchers to the shopper who proves the address, not where a stranger led them before", async () => {
    const { email } = await api.signUp({ isVerified: false });
    const contact = { delivery_email: "thief@example.test", delivery_phone: "9876543210" };
    await api
      .shop()
      .db.transaction((tx) => tx.updateTable("users").set(contact).where("email_key", "=", email).execute());
    expect((await openLink(email)).status).toBe(204);
    expect(await userOf(email)).toMatchObject({ delivery_email: null, delivery_phone: null });
  });

  describe("twice with an address that nobody has proven", () => {
    const squat = async () => {
      const squatter = await api.signUp({ isVerified: false });
      const contact = { email_new: "thief@example.test", phone: "9876543210" };
      await api.request("PATCH", "/user/update/", { token: squatter.token, body: contact });
      api.mails.length = 0;
      return squatter;
    };

    test("ends the first one's session, password and delivery address", async () => {
      const { email, token, refreshToken } = await squat();
      await signUp(email, MINE);
      expect((await api.request("GET", "/user-data/", { token })).status).toBe(401);
      expect((await post("/user/refreshtoken/", { refresh_token: refreshToken })).status).toBe(401);
      expect((await api.login(email, PASSWORD)).status).toBe(400);
      expect((await api.login(email, MINE)).status).toBe(200);
      expect(await userOf(email)).toMatchObject({
        delivery_email: null,
        delivery_phone: null,
        email_verified_at: null,
      });
    });

    test.each(["first", "last"])(
      "gives the shopper who proves the mailbox their own password, if they were the %s",
      async (turn) => {
        const { email } = await squat();
        if (turn === "last") await signUp(email, MINE);
        else {
          await signUp(email, MINE);
          await signUp(email, PASSWORD);
        }
        const thief = (await api.login(email, turn === "first" ? PASSWORD : MINE)).body.access_token;
        const contact = { email_new: "thief@example.test", phone: "" };
        await api.request("PATCH", "/user/update/", { token: thief, body: contact });

        const opened = await openLink(email);
        expect([opened.status, Object.keys(opened.body)]).toEqual([200, ["reset_token"]]);
        expect((await userOf(email)).email_verified_at).toBeNull();
        const done = await post("/user/reset-password/", { reset_token: opened.body.reset_token, password: NEW });
        expect(done.status).toBe(204);
        expect(await userOf(email)).toMatchObject({ delivery_email: null, contested_at: null });
        expect((await userOf(email)).email_verified_at).not.toBeNull();
        expect((await api.request("GET", "/user-data/", { token: thief })).status).toBe(401);
        for (const old of [PASSWORD, MINE]) expect((await api.login(email, old)).status).toBe(400);
        expect((await api.login(email, NEW)).status).toBe(200);
      },
    );

    test("is one person with the same password, who gets the mail again and loses nothing", async () => {
      const { email, token, deviceToken } = await api.signUp({ isVerified: false });
      api.mails.length = 0;
      expect((await signUp(email.toUpperCase())).status).toBe(201);
      expect((await api.request("GET", "/user-data/", { token })).status).toBe(200);
      expect((await openLink(email)).status).toBe(204);
      const again = await api.login(email, PASSWORD, { headers: { "x-awning-device": deviceToken } });
      expect([again.status, again.body.device_token]).toEqual([200, deviceToken]);
      const devices = api.shop().db.read.selectFrom("devices").select("confirmed_at");
      const { id } = await userOf(email);
      expect(await devices.where("user_id", "=", id).execute()).toEqual([{ confirmed_at: api.clock.now() }]);
    });

    test("keeps the account from the first one, who sends the first password again after another", async () => {
      const { body } = await signUp("in-turn@example.test");
      await signUp(body.email, MINE);
      await signUp(body.email, MINE);
      expect((await openLink(body.email)).body).toHaveProperty("reset_token");
    });

    test("lets the mailbox's owner in after a sign-up between the link and the new password", async () => {
      const { email } = await squat();
      await signUp(email, MINE);
      const { body } = await openLink(email);
      await signUp(email, PASSWORD);
      const done = await post("/user/reset-password/", { reset_token: body.reset_token, password: NEW });
      expect(done.status).toBe(204);
      expect((await api.login(email, PASSWORD)).status).toBe(400);
      expect((await api.login(email, NEW)).status).toBe(200);
    });

    test("proves nothing by a link of the first sign-up, and no link sets a password once the address is proven", async () => {
      const { body } = await signUp("two-links@example.test");
      const first = linkIn((await api.takeMail(body.email)).text);
      await signUp(body.email, MINE);
      const opened = await post("/user/verify-email/", { token: first });
      expect(opened.status).toBe(200);
      await post("/user/reset-password/", { reset_token: opened.body.reset_token, password: NEW });
      expect((await post("/user/verify-email/", { token: first })).status).toBe(204);
      expect((await openLink(body.email).catch(() => post("/user/verify-email/", { token: first }))).status).toBe(204);
    });
  });

  test("proves the mailbox by a reset, and leaves nothing in the account of the first sign-up", async () => {
    const { email, token } = await api.signUp({ isVerified: false });
    const profile = new FormData();
    profile.set("phone", "9876543210");
    profile.set("address_line1", "Thief Street");
    await api.request("PUT", "/edit-profile/", { token, body: profile });
    const { transaction } = (await post("/user/forgot/", { username: email })).body;
    const mail = await api.takeMail(email);
    expect(mail.text).not.toContain("Asha");
    const code = /^[0-9A-Z]{4}$/m.exec(mail.text)![0];
    const reset_token = (await post("/user/verify-otp/", { transaction, code })).body.reset_token;
    await post("/user/reset-password/", { reset_token, password: NEW });
    const user = await userOf(email);
    expect([user.phone, user.address_line1, user.email_verified_at]).toEqual([null, "", api.clock.now()]);
  });

  describe("and strangers' mail", () => {
    const quick = async (limits: NonNullable<Parameters<typeof startTestApi>[1]>["limits"]) => {
      const shop = await startTestApi(engine, { limits });
      shop.shop().passwords.verify = async () => "wrong";
      shop.shop().passwords.hash = async () => "$argon2id$v=19$m=8,t=1,p=1$AAAA$AAAA";
      return shop;
    };
    const received = async (shop: TestApi) => {
      await deliverOutbox(shop.shop());
      return shop.mails.splice(0);
    };

    test("reach one mailbox three times a day after 200 sign-ups with plus addresses, without names, and leave the owner three", async () => {
      const shop = await quick({});
      for (let index = 0; index < 200; index++)
        expect((await signUp(`victim+${index}@example.test`, PASSWORD, shop)).status).toBe(201);
      const mails = await received(shop);
      expect(mails).toHaveLength(3);
      for (const { text, html } of mails) expect(`${text} ${html}`).not.toContain("Asha");
      // Nor do resets of these accounts, as long as the day lasts.
      for (let index = 0; index < 10; index++)
        await shop.request("POST", "/user/forgot/", { body: { username: `victim+${index}@example.test` } });
      expect(await received(shop)).toHaveLength(0);
      for (let index = 0; index < 5; index++) await signUp("victim@example.test", PASSWORD, shop);
      expect((await received(shop)).map(({ to }) => to)).toEqual(Array(3).fill("victim@example.test"));
      shop.clock.turn(DAY);
      await signUp("VICTIM+x@example.test", PASSWORD, shop);
      expect(await received(shop)).toHaveLength(1);
      await shop.close();
    });

    test("is limited for each network's day, and the next network is free", async () => {
      const shop = await quick({ unprovenMailsPerNetAndDay: 3 });
      const from = (net: string) => ({ "x-forwarded-for": net, "x-awning-key": FORWARD_KEY });
      const statuses: number[] = [];
      for (const index of [1, 2, 3, 4])
        statuses.push((await signUp(`net-${index}@example.test`, PASSWORD, shop, from("203.0.113.7"))).status);
      statuses.push((await signUp("net-5@example.test", PASSWORD, shop, from("203.0.113.8"))).status);
      expect(statuses).toEqual([201, 201, 201, 429, 201]);
      expect(await received(shop)).toHaveLength(4);
      await shop.close();
    });

    test("counts requests for another link with the network, too", async () => {
      const shop = await startTestApi(engine, { limits: { unprovenMailsPerNetAndDay: 2 } });
      const { token } = await shop.signUp({ isVerified: false });
      const again = async () => (await shop.request("POST", "/user/verify-email/send/", { token, body: {} })).status;
      expect([await again(), await again()]).toEqual([202, 429]);
      await shop.close();
    });

    test("goes to no unproven address beyond the whole shop's daily limit", async () => {
      const { shopDay } = api.shop().limits;
      const shop = await quick({ shopDay: { ...shopDay, unprovenMails: { alarm: 1, limit: 2 } } });
      for (const index of [1, 2, 3, 4])
        expect((await signUp(`mailed-${index}@example.test`, PASSWORD, shop)).status).toBe(201);
      expect((await received(shop)).map(({ to }) => to)).toEqual(["mailed-1@example.test", "mailed-2@example.test"]);
      await shop.close();
    });

    test("raises an alarm for the whole shop's sign-ups, once a day for each threshold, and is refused beyond the limit", async () => {
      const { shopDay } = api.shop().limits;
      const shop = await quick({ shopDay: { ...shopDay, signups: { alarm: 2, limit: 3 } } });
      const statuses: number[] = [];
      for (const index of [1, 2, 3, 4, 5])
        statuses.push((await signUp(`all-${index}@example.test`, PASSWORD, shop)).status);
      expect(statuses).toEqual([201, 201, 201, 429, 429]);
      const alarms = shop.logged.map((line) => JSON.parse(line)).filter(({ what }) => what === "signups");
      expect(alarms.map(({ level, tenant, used }) => [level, tenant, used])).toEqual([
        [40, "acme", 2],
        [40, "acme", 4],
      ]);
      expect(await shop.registry.metrics()).toContain('awning_alarms_total{tenant="acme",what="signups"} 2\n');
      shop.clock.turn(DAY);
      expect((await signUp("all-6@example.test", PASSWORD, shop)).status).toBe(201);
      await shop.close();
    });
  });
});

test("on PostgreSQL a link opened during a second sign-up does not prove the address for its password", async () => {
  const api = await startTestApi("postgres");
  const { email } = await api.signUp({ isVerified: false });
  const shop = api.shop();
  const token = /verify-email\?token=([\w-]+)/.exec((await api.takeMail(email)).text)![1]!;
  const users = shop.db.read.selectFrom("users").selectAll().where("email_key", "=", email);
  const { id } = await users.executeTakeFirstOrThrow();
  let opened: ReturnType<typeof verifyEmail> | undefined;
  await shop.db.transaction(async (tx) => {
    await contestUser(tx, id, { username: "Thief", phone: "", passwordHash: "theirs", now: shop.clock.now() });
    opened = verifyEmail(shop, { token, signedInAs: null });
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await waiting.execute(shop.db.read)).rows.length).toBe(1);
  });
  expect(await opened).toHaveProperty("resetToken");
  expect(await users.executeTakeFirst()).toMatchObject({ password_hash: "theirs", email_verified_at: null });
  await api.close();
});
