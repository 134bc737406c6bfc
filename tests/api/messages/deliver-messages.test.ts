import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { Unreachable } from "../../../api/base/unreachable.ts";
import { warnOfLapsingCoins } from "../../../api/coins/expire-coins.ts";
import { grantCoins } from "../../../api/coins/grant-coins.ts";
import { MESSAGE_MS } from "../../../api/domain/messages/message-age.ts";
import { deleteAgedMessages } from "../../../api/messages/delete-aged-messages.ts";
import { deliverMessages } from "../../../api/messages/deliver-messages.ts";
import { queueMessage } from "../../../api/messages/queue-message.ts";
import { applyReceipts, applyReplies } from "../../../api/messages/receive-receipts.ts";
import type { Messenger, PhoneMessage, Receipt, Sending } from "../../../api/ports/messenger.ts";
import { findConsent, giveConsent, withdrawConsent } from "../../../api/repositories/messages/consents.ts";
import { deleteOldMessages, listSendings, updateMessage } from "../../../api/repositories/messages/messages.ts";
import { readDueWork } from "../../../api/repositories/work/due-work.ts";
import type { Channel, MessageKind } from "../../../config/brand/messages.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { engines } from "../../helpers/database/test-database.ts";

const MINUTE = 60_000;

type Answer = Sending | Error;
const accepted = (providerId: string): Answer => ({ state: "accepted", providerId });
const refused = (fault: "configuration" | "recipient" | "busy"): Answer => ({ state: "refused", fault, reason: fault });
const timeout = () => new Unreachable("the provider cannot be reached: no answer in time");

const template = (values: string[]) => ({ en: { id: "t1", values } });
const both = (values: string[]) => ({ whatsapp: template(values), sms: template(values) });
const MESSAGES = {
  whatsapp: { provider: "whatsapp", phoneNumberId: "1001", paise: 12.5 },
  sms: { provider: "msg91", paise: 20 },
  templates: {
    vouchers: both(["name", "shop", "order", "link"]),
    gift: both(["name", "sender", "link"]),
    "sign-in-code": both(["code"]),
    "coins-lapse": both(["name", "shop", "coins", "date"]),
  },
};

