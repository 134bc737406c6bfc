import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { eraseShopper } from "../../../api/accounts/erase-shopper.ts";
import { exportShopper } from "../../../api/accounts/export-shopper.ts";
import { warnOfLapsingCoins } from "../../../api/coins/expire-coins.ts";
import { grantCoins } from "../../../api/coins/grant-coins.ts";
import { deliverOutbox } from "../../../api/mail/deliver-outbox.ts";
import { queueMessage } from "../../../api/messages/queue-message.ts";
import { applyReplies } from "../../../api/messages/receive-receipts.ts";
import { tellDeliveries } from "../../../api/orders/tell-deliveries.ts";
import { findConsent, giveConsent } from "../../../api/repositories/messages/consents.ts";
import { renameMessage, updateMessage, updateSending } from "../../../api/repositories/messages/messages.ts";
import { readOrderParts } from "../../../api/repositories/orders/read-order.ts";
import { FORWARD_KEY, PASSWORD, startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { CARD, fillCart, notify, paymentOf, placeOne, runWorker, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { createPhoneCalls, newPhone, otherThan, SENDS_CODES } from "../../helpers/shop/phone-shoppers.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const LINK = /verify-email\?token=([\w-]+)/;

describe.each(engines)("accounts with a phone on %s", (engine) => {
  let api: TestApi;
  let calls: ReturnType<typeof createPhoneCalls>;
  beforeAll(async () => {
    api = await startTestApi(engine, {
      tenants: ["acme"],
      settings: { acme: SENDS_CODES },
      limits: { phoneCodesPerNetAndDay: 10_000 },
    });
    calls = createPhoneCalls(api);
    await stockUp(api, 200);
  });
  afterAll(() => api.close());

  type Entered = { token: string; device: string; phone: string };
  async function signUp(phone = newPhone(), device?: string): Promise<Entered> {
    const { status, text, body } = await calls.enter(phone, { device });
    if (status !== 200) throw new Error(`the login answered ${status} ${text}`);
    return { token: body.access_token, device: body.device_token, phone };
  }
  const historyOf = async (token: string) => (await api.request("GET", "/order-history/", { token })).body;
  const sessionsOf = async (token: string): Promise<{ id: string; is_current: boolean; may_confirm: boolean }[]> =>
    (await api.request("GET", "/user/sessions/", { token })).body;
  const me = async (token: string) => (await api.request("GET", "/user-data/", { token })).body;
  const idOf = async (phone: string) =>
    (
      await api
        .shop()
        .db.read.selectFrom("users")
        .select("id")
        .where("verified_phone", "=", phone)
        .executeTakeFirstOrThrow()
    ).id;
  const linkTo = async (email: string) => LINK.exec((await api.takeMail(email)).text)![1]!;
  /** Opens a mailed link, in a browser with this session if there is one. */
  const open = (link: string, { token }: { token?: string } = {}) =>
    api.request("POST", "/user/verify-email/", { token, body: { token: link } });

  async function lapseTomorrow(userId: string) {
    const shop = api.shop();
    await grantCoins(shop, { userId, amount: 5_000, doesExpire: true });
    const end = { expires_at: api.clock.now() + DAY };
    await shop.db.transaction((tx) => tx.updateTable("coin_lots").set(end).where("user_id", "=", userId).execute());
  }

  async function buy(token: string) {
    await fillCart(api, token, [CARD]);
    const { orderId } = await placeOne(api, token);
    await notify(api, await paymentOf(api, orderId));
    return orderId as string;
  }

  test("buys and sees the codes in the browser of the sign-up, and no mail goes to nobody", async () => {
    const { token } = await signUp();
    await buy(token);
    const [order] = await historyOf(token);
    expect(order.vouchers[0]).not.toHaveProperty("is_locked");
    expect(await api.hasMail("")).toBe(false);
    const receipt = await api.request("GET", "/order-receipt/", { token });
    expect(receipt.status).toBe(400); // without an order
  });

  test("needs a name for a receipt of 50,000 rupees, which the account gets once", async () => {
    const { token } = await signUp();
    const rename = async (username: string) => {
      const form = new FormData();
      const { phone } = await me(token);
      for (const [name, value] of Object.entries({ username, phone })) form.set(name, value);
      return api.request("PUT", "/edit-profile/", { token, body: form });
    };
    await fillCart(api, token, [{ ...CARD, quantity: 98 }]);
    await placeOne(api, token, { amount: 49_000 });
    await fillCart(api, token, [CARD]);
    const refused = await placeOne(api, token, { amount: 50_000 }).catch((error: Error) => error.message);
    expect(refused).toMatch(/422.*50,000/);
    expect((await rename("x")).status).toBe(400);
    expect((await me(token)).username).toBe("");
    expect((await rename("Asha Rao")).status).toBe(200);
    expect((await rename("Somebody Else")).status).toBe(200);
    expect((await me(token)).username).toBe("Asha Rao");
    const { orderId } = await placeOne(api, token, { amount: 50_000 });
    await notify(api, await paymentOf(api, orderId));
    const receipt = await api.request("GET", `/order-receipt/?order_id=${orderId}`, { token });
    expect(receipt.body.user).toMatchObject({ username: "Asha Rao" });
  });

  test("shows the staff the channel that was used, and no mail to an account without an address", async () => {
    const { token } = await signUp();
    const orderId = await buy(token);
    await runWorker(api);
    const { db } = api.shop();
    await db.transaction((tx) => renameMessage(tx, { about: orderId, kind: "vouchers" }));
    const told = async () =>
      tellDeliveries(await readOrderParts(db.read, orderId)).map(({ what, detail = "" }) => `${what} ${detail}`.trim());
    expect(await told()).toEqual(["No mail: vouchers the account has no confirmed address", "SMS accepted: vouchers"]);
    const [{ id, message_id }] = (await db.read
      .selectFrom("message_sendings")
      .innerJoin("messages", "messages.id", "message_sendings.message_id")
      .select(["message_sendings.id", "message_id"])
      .where("earlier_about", "=", orderId)
      .execute()) as [{ id: string; message_id: string }];
    await db.transaction((tx) => updateSending(tx, id, { state: "failed", reason: "switched off" }));
    await db.transaction((tx) => updateMessage(tx, message_id, { state: "failed", reason: "no channel" }));
    expect((await told()).slice(1)).toEqual([
      "SMS failed: vouchers switched off",
      "Message failed: vouchers no channel",
    ]);
  });

  test("shows no code to a swapped SIM, which cannot confirm its own device either [AUTH-11]", async () => {
    const owner = await signUp();
    await buy(owner.token);
    const thief = await signUp(owner.phone);
    expect((await historyOf(thief.token))[0].vouchers[0].is_locked).toBe(true);
    const sent = await calls.post("/user/device/send-code/", {}, { token: thief.token });
    expect([sent.status, sent.body.error]).toEqual([403, "no_email"]);
    const sessions = await sessionsOf(thief.token);
    expect(sessions.map(({ may_confirm }) => may_confirm)).toEqual([false, false]);
    for (const { id } of sessions)
      expect((await calls.post("/user/sessions/confirm/", { id }, { token: thief.token })).status).toBe(403);
    const asks: [string, string, object][] = [
      ["POST", "/user/email/", { email: "thief@example.test" }],
      ["POST", "/user/phone/confirm/send/", { phone: newPhone() }],
      ["PATCH", "/user/update/", { email_new: "thief@example.test", phone: "" }],
      ["PATCH", "/user/update/", { email_new: "", phone: newPhone() }],
    ];
    for (const [method, path, body] of asks)
      expect((await api.request(method, path, { token: thief.token, body })).body.error).toBe("device_not_confirmed");
    api.clock.turn(6 * DAY);
    const later = await signUp(owner.phone, thief.device);
    expect((await historyOf(later.token))[0].vouchers[0].is_locked).toBe(true);
  });

  test("confirms a device on a confirmed one, and no session of others", async () => {
    const owner = await signUp();
    await buy(owner.token);
    const second = await signUp(owner.phone);
    const waiting = (await sessionsOf(owner.token)).filter(({ may_confirm }) => may_confirm);
    expect(waiting).toHaveLength(1);
    const stranger = await signUp();
    const { id } = waiting[0]!;
    expect((await calls.post("/user/sessions/confirm/", { id }, { token: stranger.token })).status).toBe(404);
    expect((await calls.post("/user/sessions/confirm/", { id: "none" }, { token: owner.token })).status).toBe(404);
    expect((await historyOf(second.token))[0].vouchers[0].is_locked).toBe(true);
    expect((await calls.post("/user/sessions/confirm/", { id }, { token: owner.token })).status).toBe(204);
    expect((await historyOf(second.token))[0].vouchers[0]).not.toHaveProperty("is_locked");
    expect((await sessionsOf(second.token)).some(({ may_confirm }) => may_confirm)).toBe(false);
    expect((await calls.post("/user/sessions/confirm/", { id }, { token: owner.token })).status).toBe(404);
  });

  test("keeps the mailed code as the only way for an account with a mailbox", async () => {
    const { email, token } = await api.signUp();
    await api.login(email);
    const sessions = await sessionsOf(token);
    expect(sessions.map(({ may_confirm }) => may_confirm)).toEqual([false, false]);
    const other = sessions.find(({ is_current }) => !is_current)!;
    expect((await calls.post("/user/sessions/confirm/", { id: other.id }, { token })).status).toBe(404);
  });

  const confirm = (token: string, transaction: string, code: string) =>
    calls.post("/user/phone/confirm/", { transaction_id: transaction, code }, { token });
  async function askToConfirm(token: string, phone: string) {
    const { status, body } = await calls.post("/user/phone/confirm/send/", { phone }, { token });
    expect(status).toBe(202);
    return { transaction: body.transaction_id as string, code: await calls.codeOf(phone) };
  }

  describe("an address", () => {
    test("belongs to the account once its link is opened, and then gets codes for devices", async () => {
      const owner = await signUp();
      const email = `added-${owner.phone}@example.test`;
      expect((await calls.post("/user/verify-email/send/", {}, { token: owner.token })).status).toBe(409);
      expect((await calls.post("/user/email/", { email }, { token: owner.token })).status).toBe(202);
      expect(await me(owner.token)).toMatchObject({ email: "", email_verified: false });
      const link = await linkTo(email);
      expect((await open(link, owner)).status).toBe(204);
      expect((await open(link, owner)).status).toBe(204);
      expect((await open(link)).status).toBe(204); // nothing is left to confirm
      expect(await me(owner.token)).toMatchObject({ email, email_verified: true, verified_phone: owner.phone });
      const again = await calls.post("/user/email/", { email: "other@example.test" }, { token: owner.token });
      expect(again.status).toBe(409);
      const second = await signUp(owner.phone);
      expect((await calls.post("/user/device/send-code/", {}, { token: second.token })).status).toBe(202);
      const code = /^[0-9A-Z]{4}$/m.exec((await api.takeMail(email)).text)![0];
      expect((await calls.post("/user/device/confirm/", { code }, { token: second.token })).status).toBe(200);
    });

    test("gives the account to nobody before that", async () => {
      const owner = await signUp();
      const email = `typo-${owner.phone}@example.test`;
      await calls.post("/user/email/", { email }, { token: owner.token });
      await api.takeMail(email);
      const stranger = await api.signUp({ email });
      expect((await me(stranger.token)).verified_phone).toBe("");
      expect(await me(owner.token)).toMatchObject({ email: "", verified_phone: owner.phone });
    });

    test("that is mistyped opens the account to its mailbox neither by the link nor by a reset", async () => {
      const owner = await signUp();
      const orderId = await buy(owner.token);
      const email = `mistyped-${owner.phone}@example.test`;
      await calls.post("/user/email/", { email }, { token: owner.token });
      const link = await linkTo(email);
      const stranger = await signUp();
      for (const from of [undefined, stranger]) {
        const refused = await open(link, from);
        expect([refused.status, refused.body.error]).toEqual([403, "sign_in_required"]);
      }
      expect((await open(link, { token: "x".repeat(40) })).status).toBe(401);
      expect(await me(owner.token)).toMatchObject({ email: "", email_verified: false });
      expect(await me(stranger.token)).toMatchObject({ email: "" });

      for (const username of [email, owner.phone]) await calls.post("/user/forgot/", { username });
      expect(await api.hasMail(email)).toBe(false);
      const second = await signUp(owner.phone);
      expect((await open(link, second)).status).toBe(204); // the number and the mailbox are one person's
      expect(await me(owner.token)).toMatchObject({ email, email_verified: true });
      expect((await historyOf(owner.token))[0].id).toBe(orderId);
      await calls.post("/user/forgot/", { username: email });
      expect((await api.takeMail(email)).to).toBe(email);
    });

    test("of the sign-up needs the sign-in, too, once a number is confirmed", async () => {
      const email = `early-${newPhone()}@example.test`;
      const { token } = await api.signUp({ email, isVerified: false });
      const link = await linkTo(email);
      const phone = newPhone();
      await api
        .shop()
        .db.transaction((tx) =>
          tx.updateTable("users").set({ verified_phone: phone, phone }).where("email", "=", email).execute(),
        );
      expect((await open(link)).body.error).toBe("sign_in_required");
      expect(await me(token)).toMatchObject({ email, email_verified: false });
      await calls.post("/user/forgot/", { username: email });
      expect(await api.hasMail(email)).toBe(false);
      expect((await open(link, { token })).status).toBe(204);
      expect(await me(token)).toMatchObject({ email, email_verified: true, verified_phone: phone });
    });

    test("that nobody confirmed gets no voucher and no reminder, and the order names it nowhere", async () => {
      const phone = newPhone();
      const email = `unproven-${phone}@example.test`;
      const { token } = await api.signUp({ email, isVerified: false });
      const link = await linkTo(email);
      const { db } = api.shop();
      await db.transaction((tx) =>
        tx.updateTable("users").set({ verified_phone: phone, phone }).where("email", "=", email).execute(),
      );
      const deliveryOf = async (orderId: string) => {
        const details = `/order-status/?order_id=${orderId}&decode_status=false`;
        const { user } = (await api.request("GET", details, { token })).body;
        await runWorker(api);
        return { named: user.email, isMailed: await api.hasMail(email) };
      };
      expect(await deliveryOf(await buy(token))).toEqual({ named: "", isMailed: false });
      await lapseTomorrow(await idOf(phone));
      await warnOfLapsingCoins(api.shop());
      expect(await api.hasMail(email)).toBe(false);
      expect((await open(link, { token })).status).toBe(204);
      expect(await deliveryOf(await buy(token))).toEqual({ named: email, isMailed: true });
    });

    test("in place of a confirmed one needs the sign-in, too", async () => {
      const { email, token } = await api.signUp();
      const phone = newPhone();
      await api
        .shop()
        .db.transaction((tx) =>
          tx.updateTable("users").set({ verified_phone: phone, phone }).where("email", "=", email).execute(),
        );
      const other = `changed-${phone}@example.test`;
      const asked = await calls.post("/user/email/change/", { email: other, password: PASSWORD }, { token });
      expect(asked.status).toBe(202);
      const link = await linkTo(other);
      expect((await open(link)).body.error).toBe("sign_in_required");
      expect((await me(token)).email).toBe(email);
      expect((await open(link, { token })).status).toBe(204);
      expect((await me(token)).email).toBe(other);
    });

    test("is taken from an account that never proved it, but not from one that did", async () => {
      const owner = await signUp();
      const email = `claimed-${owner.phone}@example.test`;
      const squatter = await api.signUp({ email, isVerified: false });
      const former = await linkTo(email);
      await calls.post("/user/email/", { email }, { token: owner.token });
      expect((await open(await linkTo(email), owner)).status).toBe(204);
      expect((await api.request("GET", "/user-data/", { token: squatter.token })).status).toBe(401);
      expect((await api.login(email, PASSWORD)).status).toBe(400);
      expect((await open(former)).status).toBe(400); // it would prove a mailbox that the account no longer has

      const proven = await api.signUp();
      const other = await signUp();
      await calls.post("/user/email/", { email: proven.email }, { token: other.token });
      expect((await open(await linkTo(proven.email), other)).status).toBe(409);
      expect((await me(other.token)).email).toBe("");
      expect((await api.login(proven.email)).status).toBe(200);
    });
  });

  test("stay their shoppers' when somebody else signs up with their unproven address, or resets its password", async () => {
    const email = `typo-${newPhone()}@example.test`;
    const phone = newPhone();
    const { token } = await api.signUp({ email, isVerified: false });
    const link = await linkTo(email);
    const { db } = api.shop();
    await db.transaction((tx) =>
      tx.updateTable("users").set({ verified_phone: phone }).where("email", "=", email).execute(),
    );
    const userId = await idOf(phone);
    await calls.post("/user/forgot/", { username: email });
    expect(await api.hasMail(email)).toBe(false);
    const form = { username: "Other", email, phone: "", password: "Another-9-password" };
    expect((await api.request("POST", "/user/signup/", { body: form })).status).toBe(201);
    expect(await idOf(phone)).toBe(userId);
    expect(await me(token)).toMatchObject({ email: "", verified_phone: phone });
    const other = await api.login(email, form.password);
    expect((await me(other.body.access_token)).verified_phone).toBe("");
    expect((await open(link)).status).toBe(400);
  });

  describe("a number in the profile", () => {
    test("signs its account in once it is confirmed with a code", async () => {
      const phone = newPhone();
      const { email, token } = await api.signUp();
      const { transaction, code } = await askToConfirm(token, phone);
      expect((await confirm(token, transaction, otherThan(code))).body.error).toBe("wrong_code");
      expect((await calls.logIn(transaction, code)).body.error).toBe("code_expired"); // it is no sign-in's
      expect((await confirm((await api.signUp()).token, transaction, code)).body.error).toBe("code_expired");
      expect((await confirm(token, transaction, code)).body).toEqual({ phone });
      api.clock.turn(15 * MINUTE);
      expect((await calls.enter(phone)).body).toMatchObject({ is_new: false, user: { email, phone } });
    });

    test("that is new causes a mail to the confirmed address, and so does a sign-in with it on a new browser", async () => {
      const phone = newPhone();
      const { email, token } = await api.signUp();
      const confirmOnce = async (number: string) => {
        const { transaction, code } = await askToConfirm(token, number);
        expect((await confirm(token, transaction, code)).status).toBe(200);
        api.clock.turn(MINUTE);
        await deliverOutbox(api.shop());
        return api.mails
          .splice(0)
          .map(({ to, subject, text }) => ({ to, subject, text: text.replaceAll(/\s+/g, " ") }));
      };
      api.mails.length = 0;
      const added = { to: email, subject: "A phone number was added to your account" };
      expect(await confirmOnce(phone)).toMatchObject([
        { ...added, text: expect.stringContaining(`The phone number that ends in ${phone.slice(-4)} now signs in`) },
      ]);
      expect(await confirmOnce(phone)).toEqual([]); // the same number again
      const other = newPhone();
      expect(await confirmOnce(other)).toMatchObject([added]);

      const { body } = await calls.enter(other);
      const mail = await api.takeMail(email);
      expect(mail.subject).toBe("A login from a new device");
      expect(mail.text.replaceAll(/\s+/g, " ")).toMatch(
        /, with a code to your phone number\. .* can log in again, so use another/,
      );
      api.clock.turn(MINUTE);
      await calls.enter(other, { device: body.device_token });
      expect(await api.hasMail(email)).toBe(false);
    });

    test("of an unproven address causes no mail", async () => {
      const { email, token } = await api.signUp({ isVerified: false });
      const { db } = api.shop();
      await db.transaction((tx) => tx.updateTable("devices").set({ confirmed_at: 1 }).execute());
      await deliverOutbox(api.shop());
      api.mails.length = 0;
      const { transaction, code } = await askToConfirm(token, newPhone());
      expect((await confirm(token, transaction, code)).status).toBe(200);
      expect(await api.hasMail(email)).toBe(false);
    });

    test("is not confirmed with a sign-in's code, and not from a new device", async () => {
      const phone = newPhone();
      const { email, token } = await api.signUp();
      const signIn = await calls.begin(phone);
      expect((await confirm(token, signIn.transaction, signIn.code)).body.error).toBe("code_expired");
      const second = (await api.login(email)).body.access_token;
      const refused = await calls.post("/user/phone/confirm/send/", { phone }, { token: second });
      expect([refused.status, refused.body.error]).toEqual([403, "device_not_confirmed"]);
      expect((await calls.post("/user/phone/confirm/send/", { phone })).status).toBe(401);
    });

    test("of another account is refused only after the right code", async () => {
      const owner = await signUp();
      api.clock.turn(15 * MINUTE);
      const { token } = await api.signUp();
      const { transaction, code } = await askToConfirm(token, owner.phone);
      expect((await confirm(token, transaction, otherThan(code))).body.error).toBe("wrong_code");
      const refused = await confirm(token, transaction, code);
      expect([refused.status, refused.body.error]).toEqual([409, "phone_taken"]);
      expect((await me(token)).phone).toBe("");
    });

    test("of an account that nobody has used for long is taken from it after the shopper's choice", async () => {
      const former = await signUp();
      const formerId = await idOf(former.phone);
      api.clock.turn(91 * DAY);
      const { email, token } = await api.signUp();
      const { transaction, code } = await askToConfirm(token, former.phone);
      const take = () => calls.post("/user/phone/confirm/", { transaction_id: transaction, choice: "new" }, { token });
      expect((await take()).body.error).toBe("wrong_code"); // no choice before the right code
      const asked = await confirm(token, transaction, code);
      expect([asked.status, asked.body.error]).toEqual([409, "dormant"]);
      expect(await idOf(former.phone)).toBe(formerId);
      expect((await take()).body).toEqual({ phone: former.phone });
      expect(await me(token)).toMatchObject({ email, verified_phone: former.phone });
      const { read } = api.shop().db;
      const left = await read.selectFrom("users").selectAll().where("id", "=", formerId).executeTakeFirstOrThrow();
      expect(left).toMatchObject({ phone: null, verified_phone: null, disabled_at: null });
    });

    test("stays with an account that is used again before the choice", async () => {
      const former = await signUp();
      api.clock.turn(91 * DAY);
      const { token } = await api.signUp();
      const { transaction, code } = await askToConfirm(token, former.phone);
      expect((await confirm(token, transaction, code)).body.error).toBe("dormant");
      api.clock.turn(MINUTE);
      const seen = { last_seen_at: api.clock.now() };
      const formerId = await idOf(former.phone);
      await api
        .shop()
        .db.transaction((tx) => tx.updateTable("devices").set(seen).where("user_id", "=", formerId).execute());
      const refused = await calls.post(
        "/user/phone/confirm/",
        { transaction_id: transaction, choice: "new" },
        { token },
      );
      expect(refused.body.error).toBe("phone_taken");
    });

    test("belongs to one of two accounts that confirm it at once", async () => {
      const phone = newPhone();
      const [one, other] = [await api.signUp(), await api.signUp()];
      const first = await askToConfirm(one.token, phone);
      api.clock.turn(MINUTE);
      const second = await askToConfirm(other.token, phone);
      const answers = await Promise.all([
        confirm(one.token, first.transaction, first.code),
        confirm(other.token, second.transaction, second.code),
      ]);
      const statuses = answers.map(({ status }) => status).toSorted();
      expect(statuses[0]).toBe(200);
      expect([400, 409]).toContain(statuses[1]);
    });

    const type = (token: string, phone: string) => {
      const body = new FormData();
      body.set("phone", phone);
      return api.request("PUT", "/edit-profile/", { token, body });
    };

    test.each([
      ["without a mailbox", false],
      ["with a confirmed mailbox", true],
    ])("stays the way to sign in when a shopper %s types another one", async (_title, hasMailbox) => {
      const owner = await signUp();
      if (hasMailbox) {
        const email = `kept-${owner.phone}@example.test`;
        await calls.post("/user/email/", { email }, { token: owner.token });
        expect((await open(await linkTo(email), owner)).status).toBe(204);
      }
      const typed = newPhone();
      expect((await type(owner.token, typed)).body.phone).toBe(typed);
      expect(await me(owner.token)).toMatchObject({ phone: typed, verified_phone: owner.phone });
      expect((await calls.enter(owner.phone)).body).toMatchObject({ is_new: false });
      api.clock.turn(15 * MINUTE);
      // The typed number is still free for its owner.
      expect((await calls.enter(typed)).body).toMatchObject({ is_new: true });
    });
  });

  test("shows a giver without a name as a friend, never as a number", async () => {
    const { token, phone } = await signUp();
    const gift = { recipient_name: "Meera", recipient_email: "meera@example.test", message: "", send_on: null };
    await fillCart(api, token, [{ ...CARD, gift }]);
    const { orderId } = await placeOne(api, token);
    await notify(api, await paymentOf(api, orderId));
    const mail = await api.takeMail("meera@example.test");
    expect(mail.subject).toContain("A friend");
    expect(mail.subject + mail.text + mail.html).not.toContain(phone);
    const link = /\/gift\?([\w-]+)/.exec(mail.text)![1];
    const shown = await api.request("POST", "/gift/view/", { body: { token: link } });
    expect(shown.body.sender_name).toBe("");
    expect(JSON.stringify(shown.body)).not.toContain(phone);
  });

  test("requires an address for a notice of new stock", async () => {
    const { token } = await signUp();
    const wish = { product_id: CARD.product_id, denomination: 500 };
    const refused = await api.request("POST", "/stock-notice/", { token, body: wish });
    expect([refused.status, refused.body.detail]).toEqual([403, "Please add an e-mail address to your profile first."]);
  });

  async function exportOf(userId: string) {
    let file = "";
    for await (const piece of exportShopper(api.shop(), userId)) file += piece;
    return JSON.parse(file);
  }

  test("is exported without what went to its number before, or to another account at it", async () => {
    const shop = api.shop();
    const former = await signUp();
    const formerId = await idOf(former.phone);
    await buy(former.token);
    const gift = { kind: "gift", userId: null, language: "en", contents: { link: "x" } } as const;
    await shop.db.transaction((tx) => queueMessage(tx, shop, { ...gift, about: former.phone, phone: former.phone }));
    await applyReplies(shop, "whatsapp", [{ phone: former.phone, text: "STOP", at: api.clock.now() }]);
    const moved = await askToConfirm(former.token, newPhone());
    expect((await confirm(former.token, moved.transaction, moved.code)).status).toBe(200);
    api.clock.turn(60 * MINUTE);
    await signUp(former.phone);
    // Another account's vouchers, and its word, at the number.
    const bought = { ...gift, kind: "vouchers", about: formerId, userId: formerId, phone: former.phone } as const;
    const said = { phone: former.phone, channel: "sms", user_id: formerId, source: "console", text: "Yes" } as const;
    await shop.db.transaction(async (tx) => {
      await queueMessage(tx, shop, bought);
      await giveConsent(tx, { ...said, now: api.clock.now() });
    });

    const told = async (userId: string) => {
      const { messages, phone_consents } = await exportOf(userId);
      return [messages.map(({ kind }: { kind: string }) => kind), phone_consents.length];
    };
    expect(await told(await idOf(former.phone))).toEqual([["sign-in-code"], 0]);
    const [kinds] = await told(formerId);
    expect(kinds).toContain("vouchers");
  });

  test("is exported and erased as a whole, under its number", async () => {
    const { token, phone } = await signUp();
    await buy(token);
    const userId = await idOf(phone);
    const data = await exportOf(userId);
    expect(data.profile).toMatchObject({ email: "", phone, verified_phone: phone });
    expect(data.phone_codes).toHaveLength(1);
    expect(data.phone_networks).toEqual([{ seen_at: expect.any(Number) }]);
    const kinds = data.messages.map(({ kind }: { kind: string }) => kind);
    expect(kinds.toSorted()).toEqual(["sign-in-code", "vouchers"]);
    expect(Object.keys(data.phone_codes[0])).toEqual(["created_at", "expires_at", "used_at"]);

    await expect(eraseShopper(api.shop(), { userId, email: "" })).rejects.toThrow("phone number");
    await expect(eraseShopper(api.shop(), { userId, email: newPhone() })).rejects.toThrow("phone number");
    await eraseShopper(api.shop(), { userId, email: `+91 ${phone}` });
    const { read } = api.shop().db;
    const rows = await Promise.all(
      (["users", "phone_codes", "phone_networks", "messages", "phone_consents", "receipts"] as const).map((table) =>
        read.selectFrom(table).selectAll().execute(),
      ),
    );
    expect(JSON.stringify(rows)).not.toContain(phone);
    expect(JSON.stringify(rows[2])).not.toContain(userId);
    expect((await calls.enter(phone)).body.is_new).toBe(true);
  });

  test("keeps only STOP of its replies when it is erased, so that nothing begins again", async () => {
    const { phone } = await signUp();
    const shop = api.shop();
    for (const text of ["STOP", "START", "STOP", "START"]) {
      api.clock.turn(MINUTE);
      await applyReplies(shop, "whatsapp", [{ phone, text, at: api.clock.now() }]);
    }
    const { read } = shop.db;
    expect(await findConsent(read, phone, "whatsapp")).toBe("given");
    await eraseShopper(shop, { userId: await idOf(phone), email: phone });
    const rows = await read.selectFrom("phone_consents").selectAll().where("phone", "=", phone).execute();
    expect(rows.map(({ text, given_at }) => [text, given_at])).toEqual(Array.from({ length: 3 }, () => ["STOP", null]));
    expect(await findConsent(read, phone, "whatsapp")).toBe("withdrawn");
  });

  describe("limits", () => {
    const from = (net: string) => ({ headers: { "x-forwarded-for": net, "x-awning-key": FORWARD_KEY } });

    test("make a number wait longer after each code, and count refused requests for nothing", async () => {
      const phone = newPhone();
      const waits: number[] = [];
      for (let sent = 0; sent < 10; sent++) {
        const { status, body } = await calls.ask(phone);
        expect(status).toBe(202);
        waits.push(body.resend_after);
        api.clock.turn((body.resend_after - 1) * 1_000);
        const early = await calls.ask(phone);
        if (sent < 9) expect([early.status, early.body.detail]).toEqual([429, expect.stringContaining("1 second ")]);
        api.clock.turn(1_000);
      }
      expect(waits.slice(0, 9)).toEqual([30, 60, 300, 900, 900, 900, 900, 900, 900]);
      expect(waits[9]).toBeGreaterThan(900);
      expect((await calls.ask(phone)).status).toBe(202); // a day after the first
    });

    test("refuse an eleventh code of a day", async () => {
      const phone = newPhone();
      for (let sent = 0; sent < 10; sent++) await calls.begin(phone);
      api.clock.turn(15 * MINUTE);
      const refused = await calls.ask(phone);
      expect([refused.status, refused.body.error]).toEqual([429, "too_many_codes"]);
    });

    test("let strangers use up nothing of a known browser", async () => {
      const { phone, device } = await signUp();
      for (let sent = 0; sent < 9; sent++) {
        const { transaction, code } = await calls.begin(phone, { net: `203.0.113.${sent}` });
        for (let attempt = 0; attempt < 5; attempt++) await calls.logIn(transaction, otherThan(code));
      }
      api.clock.turn(15 * MINUTE);
      const net = "203.0.113.99";
      expect((await calls.ask(phone, { net })).status).toBe(429);
      expect((await calls.ask(phone, { net, device: "x".repeat(43) })).status).toBe(429);
      expect((await calls.enter(phone, { net, device })).status).toBe(200);
    });

    const useUp = async (phone: string) => {
      for (let sent = 0; sent < 10; sent++) await calls.begin(phone, { net: `203.0.113.${sent}` });
      api.clock.turn(15 * MINUTE);
    };

    test("keep five codes for the networks from which the number signed in", async () => {
      const phone = newPhone();
      await calls.enter(phone, { net: "198.51.100.7" });
      api.clock.turn(25 * 60 * MINUTE);
      await useUp(phone);
      expect((await calls.ask(phone, { net: "203.0.113.99" })).status).toBe(429);
      expect((await calls.enter(phone, { net: "198.51.100.7" })).status).toBe(200);
      for (let sent = 1; sent < 5; sent++) await calls.begin(phone, { net: "198.51.100.7" });
      api.clock.turn(15 * MINUTE);
      expect((await calls.ask(phone, { net: "198.51.100.7" })).body.error).toBe("too_many_codes");
      const nobody = newPhone();
      await useUp(nobody);
      expect((await calls.ask(nobody, { net: "198.51.100.7" })).body.error).toBe("too_many_codes");
    });

    test("keep tries of these five codes, when strangers have used up theirs", async () => {
      const phone = newPhone();
      await calls.enter(phone, { net: "198.51.100.8" });
      api.clock.turn(25 * 60 * MINUTE);
      for (let sent = 0; sent < 4; sent++) {
        const { transaction, code } = await calls.begin(phone, { net: `203.0.113.${sent}` });
        for (let attempt = 0; attempt < 5; attempt++) await calls.logIn(transaction, otherThan(code));
      }
      api.clock.turn(15 * MINUTE);
      const stranger = await calls.begin(phone, { net: "203.0.113.9" });
      expect((await calls.logIn(stranger.transaction, stranger.code)).body.error).toBe("too_many_tries");
      expect((await calls.enter(phone, { net: "198.51.100.8" })).status).toBe(200);
    });

    test("forget a network after 90 days, and the oldest of more than five", async () => {
      const phone = newPhone();
      for (let net = 1; net <= 6; net++) {
        await calls.enter(phone, { net: `198.51.100.${net}` });
        api.clock.turn(16 * MINUTE);
      }
      api.clock.turn(25 * 60 * MINUTE);
      await useUp(phone);
      expect((await calls.ask(phone, { net: "198.51.100.1" })).status).toBe(429);
      expect((await calls.ask(phone, { net: "198.51.100.2" })).status).toBe(202);
      api.clock.turn(91 * 24 * 60 * MINUTE);
      await useUp(phone);
      expect((await calls.ask(phone, { net: "198.51.100.6" })).status).toBe(429);
    });

    test("count the tries of all codes of a number", async () => {
      const phone = newPhone();
      const reasons: string[] = [];
      for (let sent = 0; sent < 5; sent++) {
        const { transaction, code } = await calls.begin(phone);
        for (let attempt = 0; attempt < 5; attempt++)
          reasons.push((await calls.logIn(transaction, otherThan(code))).body.error);
      }
      expect(reasons.filter((reason) => reason === "wrong_code")).toHaveLength(20);
      const last = await calls.begin(phone);
      expect((await calls.logIn(last.transaction, last.code)).body.detail).toContain("tomorrow");
    });

    test("send one code for a burst of requests for a number", async () => {
      const phone = newPhone();
      const burst = await Promise.all(Array.from({ length: 8 }, () => calls.ask(phone)));
      expect(burst.filter(({ status }) => status === 202)).toHaveLength(1);
    });

    test("bound a network and a shop, with alarms for the shop and for codes that nobody uses", async () => {
      const small = await startTestApi(engine, {
        tenants: ["acme"],
        settings: { acme: { ...SENDS_CODES, messages: { codesPerDay: 12 } } },
        limits: { phoneCodesPerNetAndDay: 3, phoneCodeAlarm: { atLeast: 4, every: 4, usedShare: 0.25 } },
      });
      const ask = (net: string) =>
        small.request("POST", "/user/phone/code/", { body: { phone: newPhone() }, ...from(net) });
      const alarms = () => small.logged.map((line) => JSON.parse(line)).filter(({ msg }) => msg.includes("quota"));
      for (let sent = 0; sent < 3; sent++) expect((await ask("203.0.113.1")).status).toBe(202);
      expect((await ask("203.0.113.1")).status).toBe(429);
      expect(alarms()).toEqual([]);
      for (let net = 2; net <= 10; net++) expect((await ask(`203.0.113.${net}`)).status).toBe(202);
      expect(alarms()).toMatchObject([
        { what: "unusedPhoneCodes", used: 4, limit: 4 },
        { what: "unusedPhoneCodes", used: 8, limit: 8 },
        { what: "unusedPhoneCodes", used: 12, limit: 12 },
      ]);
      expect((await ask("203.0.113.11")).status).toBe(429);
      expect((await ask("203.0.113.12")).status).toBe(429);
      expect(alarms().slice(3)).toMatchObject([{ what: "phoneCodes", limit: 12 }]);
      small.clock.turn(DAY);
      expect((await ask("203.0.113.1")).status).toBe(202);
      await small.close();
    });
  });
});
