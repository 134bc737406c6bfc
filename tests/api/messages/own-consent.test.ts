import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { warnOfLapsingCoins } from "../../../api/coins/expire-coins.ts";
import { grantCoins } from "../../../api/coins/grant-coins.ts";
import { applyReplies } from "../../../api/messages/receive-receipts.ts";
import { listUsable } from "../../../api/messages/usable-channels.ts";
import { findUserByPhone } from "../../../api/repositories/accounts/users.ts";
import { findConsent, giveConsent } from "../../../api/repositories/messages/consents.ts";
import { CHANNELS } from "../../../config/brand/messages.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { createPhoneCalls, newPhone, SENDS_CODES } from "../../helpers/shop/phone-shoppers.ts";

const DAY = 24 * 60 * 60_000;

describe.each(engines)("a shopper's choice of messages on %s", (engine) => {
  let api: TestApi;
  let calls: ReturnType<typeof createPhoneCalls>;
  beforeAll(async () => {
    api = await startTestApi(engine, { tenants: ["acme"], settings: { acme: SENDS_CODES } });
    calls = createPhoneCalls(api);
  });
  afterAll(() => api.close());

  async function signUp(whatsapp = false) {
    const phone = newPhone();
    const { body } = await calls.enter(phone, {}, { whatsapp });
    return { phone, token: body.access_token as string };
  }
  type Shopper = Awaited<ReturnType<typeof signUp>>;
  const choicesOf = async ({ token }: Pick<Shopper, "token">) =>
    (await api.request("GET", "/user/messages/", { token })).body;
  const choose = ({ token }: Shopper, channel: string, is_on: boolean) =>
    api.request("PUT", "/user/messages/", { token, body: { channel, is_on } });
  const usable = ({ phone }: Shopper) =>
    listUsable(api.shop().db.read, api.shop(), { kind: "vouchers", phone, user_id: null });
  const rowsOf = ({ phone }: Shopper) =>
    api.shop().db.read.selectFrom("phone_consents").selectAll().where("phone", "=", phone).execute();
  const reply = async ({ phone }: Shopper, text: string, at?: number) => {
    api.clock.turn(1);
    await applyReplies(api.shop(), "whatsapp", [{ phone, text, at }]);
    api.clock.turn(1);
  };
  const row = (channel: string, is_on: boolean, is_stopped = false) => ({ channel, is_on, is_stopped });

  test("begins with SMS, and WhatsApp only if the box was ticked", async () => {
    const [without, ticked] = [await signUp(), await signUp(true)];
    expect(await choicesOf(without)).toEqual({
      phone: without.phone,
      channels: [row("whatsapp", false), row("sms", true)],
    });
    expect((await choicesOf(ticked)).channels).toEqual([row("whatsapp", true), row("sms", true)]);
  });

  test("decides where messages go, is kept with the sentence, and is recorded once", async () => {
    const shopper = await signUp();
    for (let press = 0; press < 2; press++) expect((await choose(shopper, "whatsapp", true)).status).toBe(204);
    expect(await usable(shopper)).toEqual(["whatsapp", "sms"]);
    expect(await rowsOf(shopper)).toMatchObject([
      { channel: "whatsapp", source: "profile", text: "Send my order updates by WhatsApp", withdrawn_at: null },
    ]);
    api.clock.turn(1);
    await choose(shopper, "whatsapp", false);
    await choose(shopper, "sms", false);
    expect(await usable(shopper)).toEqual([]);
    expect((await choicesOf(shopper)).channels).toEqual([row("whatsapp", false), row("sms", false)]);
    expect(await rowsOf(shopper)).toHaveLength(3);
  });

  test("shows STOP as such until the shopper wants messages again", async () => {
    const shopper = await signUp(true);
    await reply(shopper, "STOP");
    expect((await choicesOf(shopper)).channels).toEqual([row("whatsapp", false, true), row("sms", false, true)]);
    await choose(shopper, "whatsapp", true);
    expect((await choicesOf(shopper)).channels).toEqual([row("whatsapp", true), row("sms", false, true)]);
    expect(await usable(shopper)).toEqual(["whatsapp"]);
    await reply(shopper, "stop");
    await reply(shopper, "START");
    expect((await choicesOf(shopper)).channels).toEqual([row("whatsapp", true), row("sms", false, true)]);
  });

  describe("of the reminder before coins end", () => {
    const reminders = async ({ token }: Shopper, coins?: boolean) =>
      (
        await api.request(coins === undefined ? "GET" : "PUT", "/user/reminders/", {
          token,
          body: coins === undefined ? undefined : { coins },
        })
      ).body;
    async function remind({ phone }: Shopper) {
      const shop = api.shop();
      const { id: userId } = (await findUserByPhone(shop.db.read, phone))!;
      await grantCoins(shop, { userId, amount: 5_000, doesExpire: true });
      const end = { expires_at: api.clock.now() + DAY };
      await shop.db.transaction((tx) => tx.updateTable("coin_lots").set(end).where("user_id", "=", userId).execute());
      await warnOfLapsingCoins(shop);
      const ofUser = shop.db.read.selectFrom("messages").select("kind").where("user_id", "=", userId);
      return (await ofUser.where("kind", "=", "coins-lapse").execute()).length;
    }

    test("is the consent to SMS of a shopper whom nothing else reaches, with the sentence beside the box", async () => {
      const [silent, shopper] = [await signUp(), await signUp()];
      expect(await reminders(shopper)).toEqual({ coins: false, by: "sms" });
      expect(await remind(silent)).toBe(0);
      for (let press = 0; press < 2; press++)
        expect(await reminders(shopper, true)).toEqual({ coins: true, by: "sms" });
      expect(await rowsOf(shopper)).toMatchObject([
        { channel: "sms", source: "profile", text: "Remind me by SMS two days before coins end", withdrawn_at: null },
      ]);
      expect(await reminders(shopper)).toEqual({ coins: true, by: "sms" });
      expect(await remind(shopper)).toBe(1);
      expect(await reminders(shopper, false)).toEqual({ coins: false, by: "sms" });
      expect(await remind(shopper)).toBe(1);
    });

    test("takes the channel that the shopper agreed to before, and none after STOP", async () => {
      const shopper = await signUp(true);
      expect(await reminders(shopper)).toEqual({ coins: true, by: "whatsapp" });
      await reply(shopper, "STOP");
      expect(await reminders(shopper)).toEqual({ coins: false, by: null });
      expect(await reminders(shopper, true)).toEqual({ coins: false, by: null });
      expect(await usable(shopper)).toEqual([]);
      expect(await remind(shopper)).toBe(0);
    });
  });

  describe("ends with the number", () => {
    const consents = async (phone: string) =>
      Promise.all(CHANNELS.map((channel) => findConsent(api.shop().db.read, phone, channel)));
    /** Agrees to both channels: SMS after switching it off. */
    async function agree(shopper: Shopper) {
      api.clock.turn(1);
      await choose(shopper, "sms", false);
      api.clock.turn(1);
      for (const channel of CHANNELS) await choose(shopper, channel, true);
      expect(await consents(shopper.phone)).toEqual(["given", "given"]);
      api.clock.turn(1);
    }

    test("for its next owner, who begins without any", async () => {
      const former = await signUp();
      await agree(former);
      api.clock.turn(91 * DAY);
      const { transaction, code } = await calls.begin(former.phone);
      expect((await calls.logIn(transaction, code)).body.error).toBe("dormant");
      const { body } = await calls.logIn(transaction, "", {}, { choice: "new" });
      expect(body.is_new).toBe(true);
      expect(await consents(former.phone)).toEqual(["none", "none"]);
      expect((await choicesOf({ token: body.access_token })).channels).toEqual([
        row("whatsapp", false),
        row("sms", true),
      ]);
      const given = (await rowsOf(former)).filter(({ given_at }) => given_at !== null);
      expect(given.map(({ text, withdrawn_at }) => [text, withdrawn_at]).toSorted()).toEqual([
        ["Send my order updates by SMS", api.clock.now()],
        ["Send my order updates by WhatsApp", api.clock.now()],
      ]);
    });

    test("that another one replaces in the account; earlier consents for the new one end, too", async () => {
      const shopper = await signUp();
      await agree(shopper);
      const phone = newPhone();
      const said = { phone, channel: "whatsapp", user_id: null, source: "reply", text: "START" } as const;
      await api.shop().db.transaction((tx) => giveConsent(tx, { ...said, now: api.clock.now() }));
      const asked = await calls.post("/user/phone/confirm/send/", { phone }, shopper);
      const typed = { transaction_id: asked.body.transaction_id, code: await calls.codeOf(phone) };
      expect((await calls.post("/user/phone/confirm/", typed, shopper)).status).toBe(200);
      expect([await consents(shopper.phone), await consents(phone)]).toEqual([
        ["none", "none"],
        ["none", "none"],
      ]);
      api.clock.turn(1);
      await choose(shopper, "whatsapp", true);
      expect(await consents(phone)).toEqual(["given", "none"]);
    });
  });

  describe("by a reply that the provider delivers again", () => {
    const MINUTE = 60_000;

    test("ends with a STOP that an older START does not undo", async () => {
      const shopper = await signUp(true);
      api.clock.turn(5 * MINUTE);
      const start = api.clock.now();
      await reply(shopper, "STOP", start - MINUTE);
      await reply(shopper, "START", start);
      expect(await usable(shopper)).toEqual(["whatsapp"]);
      api.clock.turn(2 * MINUTE);
      await reply(shopper, "STOP", start + MINUTE);
      await reply(shopper, "START", start);
      expect(await usable(shopper)).toEqual([]);
      await reply(shopper, "START", api.clock.now());
      expect(await usable(shopper)).toEqual(["whatsapp"]);
    });

    test("stays with a START that the STOP before it does not undo", async () => {
      const shopper = await signUp(true);
      api.clock.turn(5 * MINUTE);
      const stop = api.clock.now() - 2 * MINUTE;
      await reply(shopper, "STOP", stop);
      await reply(shopper, "START", stop + MINUTE);
      await reply(shopper, "STOP", stop);
      expect(await usable(shopper)).toEqual(["whatsapp"]);
    });

    test("ends with a first STOP also of a clock that is behind ours, or ahead of it", async () => {
      for (const apart of [-MINUTE, MINUTE]) {
        const shopper = await signUp(true);
        await reply(shopper, "STOP", api.clock.now() + apart);
        expect(await usable(shopper)).toEqual([]);
        await reply(shopper, "START");
        expect(await usable(shopper)).toEqual(["whatsapp"]);
      }
    });
  });

  test("is of the confirmed number only, and refuses unknown channels", async () => {
    const { token } = await api.signUp();
    expect(await choicesOf({ token })).toEqual({ phone: "", channels: [] });
    expect((await choose({ token, phone: "" }, "sms", false)).status).toBe(409);
    expect((await choose(await signUp(), "fax", true)).status).toBe(400);
    expect((await api.request("GET", "/user/messages/")).status).toBe(401);
  });
});
