import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { pseudonymOf } from "../../../api/domain/erased.ts";
import { deliverOutbox } from "../../../api/mail/deliver-outbox.ts";
import { PASSWORD, startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper, notify, paymentOf, placeOne, runWorker, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";

const CONFIRM = "device_not_confirmed";

describe.each(engines)("shoppers' own accounts on %s", (engine) => {
  let api: TestApi;
  let count = 0;
  beforeAll(async () => {
    api = await startTestApi(engine, { settings: { acme: { security: { stepUp: true } } } });
    await stockUp(api, 20);
  });
  afterAll(() => api.close());

  const me = async (token: string) => (await api.request("GET", "/user-data/", { token })).body;
  const rename = (token: string, username: string) => api.request("PUT", "/user/name/", { token, body: { username } });
  const changeEmail = (token: string, email: string, password?: string) =>
    api.request("POST", "/user/email/change/", { token, body: { email, password } });
  const erase = (token: string, password?: string) =>
    api.request("POST", "/user/delete/", { token, body: { password } });
  const linkTo = async (email: string) => /verify-email\?token=([\w-]+)/.exec((await api.takeMail(email)).text)![1]!;
  /** Opens a mailed link, in a browser with this session if there is one. */
  const open = (link: string, token?: string) =>
    api.request("POST", "/user/verify-email/", { token, body: { token: link } });
  const newAddress = () => `moved-${++count}@example.test`;
  const mailsTo = async (email: string) => {
    await deliverOutbox(api.shop());
    return api.mails.filter(({ to }) => to === email).map(({ subject }) => subject);
  };

  test("change their name, which follows the sign-up's rules", async () => {
    const { token } = await api.signUp();
    expect((await rename(token, "  Meera   Nair ")).body).toEqual({ username: "Meera Nair" });
    expect((await me(token)).username).toBe("Meera Nair");
    for (const wrong of ["M", "<b>Meera</b>", "https://evil.test"])
      expect([wrong, (await rename(token, wrong)).status]).toEqual([wrong, 400]);
    expect((await me(token)).username).toBe("Meera Nair");
    expect((await api.request("PUT", "/user/name/", { body: { username: "Meera" } })).status).toBe(401);
  });

  test("get another address when they open its link, and the former address gets a notice", async () => {
    const { email, token } = await api.signUp();
    const moved = newAddress();
    expect((await changeEmail(token, moved, PASSWORD)).status).toBe(202);
    expect((await me(token)).email).toBe(email);
    const link = await linkTo(moved);
    expect((await open(link, token)).status).toBe(204);
    expect(await me(token)).toMatchObject({ email: moved, email_verified: true });
    expect(await mailsTo(email)).toEqual(["Your e-mail address was changed"]);
    expect([(await api.login(email)).status, (await api.login(moved)).status]).toEqual([400, 200]);
    expect((await open(link)).status).toBe(204); // opened again
    expect(await mailsTo(email)).toHaveLength(1);

    // An older link does not bring an address back.
    const [second, third] = [newAddress(), newAddress()];
    await changeEmail(token, second, PASSWORD);
    await changeEmail(token, third, PASSWORD);
    const [old, newest] = [await linkTo(second), await linkTo(third)];
    expect((await open(newest, token)).status).toBe(204);
    expect([(await open(old, token)).status, (await open(link, token)).status]).toEqual([400, 400]);
    expect((await me(token)).email).toBe(third);
  });

  test("keep their address when the owner of a mistyped one opens the link, and no reset goes there", async () => {
    const { email, token } = await api.signUp();
    const mistyped = newAddress();
    await changeEmail(token, mistyped, PASSWORD);
    const link = await linkTo(mistyped);
    const stranger = await api.signUp();
    for (const session of [undefined, stranger.token]) {
      const refused = await open(link, session);
      expect([refused.status, refused.body.error]).toEqual([403, "sign_in_required"]);
    }
    expect(await me(token)).toMatchObject({ email, email_verified: true });
    await api.request("POST", "/user/forgot/", { body: { username: mistyped } });
    expect(await mailsTo(mistyped)).toEqual([]);
    // In a new browser the owner signs in with the present address, and then the link counts.
    const elsewhere = (await api.login(email)).body.access_token;
    expect((await open(link, elsewhere)).status).toBe(204);
    expect((await me(token)).email).toBe(mistyped);
  });

  test("never learn from the new mailbox the address that they have", async () => {
    const { email, token } = await api.signUp();
    const moved = newAddress();
    await changeEmail(token, moved, PASSWORD);
    const { text, html } = await api.takeMail(moved);
    expect(`${text}${html}`).not.toContain(email);
  });

  test("need their password and a confirmed device for both", async () => {
    const { email, token } = await api.signUp();
    const elsewhere = (await api.login(email)).body.access_token;
    for (const act of [(given: string, password?: string) => changeEmail(given, newAddress(), password), erase]) {
      const unconfirmed = await act(elsewhere, PASSWORD);
      expect([unconfirmed.status, unconfirmed.body.error]).toEqual([403, CONFIRM]);
      for (const [wrong, text] of [
        ["", "Please enter your password"],
        ["Wrong@2026", "This password is wrong."],
        ["x".repeat(5_000), "This password is wrong."],
      ] as const) {
        const refused = await act(token, wrong);
        expect([refused.status, refused.body.errors]).toEqual([400, { password: text }]);
      }
    }
    expect(await me(token)).toMatchObject({ email });
  });

  test("have ten tries of the password a day", async () => {
    const { email, token } = await api.signUp();
    for (let tries = 0; tries < 10; tries++) expect((await erase(token, "Wrong@2026")).status).toBe(400);
    expect((await erase(token, PASSWORD)).status).toBe(429);
    expect((await changeEmail(token, newAddress(), PASSWORD)).status).toBe(429);
    expect(await me(token)).toMatchObject({ email });
  });

  test("get no address of another account, and none before theirs is proven", async () => {
    const [other, { email, token }] = [await api.signUp(), await api.signUp()];
    await changeEmail(token, other.email, PASSWORD);
    expect((await open(await linkTo(other.email), token)).status).toBe(409);
    expect((await me(token)).email).toBe(email);
    expect((await changeEmail(token, email.toUpperCase(), PASSWORD)).body.errors).toEqual({
      email: "This is your e-mail address already.",
    });
    const unproven = await api.signUp({ isVerified: false });
    expect((await changeEmail(unproven.token, newAddress(), PASSWORD)).status).toBe(409);
  });

  test("are erased for good by their owners, but not while an order is open", async () => {
    const shopper = await createShopper(api, { coins: 150 });
    const { token, email, userId } = shopper;
    const { orderId } = await placeOne(api, token, { amount: 900, coins_used: 100 });
    const open = await erase(token, PASSWORD);
    expect([open.status, open.body.detail]).toEqual([
      409,
      "An order is still open. You can delete your account when it is delivered or over.",
    ]);
    await notify(api, await paymentOf(api, orderId));
    await runWorker(api);
    expect((await erase(token, PASSWORD)).status).toBe(204);
    expect((await api.request("GET", "/user-data/", { token })).status).toBe(401);
    expect((await api.login(email)).status).toBe(400);
    const { read } = api.shop().db;
    const row = await read.selectFrom("users").selectAll().where("id", "=", userId).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ ...pseudonymOf(userId), coins: 0, phone: null });
    expect(row.erased_at).not.toBeNull();
    // The address is free again.
    expect((await api.signUp({ email })).email).toBe(email);
  });
});
