import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { eraseShopper } from "../../../api/accounts/erase-shopper.ts";
import { exportShopper } from "../../../api/accounts/export-shopper.ts";
import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { readGift, storeGift } from "../../../api/domain/gifts/gift.ts";
import { hashToken } from "../../../api/domain/tokens.ts";
import { failMessage } from "../../../api/messages/move-message.ts";
import { withdrawConsent } from "../../../api/repositories/messages/consents.ts";
import { lockMessage, type MessageRow, updateMessage } from "../../../api/repositories/messages/messages.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { CARD, createShopper, notify, paymentOf, placeOne, runWorker, stockUp } from "../../helpers/api/test-orders.ts";
import { createCli } from "../../helpers/cli/cli.ts";
import { engines } from "../../helpers/database/test-database.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const GIFT = { recipient_name: "Meera", message: "Happy birthday", send_on: null as string | null };

test("a gift without a number is stored as by versions without numbers, and those are read [C-17]", () => {
  const gift = {
    recipientName: "Meera",
    recipientEmail: "m@x.test",
    recipientPhone: null,
    message: "Hi",
    sendOn: null,
  };
  const older = '["Meera","m@x.test","Hi",null]';
  expect(storeGift(gift)).toBe(older);
  expect(readGift(older)).toEqual(gift);
  const toPhone = { ...gift, recipientEmail: "", recipientPhone: "9876543210" };
  expect(readGift(storeGift(toPhone))).toEqual(toPhone);
  expect(storeGift({ ...toPhone, recipientPhone: "9876543211" })).not.toBe(storeGift(toPhone));
});

