import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { eraseShopper } from "../../../api/accounts/erase-shopper.ts";
import { beginOfDay, dayNumber } from "../../../api/domain/days.ts";
import { remindAt } from "../../../api/domain/wallet.ts";
import { deliverOutbox } from "../../../api/mail/deliver-outbox.ts";
import type { Messenger, PhoneMessage, Sending } from "../../../api/ports/messenger.ts";
import { withdrawConsent } from "../../../api/repositories/messages/consents.ts";
import { readDueWork } from "../../../api/repositories/work/due-work.ts";
import { remindOfExpiry } from "../../../api/wallet/remind-of-expiry.ts";
import type { Channel } from "../../../config/brand/messages.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper, notify, paymentOf, placeOne, runWorker, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";

const DAY = 24 * 60 * 60_000;
const HOUR = 60 * 60_000;

const template = { en: { id: "t1", values: ["name", "card", "shop", "date", "link"] } };
const MESSAGES = {
  whatsapp: { provider: "whatsapp", phoneNumberId: "1001" },
  sms: { provider: "msg91" },
  templates: { "card-expiry": { whatsapp: template, sms: template } },
};

describe.each(engines)("reminders of cards on %s", (engine) => {
  let api: TestApi;
  const sent: { channel: Channel; message: PhoneMessage }[] = [];
  let answer: Sending = { state: "accepted", providerId: "1" };

  beforeAll(async () => {
    api = await startTestApi(engine, { settings: { acme: { messages: MESSAGES } } });
    await stockUp(api, 80);
    const messengers = api.shop().messengers as Map<Channel, Messenger>;
    for (const channel of ["whatsapp", "sms"] as const)
      messengers.set(channel, {
        provider: "outbox",
        channel,
        async send(message) {
          sent.push({ channel, message });
          return answer;
        },
        readCallback: () => ({ ok: false, reason: "not used here" }),
      });
  });
  beforeEach(async () => {
    // Cards of the tests before are no longer due.
    await api.shop().db.transaction((tx) => tx.updateTable("vouchers").set({ reminders_done: 2 }).execute());
    answer = { state: "accepted", providerId: "1" };
    sent.length = 0;
    api.mails.length = 0;
  });
  afterAll(() => api.close());

  let phones = 0;

  /** A shopper with two cards that end on the same day, so many days from today, at its last moment. */
  async function own(days: number, { hasPhone = false } = {}) {
    const shopper = await createShopper(api);
    const phone = `98123${String(++phones).padStart(5, "0")}`;
    const { db, clock } = api.shop();
    if (hasPhone)
      await db.transaction((tx) =>
        tx.updateTable("users").set({ verified_phone: phone }).where("id", "=", shopper.userId).execute(),
      );
    const { orderId } = await placeOne(api, shopper.token);
    await notify(api, await paymentOf(api, orderId));
    await runWorker(api);
    const { body } = await api.request("GET", "/wallet/", { token: shopper.token });
    const ids: string[] = body.cards.map(({ id }: { id: string }) => id);
    const expiresAt = beginOfDay(dayNumber(clock.now()) + days + 1) - 1;
    await db.transaction((tx) =>
      tx.updateTable("vouchers").set({ expires_at: expiresAt, reminders_done: 0 }).where("id", "in", ids).execute(),
    );
    api.mails.length = 0;
    const choose = (by: string) => api.request("PUT", "/wallet/reminders/", { token: shopper.token, body: { by } });
    return { ...shopper, phone, ids, expiresAt, choose };
  }

  /** Turns the clock to the hour at which the reminder is due, and works. */
  async function reach(expiresAt: number, days: number, early = 0) {
    api.clock.turn(remindAt(expiresAt, days) - early - api.clock.now());
    await work();
  }
  async function work() {
    while (await remindOfExpiry(api.shop()));
    await runWorker(api);
  }
  const mailsTo = ({ email }: { email: string }) => api.mails.filter(({ to }) => to === email);

  test("are mailed 30 and 7 days before, at ten in the morning, once, for cards that are due together, without codes", async () => {
    const shopper = await own(40);
    await reach(shopper.expiresAt, 30, 1);
    expect(mailsTo(shopper)).toEqual([]);
    await reach(shopper.expiresAt, 30);
    await work();
    const [mail, ...others] = mailsTo(shopper);
    expect([mail!.subject, others]).toEqual(["2 of your gift cards expire soon", []]);
    expect(mail!.text).toContain("/wallet\n");
    expect(mail!.text + mail!.html).not.toMatch(/CARD-|PIN-|claim\.example/);
    await reach(shopper.expiresAt, 7);
    await work();
    expect(mailsTo(shopper)).toHaveLength(2);
    api.clock.turn(10 * DAY);
    await work();
    expect(mailsTo(shopper)).toHaveLength(2);
    expect(new Date(remindAt(shopper.expiresAt, 7)).toISOString()).toMatch(/T04:30:00/);
  });

  test("name one card and lead to it", async () => {
    const shopper = await own(40);
    const { token } = shopper;
    await api.request("PATCH", "/wallet/", { token, body: { id: shopper.ids[0], is_archived: true } });
    await api.request("PATCH", "/wallet/", { token, body: { id: shopper.ids[1], amount_left: 120 } });
    await reach(shopper.expiresAt, 30);
    const [mail] = mailsTo(shopper);
    expect(mail!.subject).toMatch(/: your gift card expires on \d+ \w+ \d{4}$/);
    expect(mail!.text).toContain(`/wallet?card=${shopper.ids[1]}`);
    expect(mail!.text).toContain("₹120.00, expires on");
  });

  test("are not sent for used, archived and spent cards, nor for gifts and cards that were bought later", async () => {
    const shopper = await own(40);
    const { db } = api.shop();
    await db.transaction((tx) =>
      tx.updateTable("vouchers").set({ used_at: 1 }).where("id", "=", shopper.ids[0]!).execute(),
    );
    await api.request("PATCH", "/wallet/", { token: shopper.token, body: { id: shopper.ids[1], amount_left: 0 } });
    const late = await own(20);
    await reach(shopper.expiresAt, 30);
    expect(mailsTo(shopper)).toEqual([]);
    await work();
    expect(mailsTo(late)).toEqual([]);
    await reach(late.expiresAt, 7);
    expect(mailsTo(late)).toHaveLength(1);
  });

  test("are not sent by mail when the card was used before the mail went out", async () => {
    const shopper = await own(40);
    api.clock.turn(remindAt(shopper.expiresAt, 30) - api.clock.now());
    while (await remindOfExpiry(api.shop()));
    await api
      .shop()
      .db.transaction((tx) => tx.updateTable("vouchers").set({ used_at: 1 }).where("id", "in", shopper.ids).execute());
    while (await deliverOutbox(api.shop()));
    expect(mailsTo(shopper)).toEqual([]);
  });

  test.each(["whatsapp", "sms"] as const)(
    "go by %s once the shopper has chosen it, which is the consent",
    async (channel) => {
      const shopper = await own(40, { hasPhone: true });
      expect((await shopper.choose(channel)).status).toBe(200);
      const { reminders } = (await api.request("GET", "/wallet/", { token: shopper.token })).body;
      expect(reminders).toEqual({ by: channel, ways: ["mail", "whatsapp", "sms", "none"] });
      await reach(shopper.expiresAt, 30);
      await work();
      expect(sent.map(({ channel, message }) => [channel, message.to])).toEqual([[channel, `+91${shopper.phone}`]]);
      const values = sent[0]!.message.values.map(({ name, text }) => `${name}=${text}`).join(" ");
      expect(values).toMatch(/^name=Asha Rao card=.+ and 1 more shop=acme rewards date=.+ link=from=reminder$/);
      expect(JSON.stringify(sent)).not.toMatch(/CARD-|PIN-/);
      expect(mailsTo(shopper)).toEqual([]);
      const consents = api.shop().db.read.selectFrom("phone_consents").select(["channel", "source", "text"]);
      expect(await consents.where("user_id", "=", shopper.userId).execute()).toEqual([
        { channel, source: "wallet", text: expect.stringContaining("Send my card reminders by") },
      ]);
    },
  );

  test("go by mail in place of a message that reaches nobody, or to which consent was withdrawn", async () => {
    const shopper = await own(40, { hasPhone: true });
    await shopper.choose("whatsapp");
    answer = { state: "refused", fault: "recipient", reason: "no such number" };
    await reach(shopper.expiresAt, 30);
    await work();
    expect(mailsTo(shopper).map(({ subject }) => subject)).toEqual(["2 of your gift cards expire soon"]);
    api.clock.turn(HOUR);
    const said = { phone: shopper.phone, channel: "whatsapp", user_id: null, source: "reply", text: "STOP" } as const;
    await api.shop().db.transaction((tx) => withdrawConsent(tx, { ...said, now: api.clock.now() }));
    sent.length = 0;
    await reach(shopper.expiresAt, 7);
    await work();
    expect([sent, mailsTo(shopper).length]).toEqual([[], 2]);
  });

  test("are not sent after the choice of none, and only ways that reach the shopper can be chosen", async () => {
    const shopper = await own(40);
    for (const by of ["whatsapp", "sms", "pigeon", ""]) expect((await shopper.choose(by)).status).toBe(400);
    expect((await shopper.choose("none")).status).toBe(200);
    await reach(shopper.expiresAt, 30);
    expect(mailsTo(shopper)).toEqual([]);
  });

  test("are not sent to a person who was erased", async () => {
    const shopper = await own(40);
    await eraseShopper(api.shop(), { userId: shopper.userId, email: shopper.email });
    api.mails.length = 0;
    await reach(shopper.expiresAt, 30);
    expect(api.mails).toEqual([]);
  });

  test("are due at their hour, and no longer when they are settled", async () => {
    const dueAt = async () => {
      const { db, tenant, clock } = api.shop();
      return (await readDueWork(db.read, tenant, clock.now()))["card reminders"];
    };
    const shopper = await own(40);
    expect(await dueAt()).toBe(remindAt(shopper.expiresAt, 30));
    await reach(shopper.expiresAt, 30);
    expect(await dueAt()).toBe(remindAt(shopper.expiresAt, 7));
    await reach(shopper.expiresAt, 7);
    expect(await dueAt()).toBeNull();
  });
});
