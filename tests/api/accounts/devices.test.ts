import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { deliverOutbox } from "../../../api/mail/deliver-outbox.ts";
import { FORWARD_KEY, PASSWORD, startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import {
  CARD,
  createShopper,
  fillCart,
  notify,
  paymentOf,
  place,
  placeOne,
  stockUp,
} from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const WRONG = "Wrong@2026";
const CHROME =
  "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36";
const CODE = /^[0-9A-Z]{4}$/m;

describe.each(engines)("devices on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine, {
      tenants: ["acme", "globex", "open"],
      settings: { open: { security: { stepUp: false, loginNotice: false } } },
    });
    await stockUp(api, 100);
  });
  afterAll(() => api.close());

  /** Headers of a request as the storefront sends it: from which network, and on which browser. */
  const at = (net: string, device?: string) => ({
    headers: { "x-forwarded-for": net, "x-awning-key": FORWARD_KEY, ...(device && { "x-awning-device": device }) },
  });
  const on = (device: string) => ({ headers: { "x-awning-device": device, "user-agent": CHROME } });
  const post = (path: string, body: object, call: object = {}) => api.request("POST", path, { body, ...call });
  const historyOf = async (token: string) => (await api.request("GET", "/order-history/", { token })).body;
  const sendCode = (token: string) => post("/user/device/send-code/", {}, { token, headers: { "user-agent": CHROME } });
  const confirm = (token: string, code: string, device?: string) =>
    post("/user/device/confirm/", { code }, { token, headers: device ? { "x-awning-device": device } : {} });
  const codeFor = async (email: string) => CODE.exec((await api.takeMail(email)).text)![0];
  const otherThan = (code: string) => (code === "0000" ? "0001" : "0000");

  /** A shopper who has bought cards in the browser of the sign-up, and is signed in on a second one, too. */
  async function buy() {
    const { email, token, deviceToken } = await api.signUp();
    await fillCart(api, token, [CARD]);
    const { orderId } = await placeOne(api, token);
    await notify(api, await paymentOf(api, orderId));
    const { body } = await api.login(email, PASSWORD, { headers: { "user-agent": CHROME } });
    await deliverOutbox(api.shop());
    api.mails.length = 0;
    return { email, token, deviceToken, second: body.access_token, secondDevice: body.device_token };
  }

  describe("logins and resets", () => {
    test("let the owner's device in after ten networks had five wrong passwords each", async () => {
      const { email, deviceToken } = await api.signUp();
      for (let net = 1; net <= 10; net++)
        for (let attempt = 0; attempt < 5; attempt++) await api.login(email, WRONG, at(`203.0.113.${net}`));
      expect((await api.login(email, PASSWORD, at("198.51.100.1"))).status).toBe(429);
      expect((await api.login(email, PASSWORD, at("198.51.100.1", deviceToken))).status).toBe(200);
    });

    test("let a known device in after its network tried made-up names", async () => {
      const { email, deviceToken } = await api.signUp();
      const stranger = await api.signUp();
      const names = Array.from({ length: 104 }, (_, index) => `nobody-${index}@example.test`);
      const statuses = await Promise.all(
        names.map(async (name) => (await api.login(name, WRONG, at("192.0.2.1"))).status),
      );
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(4);
      expect((await api.login(stranger.email, PASSWORD, at("192.0.2.1"))).status).toBe(429);
      expect((await api.login(email, PASSWORD, at("192.0.2.1", deviceToken))).status).toBe(200);
      // A device is one of its own accounts only.
      expect((await api.login(stranger.email, PASSWORD, at("192.0.2.1", deviceToken))).status).toBe(429);
    });

    test("check five passwords of a burst on a known device, and give a stolen token no more attempts elsewhere", async () => {
      const { email, deviceToken } = await api.signUp();
      const burst = Array.from({ length: 40 }, (_, index) =>
        api.login(email, WRONG, at(`203.0.113.${100 + index}`, deviceToken)),
      );
      const statuses = (await Promise.all(burst)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 400)).toHaveLength(5);
      expect(statuses.filter((status) => status === 429)).toHaveLength(35);
      expect((await api.login(email, PASSWORD, at("203.0.113.99", deviceToken))).status).toBe(429);
      // Nor does it take the others' tries away.
      expect((await api.login(email, PASSWORD, at("203.0.113.99"))).status).toBe(200);
    });

    test("give each known device of an account attempts of its own", async () => {
      const { email, deviceToken } = await api.signUp();
      const second = (await api.login(email)).body.device_token;
      for (let attempt = 0; attempt < 6; attempt++) await api.login(email, WRONG, at("203.0.113.98", second));
      expect((await api.login(email, PASSWORD, at("203.0.113.98", second))).status).toBe(429);
      expect((await api.login(email, PASSWORD, at("203.0.113.98", deviceToken))).status).toBe(200);
    });

    test.each([
      ["of a sign-up that nobody has logged in on", signUpOnly],
      ["that was made up", async () => ({ ...(await api.signUp()), deviceToken: "x".repeat(43) })],
      [
        "of another brand",
        async () => ({ ...(await api.signUp()), deviceToken: (await api.signUp({ tenant: "globex" })).deviceToken }),
      ],
    ])("give a token %s no attempts of its own", async (_, create) => {
      const { email, deviceToken } = await create();
      for (let attempt = 0; attempt < 5; attempt++)
        expect((await api.login(email, WRONG, at("192.0.2.77", deviceToken))).status).toBe(400);
      expect((await api.login(email, WRONG, at("192.0.2.77"))).status).toBe(429);
      api.clock.turn(16 * MINUTE);
    });

    async function signUpOnly() {
      const email = `alone-${Math.random().toString(36).slice(2)}@example.test`;
      const body = { username: "Asha Rao", email, password: PASSWORD, phone: "" };
      return { email, deviceToken: (await post("/user/signup/", body)).body.device_token as string };
    }

    test("leave the owner's reset, mail and code attempts after five resets each from four addresses", async () => {
      const { email, deviceToken } = await api.signUp();
      for (let net = 1; net <= 4; net++)
        for (let attempt = 0; attempt < 5; attempt++) {
          const { body } = await post("/user/forgot/", { username: email }, at(`203.0.113.${net}`));
          await post("/user/verify-otp/", { transaction: body.transaction, code: "0000" });
        }
      expect((await post("/user/forgot/", { username: email }, at("198.51.100.3"))).status).toBe(429);
      await deliverOutbox(api.shop());
      api.mails.length = 0;
      const begun = await post("/user/forgot/", { username: email }, at("198.51.100.3", deviceToken));
      expect(begun.status).toBe(202);
      const code = await codeFor(email);
      expect((await post("/user/verify-otp/", { transaction: begun.body.transaction, code })).status).toBe(200);
    });

    test("allow a known device five resets a day", async () => {
      const { email, deviceToken } = await api.signUp();
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 6; attempt++)
        statuses.push((await post("/user/forgot/", { username: email }, at(`192.0.2.${attempt}`, deviceToken))).status);
      expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    });
  });

  describe("the token", () => {
    test("stays in the browser, also for a second account; one of another brand counts as none", async () => {
      const first = await api.signUp();
      const again = await api.login(first.email, PASSWORD, on(first.deviceToken));
      expect(again.body.device_token).toBe(first.deviceToken);
      const second = await api.signUp();
      expect((await api.login(second.email, PASSWORD, on(first.deviceToken))).body.device_token).toBe(
        first.deviceToken,
      );
      const elsewhere = await api.signUp({ tenant: "globex" });
      const there = await api.login(elsewhere.email, PASSWORD, { tenant: "globex", ...on(first.deviceToken) });
      expect(there.body.device_token).toMatch(/^[\w-]{43}$/);
      expect(there.body.device_token).not.toBe(first.deviceToken);
    });

    test("is forgotten after 400 days without a login", async () => {
      const old = await startTestApi(engine);
      const { email, deviceToken } = await old.signUp();
      const tokenAfter = async (days: number) => {
        old.clock.turn(days * DAY);
        await old.login(email); // elsewhere
        return (await old.login(email, PASSWORD, on(deviceToken))).body.device_token;
      };
      expect(await tokenAfter(399)).toBe(deviceToken);
      expect(await tokenAfter(400)).not.toBe(deviceToken);
      await old.close();
    });

    test("is neither in the database nor in the log, and neither is the code that confirms it", async () => {
      const { email, second, secondDevice } = await buy();
      await sendCode(second);
      const rows = JSON.stringify([
        await api.shop().db.read.selectFrom("device_codes").selectAll().execute(),
        await api.shop().db.read.selectFrom("devices").selectAll().execute(),
        await api.shop().db.read.selectFrom("outbox").selectAll().where("kind", "=", "confirm-device").execute(),
      ]);
      const code = await codeFor(email);
      await confirm(second, otherThan(code), secondDevice);
      await confirm(second, code, secondDevice);
      const log = api.logged.join("");
      expect(rows).not.toContain(secondDevice);
      expect(log).not.toContain(secondDevice);
      expect(rows).not.toContain(`"${code}"`);
      expect(log).not.toContain(`"${code}"`);
    });

    test("is one of twenty of an account, and logins push out no confirmed one", async () => {
      const { email, deviceToken } = await api.signUp();
      for (let login = 0; login < 22; login++) {
        api.clock.turn(1_000);
        await api.login(email, PASSWORD);
      }
      const count = await api
        .shop()
        .db.read.selectFrom("devices")
        .innerJoin("users", "users.id", "devices.user_id")
        .select(({ fn }) => fn.countAll().as("count"))
        .where("users.email_key", "=", email)
        .executeTakeFirstOrThrow();
      expect(Number(count.count)).toBe(20);
      const login = (await api.login(email, PASSWORD, on(deviceToken))).body;
      expect(login.device_token).toBe(deviceToken);
      expect((await sendCode(login.access_token)).body).toEqual({ is_confirmed: true });
    });
  });

  describe("step-up", () => {
    test("shows the codes in the sign-up's browser, and covers them in another until a mailed code is entered there", async () => {
      const { email, token, second, secondDevice } = await buy();
      const [clear] = (await historyOf(token))[0].vouchers;
      expect(clear).toMatchObject({
        card_number: expect.stringMatching(/^CARD-/),
        pin_code: expect.stringMatching(/^PIN-/),
      });
      expect(clear).not.toHaveProperty("is_locked");

      const covered = (await historyOf(second))[0].vouchers;
      expect(covered).toHaveLength(2);
      expect(covered[0]).toEqual({
        ...clear,
        card_number: `•••• ${clear.card_number.slice(-4)}`,
        pin_code: "",
        claim_url: "",
        is_locked: true,
      });

      const sent = await sendCode(second);
      expect([sent.status, sent.body]).toEqual([202, { is_confirmed: false }]);
      const mail = await api.takeMail(email);
      expect(mail.text).toContain("confirms a new device (Chrome on Android)");
      expect(mail.text).not.toContain("http");
      const code = CODE.exec(mail.text)![0];
      const confirmed = await confirm(second, code.toLowerCase(), secondDevice);
      expect([confirmed.status, confirmed.body]).toEqual([200, { device_token: secondDevice }]);
      expect((await historyOf(second))[0].vouchers[0]).toEqual(clear);
      expect((await sendCode(second)).body).toEqual({ is_confirmed: true });

      // The next login on it sees no new step.
      const next = await api.login(email, PASSWORD, on(secondDevice));
      expect((await historyOf(next.body.access_token))[0].vouchers[0]).toEqual(clear);
    });

    test("confirms the sign-up's browser with the sign-up's link, and no other earlier one", async () => {
      const { email, token } = await api.signUp({ isVerified: false });
      api.clock.turn(MINUTE);
      const other = (await api.login(email)).body.access_token;
      const link = /verify-email\?token=([\w-]+)/.exec((await api.takeMail(email)).text)!;
      expect((await post("/user/verify-email/", { token: link[1] })).status).toBe(204);
      expect((await sendCode(token)).body).toEqual({ is_confirmed: true });
      expect((await sendCode(other)).body).toEqual({ is_confirmed: false });
    });

    test("confirms a session from before devices the same way, and gives it a token", async () => {
      const { email, token } = await buy();
      const db = api.shop().db;
      await db.transaction((tx) => tx.updateTable("sessions").set({ device_hash: null }).execute());
      expect((await historyOf(token))[0].vouchers[0].is_locked).toBe(true);
      await sendCode(token);
      const confirmed = await confirm(token, await codeFor(email));
      expect(confirmed.body.device_token).toMatch(/^[\w-]{43}$/);
      expect((await historyOf(token))[0].vouchers[0]).not.toHaveProperty("is_locked");
    });

    test("does not confirm a device for a second account", async () => {
      const { email } = await buy();
      const other = await api.signUp();
      const login = await api.login(email, PASSWORD, on(other.deviceToken));
      expect(login.body.device_token).toBe(other.deviceToken);
      expect((await historyOf(login.body.access_token))[0].vouchers[0].is_locked).toBe(true);
    });

    test("accepts a code for its own session, for ten minutes, once, and until a newer one replaces it", async () => {
      const { email, second } = await buy();
      const third = (await api.login(email)).body.access_token;
      await deliverOutbox(api.shop());
      api.mails.length = 0;
      await sendCode(second);
      const first = await codeFor(email);
      expect((await confirm(third, first)).status).toBe(400);
      await sendCode(third);
      const thirds = await codeFor(email);
      if (thirds !== first) expect((await confirm(second, thirds)).status).toBe(400);
      api.clock.turn(10 * MINUTE);
      expect((await confirm(second, first)).status).toBe(400);
      await sendCode(second);
      const newer = await codeFor(email);
      expect((await confirm(second, newer)).status).toBe(200);
      expect((await confirm(second, newer)).status).toBe(400);
    });

    test("checks five codes of a burst", async () => {
      const { email, second } = await buy();
      await sendCode(second);
      const code = await codeFor(email);
      const wrong = await Promise.all(Array.from({ length: 20 }, () => confirm(second, otherThan(code))));
      expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([400]));
      const { tries } = await api
        .shop()
        .db.read.selectFrom("device_codes")
        .innerJoin("users", "users.id", "device_codes.user_id")
        .select("tries")
        .where("email_key", "=", email)
        .executeTakeFirstOrThrow();
      expect(tries).toBe(5);
      expect((await confirm(second, code)).status).toBe(400);
      expect((await historyOf(second))[0].vouchers[0].is_locked).toBe(true);
    });

    test("keeps a session's attempts apart from wrong codes in another session", async () => {
      const { email, second } = await buy();
      const third = (await api.login(email)).body.access_token;
      await deliverOutbox(api.shop());
      api.mails.length = 0;
      await sendCode(second);
      const code = await codeFor(email);
      for (let attempt = 0; attempt < 5; attempt++) await confirm(third, otherThan(code));
      expect((await confirm(second, code)).status).toBe(200);
    });

    test("limits an account to twenty attempts and ten mailed codes in a day", async () => {
      const { email, second } = await buy();
      for (let sent = 0; sent < 4; sent++) {
        await sendCode(second);
        const code = await codeFor(email);
        for (let attempt = 0; attempt < 5; attempt++) await confirm(second, otherThan(code));
      }
      await sendCode(second);
      expect((await confirm(second, await codeFor(email))).status).toBe(400);
      for (let sent = 5; sent < 10; sent++) expect((await sendCode(second)).status).toBe(202);
      const refused = await sendCode(second);
      expect([refused.status, refused.body.detail]).toEqual([
        429,
        "Too many codes for one day. Please try again tomorrow.",
      ]);
      api.clock.turn(DAY);
      const tomorrow = (await api.login(email)).body.access_token;
      expect((await sendCode(tomorrow)).status).toBe(202);
    });

    test.each(["", "12345", "????", "x".repeat(65), 7, null])("refuses %j as a code", async (code) => {
      const { second } = await buy();
      expect((await confirm(second, code as string)).status).toBe(400);
    });

    test("mails no code to an unproven address", async () => {
      const { token } = await api.signUp({ isVerified: false });
      const refused = await sendCode(token);
      expect([refused.status, refused.body.error]).toEqual([403, "email_not_verified"]);
      expect((await post("/user/device/send-code/", {})).status).toBe(401);
      expect((await post("/user/device/confirm/", { code: "0000" })).status).toBe(401);
    });

    test("changes the delivery address and phone on a confirmed device only, and mails a notice to the owner", async () => {
      const { email, token, second } = await buy();
      const change = (session: string, email_new: string, phone = "") =>
        api.request("PATCH", "/user/update/", { token: session, body: { email_new, phone } });
      const OFFICE = ["office@example.test", "9876543210"] as const;
      const notices = async () => {
        await deliverOutbox(api.shop());
        const own = api.mails.splice(0).filter(({ to }) => to === email);
        return own.filter(({ subject }) => subject === "Your delivery address was changed").length;
      };
      await notices();
      for (const [to, phone] of [
        ["thief@example.test", ""],
        ["", "9876500000"],
      ] as const) {
        const refused = await change(second, to, phone);
        expect([refused.status, refused.body]).toEqual([
          403,
          {
            status_code: 403,
            detail: "Please confirm this device first.",
            error: "device_not_confirmed",
          },
        ]);
      }
      expect((await change(second, "")).status).toBe(200);
      expect((await change(token, "", OFFICE[1])).body.phone).toBe(OFFICE[1]);
      expect(await notices()).toBe(0); // messages went to no phone before
      expect((await change(token, ...OFFICE)).body).toMatchObject({ email: OFFICE[0], phone: OFFICE[1] });
      expect(await notices()).toBe(1);
      expect((await change(second, OFFICE[0], "9876500000")).body.error).toBe("device_not_confirmed");
      expect((await change(token, OFFICE[0], "9876500001")).body.phone).toBe("9876500001");
      expect(await notices()).toBe(1);
      // Contacts that the account has already, and back to its own.
      expect((await change(second, OFFICE[0], "9876500001")).status).toBe(200);
      expect((await change(second, "")).body).toMatchObject({ email, phone: "" });
      expect(await notices()).toBe(0);
    });

    test("changes a gift's address on a confirmed device only, and sends it again to its own from any", async () => {
      const gift = { recipient_name: "Meera", recipient_email: "meera@example.test", message: "", send_on: null };
      const { token, email } = await createShopper(api, { cart: [{ ...CARD, gift }] });
      const { orderId } = await placeOne(api, token);
      await notify(api, await paymentOf(api, orderId));
      const { id } = (await historyOf(token))[0].items[0].gift;
      const second = (await api.login(email)).body.access_token;
      const send = (session: string, recipient_email: string) =>
        post("/gift/send/", { id, recipient_email }, { token: session });
      const refused = await send(second, "thief@example.test");
      expect([refused.status, refused.body.error]).toEqual([403, "device_not_confirmed"]);
      expect((await send(second, gift.recipient_email)).status).toBe(202);
      expect((await send(token, "mira@example.test")).status).toBe(202);
    });

    test("forgets a device that its shopper signs out, but not the current one", async () => {
      const { email, token, second, secondDevice } = await buy();
      await sendCode(second);
      await confirm(second, await codeFor(email), secondDevice);
      const twin = (await api.login(email, PASSWORD, on(secondDevice))).body.access_token;
      const end = async (session: string, client: string) => {
        const { body } = await api.request("GET", "/user/sessions/", { token: session });
        const { id } = body.find(
          (one: { is_current: boolean; client: string }) => !one.is_current && one.client === client,
        );
        expect((await api.request("DELETE", "/user/sessions/", { token: session, body: { id } })).status).toBe(204);
      };
      await end(twin, "Chrome on Android"); // the other session of its own browser
      expect((await historyOf(twin))[0].vouchers[0]).not.toHaveProperty("is_locked");
      await end(token, "Chrome on Android");
      const again = await api.login(email, PASSWORD, on(secondDevice));
      expect((await historyOf(again.body.access_token))[0].vouchers[0].is_locked).toBe(true);
    });

    test("keeps the owner's device confirmed and known when a thief with the password signs the owner out", async () => {
      const { email, deviceToken, second } = await buy();
      const { body: sessions } = await api.request("GET", "/user/sessions/", { token: second });
      for (const { id, is_current } of sessions)
        if (!is_current) await api.request("DELETE", "/user/sessions/", { token: second, body: { id } });
      for (let net = 1; net <= 10; net++)
        for (let attempt = 0; attempt < 5; attempt++) await api.login(email, WRONG, at(`203.0.113.${net}`));
      const { status, body } = await api.login(email, PASSWORD, at("198.51.100.1", deviceToken));
      expect(status).toBe(200);
      expect((await historyOf(body.access_token))[0].vouchers[0]).not.toHaveProperty("is_locked");
    });

    test("accepts coins for a gift on a confirmed device only, cash on any", async () => {
      const gift = { recipient_name: "Meera", recipient_email: "meera@example.test", message: "", send_on: null };
      const { token, email } = await createShopper(api, { coins: 200, cart: [{ ...CARD, gift }] });
      const second = (await api.login(email)).body.access_token;
      const withCoins = { amount: 900, coins_used: 100 };
      const refused = await place(api, second, withCoins);
      expect([refused.status, refused.body.error]).toEqual([403, "device_not_confirmed"]);
      expect((await place(api, second)).status).toBe(201);
      expect((await place(api, token, withCoins)).status).toBe(201);
      await deliverOutbox(api.shop());
      api.mails.length = 0;
    });

    test("accepts coins for the shopper's own cards on any device", async () => {
      const { email } = await createShopper(api, { coins: 200 });
      const second = (await api.login(email)).body.access_token;
      expect((await place(api, second, { amount: 900, coins_used: 100 })).status).toBe(201);
      await deliverOutbox(api.shop());
      api.mails.length = 0;
    });

    test("shows the codes everywhere for a brand without step-up", async () => {
      const { email } = await createShopper(api, { tenant: "open" });
      const { body } = await api.login(email, PASSWORD, { tenant: "open" });
      const change = { email_new: "office@example.test", phone: "" };
      const call = { tenant: "open", token: body.access_token, body: change };
      expect((await api.request("PATCH", "/user/update/", call)).status).toBe(200);
      await deliverOutbox(api.shop("open"));
      expect(api.mails.filter(({ subject }) => subject === "A login from a new device")).toEqual([]);
    });
  });

  describe("resets", () => {
    test("confirm the browser in which the mailed code was typed, and forget all others", async () => {
      const { email, deviceToken } = await buy();
      const { transaction } = (await post("/user/forgot/", { username: email })).body;
      const code = await codeFor(email);
      const { reset_token, device_token } = (await post("/user/verify-otp/", { transaction, code })).body;
      const set = await post("/user/reset-password/", { reset_token, password: "Winter@2026" }, on("y".repeat(43)));
      expect(set.status).toBe(204);
      api.mails.length = 0;
      const here = await api.login(email, "Winter@2026", on(device_token));
      expect(here.body.device_token).toBe(device_token);
      expect((await historyOf(here.body.access_token))[0].vouchers[0]).not.toHaveProperty("is_locked");
      const former = await api.login(email, "Winter@2026", on(deviceToken));
      expect((await historyOf(former.body.access_token))[0].vouchers[0].is_locked).toBe(true);
    });
  });

  describe("the notice of a login", () => {
    test("is mailed for a device that is new to the account, says which and when, and holds no link", async () => {
      const { email, deviceToken } = await api.signUp();
      api.mails.length = 0;
      await api.login(email, PASSWORD, on(deviceToken));
      await deliverOutbox(api.shop());
      expect(api.mails).toEqual([]);
      await api.login(email, PASSWORD, { headers: { "user-agent": CHROME } });
      const mail = await api.takeMail(email);
      expect(mail.subject).toBe("A login from a new device");
      expect(mail.text).toContain("(India time) from a new device (Chrome on Android)");
      expect(mail.text).not.toContain("http");
      expect(mail.html).not.toContain("href");
    });

    test("is not mailed to an unproven address", async () => {
      const { email } = await api.signUp({ isVerified: false });
      await deliverOutbox(api.shop());
      api.mails.length = 0;
      expect((await api.login(email)).status).toBe(200);
      await deliverOutbox(api.shop());
      expect(api.mails).toEqual([]);
    });

    test("is mailed five times a day at most, and not for a wrong password", async () => {
      const { email } = await api.signUp();
      api.mails.length = 0;
      await api.login(email, WRONG);
      for (let login = 0; login < 7; login++) await api.login(email);
      await deliverOutbox(api.shop());
      expect(api.mails.map(({ to, subject }) => [to, subject])).toEqual(
        Array(5).fill([email, "A login from a new device"]),
      );
    });
  });
});