describe.each(engines)("%s", (engine) => {
  let api: TestApi;
  const calls: { channel: Channel; message: PhoneMessage }[] = [];
  const answers: Record<Channel, Answer[]> = { whatsapp: [], sms: [] };
  let count = 0;

  const messenger = (channel: Channel): Messenger => ({
    provider: channel === "whatsapp" ? "whatsapp" : "msg91",
    channel,
    async send(message) {
      calls.push({ channel, message });
      const answer = answers[channel].shift() ?? accepted(`${channel} ${message.id}`);
      if (answer instanceof Error) throw answer;
      return answer;
    },
    readCallback: () => ({ ok: false, reason: "not used here" }),
  });

  beforeAll(async () => {
    api = await startTestApi(engine, { settings: { acme: { messages: MESSAGES } } });
    const messengers = api.shop().messengers as Map<Channel, Messenger>;
    for (const channel of ["whatsapp", "sms"] as const) messengers.set(channel, messenger(channel));
  });
  beforeEach(() => api.shop().db.transaction((tx) => tx.deleteFrom("messages").execute()));
  afterAll(() => api.close());

  const freshPhone = () => `98765${String(++count).padStart(5, "0")}`;

  async function queue(kind: MessageKind, phone: string, consents = true) {
    const shop = api.shop();
    const about = `subject ${++count}`;
    const contents = { name: "Asha", sender: "Ravi", order: "O-1", link: "open=x", code: "123456" };
    await shop.db.transaction(async (tx) => {
      const said = { phone, channel: "whatsapp", user_id: null, source: "sign-in", text: "Yes" } as const;
      if (consents) await giveConsent(tx, { ...said, now: shop.clock.now() });
      await queueMessage(tx, shop, { kind, about, userId: null, phone, language: "en", contents });
    });
    const find = async () =>
      shop.db.read.selectFrom("messages").selectAll().where("about", "=", about).executeTakeFirstOrThrow();
    return { ...(await find()), find, sendings: async () => listSendings(shop.db.read, (await find()).id) };
  }

  const run = async () => {
    calls.length = 0;
    while (await deliverMessages(api.shop()));
    return calls.map(({ channel }) => channel);
  };
  const report = (channel: Channel, id: string, state: Receipt["state"], fault: Receipt["fault"] = null) =>
    applyReceipts(api.shop(), channel, [{ by: "provider id", id, state, fault, reason: fault }]);

  test("a message goes out once on WhatsApp, with its values in the order of the template", async () => {
    const message = await queue("vouchers", freshPhone());
    expect(await run()).toEqual(["whatsapp"]);
    expect(calls[0]!.message).toMatchObject({
      to: `+91${message.phone}`,
      template: { id: "t1" },
      values: [
        { name: "name", text: "Asha" },
        { name: "shop", text: "acme rewards" },
        { name: "order", text: "O-1" },
        { name: "link", text: "open=x" },
      ],
    });
    expect(await run()).toEqual([]);
    const [sending] = await message.sendings();
    expect(sending).toMatchObject({ state: "accepted", cost: 1_250 });
    await report("whatsapp", sending!.provider_id!, "delivered");
    expect(await message.find()).toMatchObject({ state: "delivered", sealed: null, next_try_at: null, copies: 0 });
  });

  test("a report that comes before the provider's answer stops the next channel", async () => {
    const messengers = api.shop().messengers as Map<Channel, Messenger>;
    const usual = messengers.get("whatsapp")!;
    messengers.set("whatsapp", {
      ...usual,
      async send(message) {
        const early = { by: "id", id: message.id, state: "sent", fault: null, reason: null } as const;
        await applyReceipts(api.shop(), "whatsapp", [early]);
        return usual.send(message);
      },
    });
    const message = await queue("vouchers", freshPhone());
    expect(await run()).toEqual(["whatsapp"]);
    messengers.set("whatsapp", usual);
    expect(await message.find()).toMatchObject({ state: "sent", next_try_at: message.expires_at });
  });

  test("coins that end soon are announced once to the phone of a shopper who has agreed, and to no other", async () => {
    const shop = api.shop();
    const holders = [];
    for (const agrees of [true, false]) {
      const { email } = await api.signUp();
      const phone = freshPhone();
      const { id } = await shop.db.read
        .selectFrom("users")
        .select("id")
        .where("email", "=", email)
        .executeTakeFirstOrThrow();
      await shop.db.transaction(async (tx) => {
        await tx.updateTable("users").set({ verified_phone: phone, phone }).where("id", "=", id).execute();
        const said = { phone, channel: "whatsapp", user_id: id, source: "sign-in", text: "Yes" } as const;
        if (agrees) await giveConsent(tx, { ...said, now: shop.clock.now() });
      });
      await grantCoins(shop, { userId: id, amount: 4_050, doesExpire: true });
      holders.push({ phone, email });
    }
    api.clock.turn(6 * 24 * 60 * MINUTE);
    await warnOfLapsingCoins(shop);
    await warnOfLapsingCoins(shop);
    expect(await run()).toEqual(["whatsapp"]);
    const { message } = calls[0]!;
    expect(message).toMatchObject({ to: `+91${holders[0]!.phone}`, kind: "coins-lapse" });
    expect(message.values.map(({ text }) => text)).toEqual([
      "Asha Rao",
      "acme rewards",
      "40.50",
      expect.stringMatching(/^\d{1,2} \w{3,4} \d{4}$/),
    ]);
    for (const { email } of holders) expect((await api.takeMail(email)).subject).toBe("40.5 coins expire soon");
  });

  test("without consent to WhatsApp it goes out by SMS", async () => {
    await queue("vouchers", freshPhone(), false);
    expect(await run()).toEqual(["sms"]);
  });

  test("a number that is not on WhatsApp gets an SMS at once, and no alarm", async () => {
    answers.whatsapp.push(refused("recipient"));
    const message = await queue("vouchers", freshPhone());
    expect(await run()).toEqual(["whatsapp", "sms"]);
    expect(await message.find()).toMatchObject({ channel: "sms", state: "accepted", copies: 0 });
  });

  test("a wrong template is never tried again; the next channel takes over and an alarm counts", async () => {
    answers.whatsapp.push(refused("configuration"));
    const alarms = async () => (await api.registry.getSingleMetricAsString("awning_alarms_total")).length;
    const before = await alarms();
    await queue("vouchers", freshPhone());
    expect(await run()).toEqual(["whatsapp", "sms"]);
    expect(await alarms()).toBeGreaterThan(before);
  });

  test("a busy provider is tried again with pauses, and the next channel takes over after smsAfterMinutes", async () => {
    const message = await queue("vouchers", freshPhone());
    for (let tries = 0; tries < 6; tries++) answers.whatsapp.push(refused("busy"));
    expect(await run()).toEqual(["whatsapp"]);
    expect(await run()).toEqual([]);
    api.clock.turn(15_000);
    expect(await run()).toEqual(["whatsapp"]);
    api.clock.turn(6 * MINUTE);
    expect(await run()).toEqual(["sms"]);
    expect(await message.find()).toMatchObject({ copies: 0 });
    answers.whatsapp.length = 0;
  });

  test("a message without a report goes out by SMS after five minutes, and the possible copy counts", async () => {
    const message = await queue("vouchers", freshPhone());
    await run();
    api.clock.turn(5 * MINUTE - 1);
    expect(await run()).toEqual([]);
    api.clock.turn(1);
    expect(await run()).toEqual(["sms"]);
    expect(await message.find()).toMatchObject({ state: "accepted", channel: "sms", copies: 1 });
  });

  test.each([
    ["waits for a busy", [refused("busy")], 15_000],
    ["was accepted, without a report, by the", [], 5 * MINUTE],
  ] as const)(
    "a message that %s SMS provider goes out on WhatsApp no second time once SMS is off",
    async (_title, bySms, later) => {
      const message = await queue("vouchers", freshPhone());
      expect(await run()).toEqual(["whatsapp"]);
      answers.sms.push(...bySms);
      api.clock.turn(5 * MINUTE);
      expect(await run()).toEqual(["sms"]);
      const said = { phone: message.phone, channel: "sms", user_id: null, source: "profile", text: "No" } as const;
      await api.shop().db.transaction((tx) => withdrawConsent(tx, { ...said, now: api.clock.now() }));
      api.clock.turn(later);
      expect(await run()).toEqual([]);
      expect(await message.find()).toMatchObject({ state: "accepted", copies: 1 });
    },
  );

  test("a report of sending stops the fallback, and a late failure starts it again", async () => {
    const message = await queue("vouchers", freshPhone());
    await run();
    const [sending] = await message.sendings();
    await report("whatsapp", sending!.provider_id!, "sent");
    api.clock.turn(10 * MINUTE);
    expect(await run()).toEqual([]);
    await report("whatsapp", sending!.provider_id!, "failed", "recipient");
    expect(await run()).toEqual(["sms"]);
    expect(await message.find()).toMatchObject({ copies: 0 });
  });

  test("reports that come twice, late or out of order only move forward", async () => {
    const message = await queue("vouchers", freshPhone());
    await run();
    const [sending] = await message.sendings();
    const id = sending!.provider_id!;
    for (const state of ["read", "delivered", "sent", "failed", "read"] as const) await report("whatsapp", id, state);
    expect(await message.sendings()).toMatchObject([{ state: "read" }]);
    expect(await message.find()).toMatchObject({ state: "read" });
    expect(await run()).toEqual([]);
    await report("whatsapp", "nobody's", "delivered");
    expect(await api.registry.getSingleMetricAsString("awning_messages_total")).toContain('outcome="stray"');
  });

  test("after a timeout the message waits for a report, and is sent once more with the same id without one", async () => {
    answers.whatsapp.push(timeout());
    const message = await queue("vouchers", freshPhone());
    expect(await run()).toEqual(["whatsapp"]);
    const first = calls[0]!.message.id;
    api.clock.turn(MINUTE);
    expect(await run()).toEqual([]);
    api.clock.turn(MINUTE);
    expect(await run()).toEqual(["whatsapp"]);
    expect(calls[0]!.message.id).toBe(first);
    expect(await message.find()).toMatchObject({ state: "accepted", copies: 1 });
  });

  test("a report after a timeout proves the arrival: nothing is sent again", async () => {
    answers.whatsapp.push(timeout());
    const message = await queue("vouchers", freshPhone());
    await run();
    const [sending] = await message.sendings();
    const receipt = { by: "id", id: sending!.id, state: "delivered", fault: null, reason: null } as const;
    await applyReceipts(api.shop(), "whatsapp", [receipt]);
    api.clock.turn(10 * MINUTE);
    expect(await run()).toEqual([]);
    expect(await message.find()).toMatchObject({ state: "delivered", copies: 0 });
  });

  test("a worker that dies while it sends leaves a message that another one sends after the lease", async () => {
    answers.whatsapp.push(new TypeError("the process ends here"));
    const message = await queue("vouchers", freshPhone());
    await expect(deliverMessages(api.shop())).rejects.toThrow("the process ends here");
    expect(await run()).toEqual([]);
    api.clock.turn(MINUTE);
    expect(await run()).toEqual(["whatsapp"]);
    expect(await message.find()).toMatchObject({ state: "accepted", copies: 1 });
  });

  test("a code goes by SMS, and is not sent again after a timeout", async () => {
    answers.sms.push(timeout());
    const message = await queue("sign-in-code", freshPhone());
    expect(await run()).toEqual(["sms"]);
    api.clock.turn(5 * MINUTE);
    expect(await run()).toEqual([]);
    expect(await message.find()).toMatchObject({ state: "failed", copies: 0, sealed: null });
  });

  test("a code that is accepted and not reported is not sent on another channel", async () => {
    const message = await queue("sign-in-code", freshPhone());
    expect(await run()).toEqual(["sms"]);
    api.clock.turn(30 * MINUTE);
    expect(await run()).toEqual([]);
    const [sending] = await message.sendings();
    await report("sms", sending!.provider_id!, "failed", "recipient");
    expect(await run()).toEqual([]);
    expect(await message.find()).toMatchObject({ state: "failed" });
  });

  test("a code whose SMS is refused at once goes by WhatsApp", async () => {
    answers.sms.push(refused("recipient"));
    await queue("sign-in-code", freshPhone());
    expect(await run()).toEqual(["sms", "whatsapp"]);
  });

  test("after STOP a number gets requested codes only, on both channels; START allows messages again", async () => {
    const phone = freshPhone();
    await queue("vouchers", phone);
    await run();
    await applyReplies(api.shop(), "whatsapp", [{ phone, text: " Stop " }]);
    const stopped = await queue("vouchers", phone, false);
    expect(await run()).toEqual([]);
    expect(await stopped.find()).toMatchObject({ state: "failed", reason: "no channel to this number" });
    await queue("sign-in-code", phone, false);
    expect(await run()).toEqual(["sms"]);
    api.clock.turn(1);
    await applyReplies(api.shop(), "whatsapp", [{ phone: freshPhone(), text: "START" }]);
    const stranger = await queue("vouchers", `98765${String(count).padStart(5, "0")}`, false);
    expect(await run()).toEqual(["sms"]);
    expect(await findConsent(api.shop().db.read, stranger.phone, "whatsapp")).toBe("none");
    await applyReplies(api.shop(), "sms", [{ phone, text: "START" }]);
    expect(await findConsent(api.shop().db.read, phone, "whatsapp")).toBe("withdrawn");
    await queue("vouchers", phone, false);
    expect(await run()).toEqual(["sms"]);
  });

  test("a number gets at most 20 messages in a day", async () => {
    const phone = freshPhone();
    const all = [];
    for (let sent = 0; sent < 21; sent++) all.push(await queue("vouchers", phone));
    expect(await run()).toHaveLength(20);
    expect(await all.at(-1)!.find()).toMatchObject({ state: "failed", reason: "the messages of the day are used up" });
  });

  const budget = async (name: string) =>
    (await api.shop().db.read.selectFrom("budgets").select("used").where("name", "like", `${name}%`).execute()).reduce(
      (sum, { used }) => sum + used,
      0,
    );

  test("the budgets and the cost count each sending that was not refused, and give back a refused one", async () => {
    api.clock.turn(25 * 60 * MINUTE);
    const phone = freshPhone();
    const fallen = await queue("vouchers", phone);
    answers.whatsapp.push(refused("busy"));
    await run();
    expect(await budget("shop messages perDay")).toBe(0);
    api.clock.turn(15_000);
    await run();
    api.clock.turn(5 * MINUTE);
    expect(await run()).toEqual(["sms"]);
    expect(await budget("shop messages perDay")).toBe(2);
    expect(await fallen.sendings()).toMatchObject([{ cost: 1_250 }, { cost: 2_000 }]);
    answers.whatsapp.push(refused("recipient"));
    const refusedOnce = await queue("vouchers", phone);
    expect(await run()).toEqual(["whatsapp", "sms"]);
    expect(await budget("shop messages perDay")).toBe(3);
    expect(await budget("message ")).toBe(3);
    const costs = Object.fromEntries((await refusedOnce.sendings()).map(({ channel, cost }) => [channel, cost]));
    expect(costs).toEqual({ whatsapp: 0, sms: 2_000 });
    answers.whatsapp.push(timeout());
    const repeated = await queue("vouchers", phone);
    await run();
    api.clock.turn(2 * MINUTE);
    expect(await run()).toEqual(["whatsapp"]);
    expect(await budget("shop messages perDay")).toBe(5);
    expect(await repeated.sendings()).toMatchObject([{ cost: 2_500 }]);
  });

  test("a code that was paid for by its request counts once more on its second channel, and beyond the day it stays", async () => {
    api.clock.turn(25 * 60 * MINUTE);
    const setUsed = (used: number) =>
      api.shop().db.transaction(async (tx) => {
        await tx.deleteFrom("budgets").where("name", "=", "shop phone-codes").execute();
        await tx
          .insertInto("budgets")
          .values({ name: "shop phone-codes", used, ends_at: api.clock.now() + 24 * 60 * MINUTE })
          .execute();
      });
    await setUsed(1);
    answers.sms.push(refused("recipient"));
    await queue("sign-in-code", freshPhone());
    expect(await run()).toEqual(["sms", "whatsapp"]);
    expect(await budget("shop phone-codes")).toBe(1);
    const code = await queue("sign-in-code", freshPhone());
    expect(await run()).toEqual(["sms"]);
    await setUsed(2_000);
    const [sending] = await code.sendings();
    await report("sms", sending!.provider_id!, "failed", "recipient");
    expect(await run()).toEqual([]);
    expect(await budget("shop phone-codes")).toBe(2_000);
    expect(await code.find()).toMatchObject({ state: "failed", reason: "the messages of the day are used up" });
  });

  test("beyond the day of its number a message keeps the report of its first channel", async () => {
    const phone = freshPhone();
    const last = await queue("vouchers", phone);
    await run();
    for (let sent = 1; sent < 20; sent++) await queue("vouchers", phone);
    expect(await run()).toHaveLength(19);
    api.clock.turn(5 * MINUTE);
    expect(await run()).toEqual([]);
    expect(await last.find()).toMatchObject({ state: "accepted", sealed: expect.any(String) });
  });

  test("a message whose SMS fails at its end keeps the acceptance by WhatsApp, until a report proves it wrong", async () => {
    const message = await queue("vouchers", freshPhone());
    await run();
    for (let tries = 0; tries < 100; tries++) answers.sms.push(refused("busy"));
    api.clock.turn(5 * MINUTE);
    expect(await run()).toEqual(["sms"]);
    api.clock.turn(24 * 60 * MINUTE);
    await run();
    answers.sms.length = 0;
    const [whatsapp] = await message.sendings();
    expect(await message.find()).toMatchObject({ state: "accepted", sealed: null, next_try_at: null });
    await report("whatsapp", whatsapp!.provider_id!, "sent");
    expect(await message.find()).toMatchObject({ state: "sent", next_try_at: null });
    await report("whatsapp", whatsapp!.provider_id!, "failed", "recipient");
    expect(await message.find()).toMatchObject({ state: "failed", next_try_at: null });
    await report("whatsapp", whatsapp!.provider_id!, "delivered");
    expect(await message.find()).toMatchObject({ state: "delivered" });
  });

  test("a report with the provider's id that comes before its answer counts once the answer is stored", async () => {
    const messengers = api.shop().messengers as Map<Channel, Messenger>;
    const usual = messengers.get("sms")!;
    const deliverEarly = async () => {
      await report("sms", "early id", "delivered");
      await report("sms", "early id", "delivered");
    };
    messengers.set("sms", {
      ...usual,
      async send(message) {
        await deliverEarly();
        answers.sms.push(accepted("early id"));
        return usual.send(message);
      },
    });
    const counted = async (outcome: string) =>
      Number(
        (await api.registry.getSingleMetricAsString("awning_messages_total"))
          .split("\n")
          .find((line) => line.includes('channel="sms"') && line.includes(`outcome="${outcome}"`))
          ?.split(" ")
          .at(-1) ?? 0,
      );
    const before = await counted("delivered");
    const message = await queue("sign-in-code", freshPhone());
    expect(await run()).toEqual(["sms"]);
    messengers.set("sms", usual);
    expect(await message.find()).toMatchObject({ state: "delivered", sealed: null });
    expect((await counted("delivered")) - before).toBe(1);
    expect(await counted("early")).toBe(2);
    const left = () => api.shop().db.read.selectFrom("early_receipts").selectAll().execute();
    expect(await left()).toHaveLength(1);
    api.clock.turn(10 * MINUTE);
    await deleteAgedMessages(api.shop());
    expect(await left()).toEqual([]);
  });

  test("a report with an unknown id is kept only while an answer is awaited", async () => {
    api.clock.turn(60 * MINUTE);
    await report("sms", "nobody's", "delivered");
    expect(await api.shop().db.read.selectFrom("early_receipts").selectAll().execute()).toEqual([]);
  });

  test("ended messages are deleted 90 days after they were queued, and consent stays", async () => {
    const phone = freshPhone();
    const old = await queue("vouchers", phone);
    await run();
    api.clock.turn(MINUTE);
    const { db, tenant } = api.shop();
    const due = async () => (await readDueWork(db.read, tenant, api.clock.now()))["old messages"];
    expect(await due()).toBe(old.created_at + MESSAGE_MS);
    api.clock.turn(MESSAGE_MS - 2 * MINUTE);
    const recent = await queue("vouchers", phone);
    await run();
    await deleteAgedMessages(api.shop());
    expect(await old.sendings()).not.toEqual([]);
    api.clock.turn(MINUTE);
    await deleteAgedMessages(api.shop());
    const ids = async (table: "messages" | "message_sendings") =>
      (await db.read.selectFrom(table).select("id").execute()).map(({ id }) => id);
    expect(await ids("messages")).toEqual([recent.id]);
    expect(await ids("message_sendings")).toEqual((await recent.sendings()).map(({ id }) => id));
    expect(await findConsent(db.read, phone, "whatsapp")).toBe("given");
    expect(await due()).toBe(recent.created_at + MESSAGE_MS);
  });

  test("at most so many old messages are deleted at once, and one that has not ended stays", async () => {
    const all: { id: string }[] = [];
    for (let queued = 0; queued < 3; queued++) all.push(await queue("vouchers", freshPhone()));
    const { db, clock } = api.shop();
    await db.transaction(async (tx) => {
      for (const { id } of all.slice(0, 2)) await updateMessage(tx, id, { state: "failed", ended_at: clock.now() });
      await deleteOldMessages(tx, clock.now(), 1);
    });
    const left = () => db.read.selectFrom("messages").select("id").execute();
    expect(await left()).toHaveLength(2);
    await db.transaction((tx) => deleteOldMessages(tx, clock.now(), 10));
    expect(await left()).toEqual([{ id: all[2]!.id }]);
  });

  test("an unsent message is dropped after a day, and its values are deleted", async () => {
    for (let tries = 0; tries < 100; tries++) {
      answers.whatsapp.push(refused("busy"));
      answers.sms.push(refused("busy"));
    }
    const message = await queue("vouchers", freshPhone());
    await run();
    api.clock.turn(24 * 60 * MINUTE);
    await run();
    expect(await message.find()).toMatchObject({ state: "failed", sealed: null, next_try_at: null });
    answers.whatsapp.length = answers.sms.length = 0;
  });

  test("two workers at once send each message once", async () => {
    const phones = Array.from({ length: 8 }, freshPhone);
    for (const phone of phones) await queue("vouchers", phone);
    calls.length = 0;
    await Promise.all([deliverMessages(api.shop()), deliverMessages(api.shop())]);
    expect(calls.map(({ message }) => message.to).sort()).toEqual(phones.map((phone) => `+91${phone}`).sort());
  });

  test("no line of the log holds a number, a code or a link", async () => {
    expect(api.logged.length).toBeGreaterThan(0);
    for (const line of api.logged) expect(line).not.toMatch(/98765\d{5}|123456|open=x/);
  });
});