describe.each(engines)("gifts to phones on %s", (engine) => {
  let api: TestApi;
  let count = 0;
  beforeAll(async () => {
    api = await startTestApi(engine, {
      // A demo shows messages to phones in its outbox, which is `api.mails` here.
      settings: { acme: { editedIn: "console" } },
      limits: { giftMailsPerGiftAndDay: 3, giftMailsPerMailboxAndDay: 2 },
    });
    await stockUp(api, 60);
    await stockUp(api, 2, { tenant: "globex" });
  });
  afterEach(async () => expect(await auditLedger(api.shop())).toEqual([]));
  afterAll(() => api.close());

  const freshPhone = () => `98765${String(++count).padStart(5, "0")}`;
  const add = (token: string, gift: object, tenant = "acme") =>
    api.request("POST", "/cart/", { token, tenant, body: { cart_items: [{ ...CARD, gift: { ...GIFT, ...gift } }] } });
  const giftOf = async (token: string) =>
    (await api.request("GET", "/order-history/", { token })).body[0].items[0].gift;
  const logIn = async (email: string) => ({ token: (await api.login(email)).body.access_token as string });
  const send = async (token: string, change: object) => {
    const { id } = await giftOf(token);
    return api.request("POST", "/gift/send/", { token, body: { id, ...change } });
  };
  const open = (token: string) => api.request("POST", "/gift/open/", { body: { token } });
  const messagesTo = (phone: string) => api.mails.filter(({ to }) => to === `+91${phone}`);
  const linkIn = (text: string) => /gift\?([\w-]{22})$/m.exec(text)![1]!;
  const linkTo = (phone: string) => linkIn(messagesTo(phone).at(-1)!.text);
  const db = () => api.shop().db;

  async function buy(change: object) {
    const shopper = await createShopper(api, {
      cart: [{ ...CARD, gift: { ...GIFT, recipient_email: "", ...change } }],
    });
    const { orderId } = await placeOne(api, shopper.token);
    await notify(api, await paymentOf(api, orderId));
    api.clock.turn(1);
    return { ...shopper, orderId: orderId as string };
  }

  /** The state of the newest message to a number, as its provider would report it. */
  async function report(phone: string, state: MessageRow["state"]) {
    const rows = await db().read.selectFrom("messages").selectAll().where("phone", "=", phone).execute();
    const { id } = rows.at(-1)!;
    await db().transaction(async (tx) => {
      const row = (await lockMessage(tx, id))!;
      if (state === "failed") await failMessage(tx, api.shop(), row, "no such number");
      else await updateMessage(tx, id, { state });
    });
    api.clock.turn(1);
  }

  describe("in the cart", () => {
    test.each([
      ["a landline number", { recipient_phone: "080 2345 6789" }, "recipient_phone"],
      ["a number of another country", { recipient_phone: "+1 415 555 2671" }, "recipient_phone"],
      ["a number with a missing digit", { recipient_phone: "987654321" }, "recipient_phone"],
      ["ten digits that are no mobile number", { recipient_phone: "2345678901" }, "recipient_phone"],
      ["neither number nor address", {}, "recipient_email"],
      ["an address that is none", { recipient_phone: "9876543210", recipient_email: "meera" }, "recipient_email"],
    ])("refuse %s", async (_what, change, field) => {
      const { token } = await createShopper(api, { cart: [] });
      const answer = await add(token, change);
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [`cart_items.0.gift.${field}`]]);
    });

    test("read a number as people write it, and keep gifts to other numbers apart", async () => {
      const { token } = await createShopper(api, { cart: [] });
      for (const recipient_phone of ["+91 98765-43210", "098765 43210", "9876543210", "9876543211"])
        expect((await add(token, { recipient_phone })).status).toBe(201);
      const { body } = await api.request("GET", "/cart/", { token });
      expect(body.map(({ quantity, gift }: any) => [quantity, gift.recipient_email, gift.recipient_phone])).toEqual([
        [6, "", "9876543210"],
        [2, "", "9876543211"],
      ]);
    });

    test("refuse a number if the brand sends no gifts to phones", async () => {
      const { token } = await createShopper(api, { cart: [], tenant: "globex" });
      const answer = await add(token, { recipient_phone: "9876543210", recipient_email: "m@x.test" }, "globex");
      expect([answer.status, answer.body.errors]).toEqual([
        400,
        { "cart_items.0.gift.recipient_phone": expect.stringContaining("does not send gifts to phones") },
      ]);
    });
  });

  test("send a link of 22 characters, sealed until it leaves, and no mail; the giver sees the way of the message", async () => {
    const phone = freshPhone();
    const { token, email } = await buy({ recipient_phone: phone, recipient_email: "both@example.test" });
    expect(await giftOf(token)).toMatchObject({ state: "scheduled", recipient_phone: phone, phone_state: null });
    await runWorker(api);
    expect((await giftOf(token)).phone_state).toBe("sent");
    const [message] = messagesTo(phone);
    expect(message!.text).toMatch(
      /^Hi Meera, Asha Rao has sent you a gift card of acme rewards: \S+\/gift\?[\w-]{22}$/,
    );
    expect(api.mails.some(({ to }) => to === "both@example.test")).toBe(false);
    expect(api.mails.find(({ to, text }) => to === email && text.includes("Gift for"))!.text).toContain(
      `+91 ${phone.slice(0, 5)} ${phone.slice(5)}`,
    );
    const link = linkTo(phone);
    expect(api.logged.join("\n")).not.toMatch(new RegExp(`${link}|${phone}`));
    const stored = await db().read.selectFrom("messages").selectAll().where("phone", "=", phone).execute();
    expect(JSON.stringify(stored)).not.toContain(link);
    expect(stored[0]!.about).toBe(hashToken(link));
    await report(phone, "delivered");
    expect(await giftOf(token)).toMatchObject({ state: "sent", phone_state: "delivered", sent_at: expect.any(String) });
    expect((await open(link)).body.vouchers).toHaveLength(2);
    expect((await giftOf(token)).state).toBe("opened");
  });

  test("wait for their day, and are handed over once", async () => {
    const phone = freshPhone();
    const sendOn = new Date(api.clock.now() + 19_800_000 + 3 * DAY_MS).toISOString().slice(0, 10);
    const { email } = await buy({ recipient_phone: phone, send_on: sendOn });
    api.clock.turn(Date.parse(`${sendOn}T03:30:00Z`) - api.clock.now() - 1);
    await runWorker(api);
    const { token } = await logIn(email);
    expect([messagesTo(phone), (await giftOf(token)).state]).toEqual([[], "scheduled"]);
    api.clock.turn(1);
    await Promise.all([runWorker(api), runWorker(api)]);
    await runWorker(api);
    expect(messagesTo(phone)).toHaveLength(1);
  });

  test("go by mail with another link if no message reaches the number, and then only by mail", async () => {
    const phone = freshPhone();
    const address = `fallback-${phone}@example.test`;
    const { token } = await buy({ recipient_phone: phone, recipient_email: address });
    await runWorker(api);
    const first = linkTo(phone);
    await report(phone, "failed");
    await runWorker(api);
    const mail = api.mails.filter(({ to }) => to === address);
    expect(mail).toHaveLength(1);
    expect(messagesTo(phone)).toHaveLength(1);
    expect(await giftOf(token)).toMatchObject({ state: "sent", phone_state: null });
    const second = /\/gift\?([\w-]{22})\n/.exec(mail[0]!.text)![1]!;
    expect(second).not.toBe(first);
    for (const link of [first, second]) expect((await open(link)).status).toBe(200);
  });

  test("go by mail at once to a number whose owner wants no messages; without an address the giver sees the failure", async () => {
    const [one, two] = [freshPhone(), freshPhone()];
    for (const phone of [one, two])
      await db().transaction((tx) =>
        withdrawConsent(tx, {
          phone,
          channel: "sms",
          user_id: null,
          source: "reply",
          text: "STOP",
          now: api.clock.now(),
        }),
      );
    const address = `stop-${one}@example.test`;
    await buy({ recipient_phone: one, recipient_email: address });
    const { token } = await buy({ recipient_phone: two });
    for (let round = 0; round < 2; round++) {
      await runWorker(api);
      api.clock.turn(1);
    }
    expect([...messagesTo(one), ...messagesTo(two)]).toEqual([]);
    expect(api.mails.filter(({ to }) => to === address)).toHaveLength(1);
    expect(await giftOf(token)).toMatchObject({ state: "sent", phone_state: "failed" });
    // The giver enters an address in place of the number.
    expect((await send(token, { recipient_email: `right-${two}@example.test`, recipient_phone: "" })).status).toBe(202);
    await runWorker(api);
    expect(api.mails.filter(({ to }) => to === `right-${two}@example.test`)).toHaveLength(1);
    expect(await giftOf(token)).not.toHaveProperty("recipient_phone");
  });

  describe("sent again", () => {
    test("to the same number: a further message, and both links open it", async () => {
      const phone = freshPhone();
      const { token } = await buy({ recipient_phone: phone });
      await runWorker(api);
      expect((await send(token, { recipient_email: "", recipient_phone: phone })).status).toBe(202);
      await runWorker(api);
      expect(messagesTo(phone)).toHaveLength(2);
      for (const { text } of messagesTo(phone)) expect((await open(linkIn(text))).status).toBe(200);
    });

    test("to another number: the first link opens nothing, an unreported message goes no further, and an opened gift stays", async () => {
      const [wrong, right, next] = [freshPhone(), freshPhone(), freshPhone()];
      const { token } = await buy({ recipient_phone: wrong });
      await runWorker(api);
      expect((await send(token, { recipient_email: "", recipient_phone: "080 2345 6789" })).status).toBe(400);
      expect((await send(token, { recipient_email: "", recipient_phone: "" })).status).toBe(400);
      expect((await send(token, { recipient_email: "", recipient_phone: right })).status).toBe(202);
      expect((await open(linkTo(wrong))).status).toBe(404);
      await runWorker(api);
      const link = linkTo(right);
      expect((await send(token, { recipient_email: "", recipient_phone: next })).status).toBe(202);
      const dropped = await db().read.selectFrom("messages").selectAll().where("phone", "=", right).execute();
      expect(dropped).toMatchObject([{ state: "dropped", sealed: null, next_try_at: null }]);
      await runWorker(api);
      expect((await open(link)).status).toBe(404);
      expect((await open(linkTo(next))).status).toBe(200);
      expect((await send(token, { recipient_email: "", recipient_phone: wrong })).status).toBe(409);
    });
  });

  test("are limited by number and day; paid ones arrive a day later", async () => {
    const phone = freshPhone();
    const buyers = [];
    for (let index = 0; index < 3; index++) buyers.push(await buy({ recipient_phone: phone }));
    await runWorker(api);
    expect(messagesTo(phone)).toHaveLength(2);
    expect((await send(buyers[0]!.token, { recipient_email: "" })).status).toBe(429);
    const quotas = JSON.stringify(await db().read.selectFrom("budgets").selectAll().execute());
    expect(quotas).not.toContain(phone);
    api.clock.turn(DAY_MS);
    await runWorker(api);
    expect(messagesTo(phone)).toHaveLength(3);
  });

  test("wait with an alarm if the brand has lost its channels and there is no address", async () => {
    const phone = freshPhone();
    const { token } = await buy({ recipient_phone: phone });
    const shop = api.shop();
    const { editedIn, ...public_ } = shop.tenant;
    const tenant = { ...shop.tenant };
    Object.assign(shop, { tenant: public_ });
    await runWorker(api);
    Object.assign(shop, { tenant });
    expect([editedIn, (await giftOf(token)).state, messagesTo(phone)]).toEqual(["console", "scheduled", []]);
    api.clock.turn(DAY_MS);
    await runWorker(api);
    expect(messagesTo(phone)).toHaveLength(1);
  });

  test("are in the export of the giver, and their numbers go with the giver", async () => {
    const phone = freshPhone();
    const { token, userId, email } = await buy({ recipient_phone: phone });
    await add(token, { recipient_phone: phone });
    await runWorker(api);
    let text = "";
    for await (const part of exportShopper(api.shop(), userId)) text += part;
    const { orders, cart } = JSON.parse(text);
    expect(orders[0].lines[0]).toMatchObject({ recipient_phone: phone, recipient_email: "" });
    expect(cart[0].gift).toMatchObject({ recipientPhone: phone });
    await eraseShopper(api.shop(), { userId, email });
    for (const table of ["gifts", "messages", "cart_items"] as const)
      expect(JSON.stringify(await db().read.selectFrom(table).selectAll().execute())).not.toContain(phone);
  });
});

