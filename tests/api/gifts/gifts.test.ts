import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { hashToken } from "../../../api/domain/tokens.ts";
import { getGift, openGift } from "../../../api/gifts/open-gift.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { PRODUCT } from "../../helpers/api/test-catalogue.ts";
import {
  CARD,
  createShopper,
  fillCart,
  loseCards,
  notify,
  orderRow,
  paymentOf,
  placeOne,
  runWorker,
  stockUp,
  vouchersOf,
} from "../../helpers/api/test-orders.ts";
import { createCli } from "../../helpers/cli/cli.ts";
import { engines } from "../../helpers/database/test-database.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const GIFT = {
  recipient_name: "Meera",
  recipient_email: "meera@example.test",
  message: "Happy\nbirthday",
  send_on: null,
};
const gift = (change: object = {}) => ({ ...CARD, gift: { ...GIFT, ...change } });

describe.each(engines)("gifts on %s", (engine) => {
  let api: TestApi;
  let recipients = 0;
  beforeAll(async () => {
    api = await startTestApi(engine, {
      limits: { giftMissesPerNetAndDay: 3, giftMailsPerGiftAndDay: 2, giftMailsPerMailboxAndDay: 4 },
    });
    await stockUp(api, 80);
  });
  afterEach(async () => expect(await auditLedger(api.shop())).toEqual([]));
  afterAll(() => api.close());

  /** The day in India, so many days from now. */
  const day = (ahead: number) => new Date(api.clock.now() + 19_800_000 + ahead * DAY_MS).toISOString().slice(0, 10);
  const cartOf = async (token: string) => (await api.request("GET", "/cart/", { token })).body;
  const add = (token: string, ...cart_items: object[]) =>
    api.request("POST", "/cart/", { token, body: { cart_items } });
  const ask = (action: string, body: object, call: { token?: string; headers?: Record<string, string> } = {}) =>
    api.request("POST", `/gift/${action}/`, { body, ...call });
  const itemsOf = async (token: string) => (await api.request("GET", "/order-history/", { token })).body[0].items;
  const giftOf = async (token: string) => (await itemsOf(token)).find((item: { gift?: object }) => item.gift).gift;
  const tokenIn = (text: string) => /\/gift\?([\w-]+)/.exec(text)![1]!;

  /** A shopper's paid order with one gift of two cards for somebody new. */
  async function buyGift(change: object = {}, cart: object[] = []) {
    const email = `friend-${++recipients}@example.test`;
    const shopper = await createShopper(api, { cart: [gift({ recipient_email: email, ...change }), ...(cart as [])] });
    const { orderId } = await placeOne(api, shopper.token, { amount: 1000 * (1 + cart.length) });
    await notify(api, await paymentOf(api, orderId));
    return { ...shopper, recipient: email, orderId: orderId as string };
  }

  describe("in the cart", () => {
    test("are shown with their line, and only the same gift of the same card is one line", async () => {
      const { token } = await createShopper(api, { cart: [] });
      await fillCart(api, token, [
        CARD,
        gift(),
        gift({ recipient_name: "Ravi" }),
        gift({ message: " Happy\r\nbirthday " }),
      ]);
      const cart = await cartOf(token);
      expect(cart.map(({ quantity, gift }: any) => [quantity, gift?.recipient_name])).toEqual([
        [2, undefined],
        [4, "Meera"],
        [2, "Ravi"],
      ]);
      expect(cart[0]).not.toHaveProperty("gift");
      expect(cart[1].gift).toEqual(GIFT);
      // Nor do two gifts become one when one of them changes.
      const { body } = await api.request("PATCH", "/cart/", { token, body: { id: cart[2].id, quantity: 3 } });
      expect(body).toMatchObject({ quantity: 3, gift: { recipient_name: "Ravi" } });
      expect(await cartOf(token)).toHaveLength(3);
    });

    test.each([
      ["no name", { recipient_name: " " }],
      ["a name of 51", { recipient_name: "x".repeat(51) }],
      ["a name of two lines", { recipient_name: "Meera\nBcc: all" }],
      ["a name that is a link", { recipient_name: "Win at www.evil.example" }],
      ["a message with a link", { message: "Your prize: evil.example/win" }],
      ["no address", { recipient_email: "meera" }],
      ["a message of 301", { message: "😀".repeat(301) }],
      ["a day that is none", { send_on: "2026-02-31" }],
      ["a time", { send_on: "2026-03-01T10:00:00Z" }],
    ])("refuse %s", async (_what, change) => {
      const { token } = await createShopper(api, { cart: [] });
      const answer = await add(token, gift(change));
      const [field] = Object.keys(change);
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [`cart_items.0.gift.${field}`]]);
      expect(await cartOf(token)).toEqual([]);
    });

    test("accept a message of 300 emoji", async () => {
      const { token } = await createShopper(api, { cart: [] });
      expect((await add(token, gift({ message: "😀".repeat(300) }))).status).toBe(201);
    });

    test("have a day in India's time, today at the earliest, with half of the validity left at the latest", async () => {
      const { token } = await createShopper(api, { cart: [] });
      const statuses = [];
      for (const ahead of [-1, 0, 182, 183, 366]) {
        const answer = await add(token, gift({ send_on: day(ahead) }));
        statuses.push([ahead, answer.status, Object.keys(answer.body.errors ?? {})]);
      }
      expect(statuses).toEqual([
        [-1, 400, ["send_on"]],
        [0, 201, []],
        [182, 201, []],
        [183, 400, ["send_on"]],
        [366, 400, ["send_on"]],
      ]);
      // 00:30 in India is still yesterday in UTC.
      const toMidnight = DAY_MS - ((api.clock.now() + 19_800_000) % DAY_MS) + 30 * 60_000;
      const yesterday = day(0);
      api.clock.turn(toMidnight);
      const { token: later } = await createShopper(api, { cart: [] });
      expect((await add(later, gift({ send_on: yesterday }))).status).toBe(400);
      expect((await add(later, gift({ send_on: day(0) }))).status).toBe(201);
    });
  });

  describe("paid for", () => {
    test("mail the recipient a link without codes, which shows the gift and, after a press, its codes", async () => {
      const { token, recipient } = await buyGift();
      expect((await giftOf(token)).state).toBe("scheduled");
      const mail = await api.takeMail(recipient);
      expect(mail.subject).toBe("Asha Rao has sent you a gift: Crust Court");
      expect(mail.text).toContain("Asha Rao has sent you a gift card from acme rewards: Crust Court, ₹500.00 × 2.");
      expect(mail.text).toContain("> Happy\n> birthday");
      expect(mail.html).toMatch(/Happy<br>birthday/);
      expect(mail.html).toContain("#123456");
      expect(mail.text + mail.html).not.toMatch(/CARD-|PIN-/);
      expect(mail.text).toMatch(/http:\/\/acme\.localhost:\d+\/gift\?[\w-]{22}\n/);

      const link = { token: tokenIn(mail.text) };
      expect(await giftOf(token)).toMatchObject({ state: "sent", sent_at: expect.any(String), opened_at: null });
      const shown = {
        product: { name: "Crust Court", image_url: "/media/cards/test.svg", how_to_use: "<p>Show it</p>" },
        denomination: 500,
        quantity: 2,
        sender_name: "Asha Rao",
        recipient_name: "Meera",
        message: "Happy\nbirthday",
      };
      expect((await ask("view", link)).body).toEqual(shown);
      expect(await giftOf(token)).toMatchObject({ state: "sent" });

      const opened = await ask("open", link);
      expect(opened.body).toMatchObject(shown);
      expect(opened.body.vouchers).toHaveLength(2);
      expect(opened.body.vouchers[0]).toEqual({
        card_number: expect.stringMatching(/^CARD-/),
        pin_code: expect.stringMatching(/^PIN-/),
        claim_url: "https://claim.example/card",
        name: "Crust Court",
        amount: 500,
        expires_at: new Date(api.clock.now() + 365 * DAY_MS).toISOString(),
      });
      const openedAt = new Date(api.clock.now()).toISOString();
      expect(await giftOf(token)).toMatchObject({ state: "opened", opened_at: openedAt });
      api.clock.turn(60_000);
      expect((await ask("open", link)).body.vouchers).toEqual(opened.body.vouchers);
      expect((await giftOf(token)).opened_at).toBe(openedAt);
    });

    test("show their buyer the recipient and never the codes", async () => {
      const { token, orderId, email, recipient } = await buyGift({}, [CARD]);
      const own = await vouchersOf(api, token, orderId);
      expect(own).toHaveLength(2);
      const buyersMail = await api.takeMail(email);
      expect(buyersMail.text).toContain(`Gift for Meera: Crust Court, ₹500.00 × 2. It is on its way to ${recipient}.`);
      const mail = await api.takeMail(recipient);
      const { body } = await ask("open", { token: tokenIn(mail.text) });
      const history = (await api.request("GET", "/order-history/", { token })).text;
      expect(body.vouchers).toHaveLength(2);
      for (const { card_number, pin_code } of body.vouchers) {
        for (const secret of [card_number, pin_code]) expect(history + buyersMail.text).not.toContain(secret);
      }
      for (const { card_number } of own) expect(buyersMail.text).toContain(card_number);
    });

    test("give their buyer no voucher when an order has only gifts", async () => {
      const { token, orderId, email } = await buyGift();
      expect(await vouchersOf(api, token, orderId)).toEqual([]);
      const { subject, text } = await api.takeMail(email);
      expect(subject).toBe("Your gifts from acme rewards");
      expect(text).toMatch(/Thank you for your order\.[^]*Order ORD\d+/);
      expect(text).not.toContain("CARD-");
    });

    test("are sent at nine in the morning in India on their day", async () => {
      const sendOn = day(3);
      const { token, recipient, email } = await buyGift({ send_on: sendOn });
      const due = Date.parse(`${sendOn}T03:30:00Z`);
      expect(await giftOf(token)).toMatchObject({ state: "scheduled", due_at: new Date(due).toISOString() });
      expect((await api.takeMail(email)).text).toMatch(new RegExp(`It goes to ${recipient} on \\d`));
      api.clock.turn(due - api.clock.now() - 1);
      await runWorker(api);
      expect(api.mails.some(({ to }) => to === recipient)).toBe(false);
      api.clock.turn(1);
      await runWorker(api);
      expect(api.mails.filter(({ to }) => to === recipient)).toHaveLength(1);
      expect((await giftOf((await api.login(email)).body.access_token)).state).toBe("sent");
    });

    test("are limited by mailbox and day, whatever follows a plus; paid ones arrive a day later", async () => {
      const buyers = [];
      for (let index = 0; index < 5; index++)
        buyers.push(await buyGift({ recipient_email: `busy+${index}@example.test` }));
      const sent = async () => {
        await runWorker(api);
        return api.mails.filter(({ to }) => to.startsWith("busy+")).length;
      };
      expect(await sent()).toBe(4);
      const { token } = buyers[4]!;
      const waiting = await giftOf(token);
      expect(waiting).toMatchObject({ state: "scheduled", due_at: new Date(api.clock.now() + DAY_MS).toISOString() });
      const { id } = await giftOf(buyers[0]!.token);
      const again = await ask("send", { id, recipient_email: "busy@example.test" }, { token: buyers[0]!.token });
      expect(again.status).toBe(429);
      api.clock.turn(DAY_MS);
      expect(await sent()).toBe(5);
    });

    test("follow the order, not later changes of the cart, and are not sent for an unpaid order", async () => {
      const { token } = await createShopper(api, { cart: [gift({ recipient_email: "first@example.test" })] });
      const { orderId } = await placeOne(api, token);
      const [line] = await cartOf(token);
      await api.request("DELETE", "/cart/", { token, body: { id: line.id } });
      await add(token, gift({ recipient_email: "second@example.test" }));
      await runWorker(api);
      expect(await giftOf(token)).toMatchObject({ state: "waiting", recipient_email: "first@example.test" });
      await notify(api, await paymentOf(api, orderId));
      await runWorker(api);
      expect(api.mails.filter(({ to }) => /^(first|second)@/.test(to)).map(({ to }) => to)).toEqual([
        "first@example.test",
      ]);
      expect(await cartOf(token)).toMatchObject([{ gift: { recipient_email: "second@example.test" } }]);
    });

    test("are not sent for a refunded line", async () => {
      const cart = [{ product_id: PRODUCT.paise, selectedDenomination: 99.5, quantity: 1, gift: GIFT }];
      await stockUp(api, 2, { product: PRODUCT.paise });
      const [first, second] = [await createShopper(api, { cart }), await createShopper(api, { cart })];
      const [one, two] = [
        await placeOne(api, first.token, { amount: 99.5 }),
        await placeOne(api, second.token, { amount: 99.5 }),
      ];
      await loseCards(api, two.orderId);
      api.mails.length = 0;
      for (const { orderId } of [one, two]) await notify(api, await paymentOf(api, orderId));
      await runWorker(api);
      expect((await orderRow(api, two.orderId)).status).toBe("refund_due");
      expect((await giftOf(second.token)).state).toBe("refunded");
      expect(api.mails.filter(({ to }) => to === GIFT.recipient_email)).toHaveLength(1);
      const { id } = await giftOf(second.token);
      expect((await ask("send", { id, recipient_email: "a@b.test" }, second)).status).toBe(404);
    });

    test("are not sent for a refunded line among others that are delivered", async () => {
      const friend = "unserved@example.test";
      const empty = { product_id: PRODUCT.awkward, selectedDenomination: 100, quantity: 1 };
      await stockUp(api, 1, { product: PRODUCT.awkward });
      const unserved = { ...empty, gift: { ...GIFT, recipient_email: friend } };
      const second = await createShopper(api, { cart: [CARD, unserved] });
      const { orderId } = await placeOne(api, second.token, { amount: 1100 });
      await loseCards(api, orderId, PRODUCT.awkward);
      await notify(api, await paymentOf(api, orderId));
      await runWorker(api);
      expect((await orderRow(api, orderId)).status).toBe("completed");
      expect((await giftOf(second.token)).state).toBe("refunded");
      expect(api.mails.some(({ to }) => to === friend)).toBe(false);
    });

    test("store the link as a hash, sealed while its mail waits, and log it nowhere", async () => {
      const { recipient, orderId } = await buyGift({ send_on: day(1) });
      const { db } = api.shop();
      const waiting = JSON.stringify(await db.read.selectFrom("outbox").selectAll().execute());
      api.clock.turn(2 * DAY_MS);
      const token = tokenIn((await api.takeMail(recipient)).text);
      await ask("open", { token });
      const stored = JSON.stringify([
        await db.read.selectFrom("outbox").selectAll().execute(),
        await db.read.selectFrom("gift_links").selectAll().execute(),
      ]);
      expect(stored).toContain(hashToken(token));
      expect(waiting + stored + api.logged.join("\n")).not.toContain(token);
      const [codes] = await db.read.selectFrom("vouchers").selectAll().where("order_item_id", "is not", null).execute();
      expect(JSON.stringify(codes)).not.toMatch(/CARD-|PIN-/);
      expect(orderId).not.toBe("");
    });
  });

  describe("sent again", () => {
    test("to the same address: mails once more, and both links open it", async () => {
      const { token, recipient } = await buyGift();
      const first = tokenIn((await api.takeMail(recipient)).text);
      const { id } = await giftOf(token);
      expect((await ask("send", { id, recipient_email: recipient }, { token })).status).toBe(202);
      const second = tokenIn((await api.takeMail(recipient)).text);
      expect(second).not.toBe(first);
      for (const link of [first, second]) expect((await ask("open", { token: link })).status).toBe(200);
      // It is the recipient's now: they may have the mail again, and nobody else gets it.
      expect((await ask("send", { id, recipient_email: "thief@example.test" }, { token })).status).toBe(409);
      expect((await giftOf(token)).recipient_email).toBe(recipient);
    });

    test("to another address: the first link opens nothing any more", async () => {
      const { token, recipient } = await buyGift();
      const wrong = tokenIn((await api.takeMail(recipient)).text);
      const { id } = await giftOf(token);
      const right = `right-${recipient}`;
      expect((await ask("send", { id, recipient_email: right }, { token })).status).toBe(202);
      const link = tokenIn((await api.takeMail(right)).text);
      expect((await ask("view", { token: wrong })).status).toBe(404);
      expect((await ask("open", { token: link })).body.vouchers).toHaveLength(2);
    });

    test("while the first link is being opened: one of the two opens it, never both", async () => {
      const { token, recipient } = await buyGift();
      const wrong = tokenIn((await api.takeMail(recipient)).text);
      const found = await getGift(api.shop(), wrong, "203.0.113.80");
      const body = { id: (await giftOf(token)).id, recipient_email: `other-${recipient}` };
      expect((await ask("send", body, { token })).status).toBe(202);
      await expect(openGift(api.shop(), found, wrong)).rejects.toMatchObject({ status: 404 });
      expect((await giftOf(token)).opened_at).toBeNull();
    });

    test("before its day: waits for the day at the new address", async () => {
      const { token, recipient } = await buyGift({ send_on: day(2) });
      const { id, due_at } = await giftOf(token);
      const right = `right-${recipient}`;
      expect((await ask("send", { id, recipient_email: right }, { token })).status).toBe(202);
      expect(await giftOf(token)).toMatchObject({ state: "scheduled", recipient_email: right, due_at });
      await runWorker(api);
      expect(api.mails.some(({ to }) => to === right)).toBe(false);
      api.clock.turn(3 * DAY_MS);
      await runWorker(api);
      expect(api.mails.some(({ to }) => to === recipient)).toBe(false);
      expect(api.mails.filter(({ to }) => to === right)).toHaveLength(1);
    });

    test("by its buyer only, and a limited number of times", async () => {
      const { token, recipient } = await buyGift();
      await api.takeMail(recipient);
      const other = await createShopper(api, { cart: [] });
      const body = { id: (await giftOf(token)).id, recipient_email: recipient };
      expect((await ask("send", body)).status).toBe(401);
      expect((await ask("send", body, other)).status).toBe(404);
      const statuses = [];
      for (let time = 0; time < 3; time++) statuses.push((await ask("send", body, { token })).status);
      expect(statuses).toEqual([202, 202, 429]);
    });
  });

  test("resist guessed links: unknown ones are 404, and a network is refused after a few; its neighbours' open", async () => {
    const { recipient } = await buyGift();
    const token = tokenIn((await api.takeMail(recipient)).text);
    const headers = { "x-awning-key": "forward-key-of-the-tests", "x-forwarded-for": "203.0.113.9" };
    const statuses = [];
    for (let time = 0; time < 4; time++) statuses.push((await ask("open", { token: `x${token}` }, { headers })).status);
    expect(statuses).toEqual([404, 404, 404, 429]);
    expect((await ask("view", { token }, { headers })).status).toBe(200);
    expect((await ask("view", { token: `x${token}` })).status).toBe(404);
    const elsewhere = await api.request("POST", "/gift/view/", { tenant: "globex", body: { token } });
    expect(elsewhere.status).toBe(404);
  });

  test("show the operator their state without codes; books that lack their mail say so", async () => {
    const { orderId, recipient } = await buyGift();
    const cli = createCli(api.storage, { acme: {}, globex: {} });
    const shown = await cli.json("orders", "show", "acme", orderId);
    expect(shown.gifts).toEqual([
      {
        product: "Crust Court",
        recipient,
        phone: null,
        state: "scheduled",
        due_at: expect.stringMatching(/Z$/),
        sent_at: null,
        opened_at: null,
      },
    ]);
    const text = await cli.ok("orders", "show", "acme", orderId);
    expect(text).toMatch(/Gifts\n.*recipient.*\n.*scheduled/);
    expect(text).not.toMatch(/CARD-|PIN-/);

    const rename = (kind: "gift" | "refund") =>
      api
        .shop()
        .db.transaction((tx) =>
          tx
            .updateTable("outbox")
            .set({ kind })
            .where("about", "in", tx.selectFrom("gift_links").select("token_hash"))
            .where("delivered_at", "is", null)
            .execute(),
        );
    await rename("refund");
    const differences = await auditLedger(api.shop());
    await rename("gift");
    expect(differences).toEqual([`order ${orderId} (completed): the gift of line 0 has no mail`]);
  });
});