describe.each(engines)("gifts to phones by command on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine, { settings: { acme: { editedIn: "console" } } });
    api.clock.turn(Date.now() - api.clock.now()); // commands have the machine's
    await stockUp(api, 4);
  });
  afterAll(() => api.close());

  test("are named by their number, and get another number or an address", async () => {
    const gift = { ...GIFT, recipient_phone: "9812300001" };
    const { token } = await createShopper(api, { cart: [{ ...CARD, gift }] });
    const { orderId } = await placeOne(api, token);
    await notify(api, await paymentOf(api, orderId));
    const cli = createCli(api.storage, { acme: { editedIn: "console" } });
    const resend = async (...args: string[]) => {
      const { code } = await cli.run(["gifts", "resend", "acme", orderId, ...args]);
      api.clock.turn(Math.max(0, Date.now() - api.clock.now()) + 1);
      await runWorker(api);
      return code;
    };
    expect(await resend("9812300002")).toBe(1);
    expect(await resend("+91 98123 00001", "--to", "098123 00002")).toBe(0);
    expect(api.mails.at(-1)).toMatchObject({ to: "+919812300002", subject: "SMS: a gift for you" });
    expect((await cli.json("orders", "show", "acme", orderId)).gifts).toMatchObject([
      { recipient: "", phone: "9812300002" },
    ]);
    expect(await resend("9812300002", "--to", "meera@example.test")).toBe(0);
    expect(api.mails.at(-1)).toMatchObject({ to: "meera@example.test" });
  });
});
