import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";
import { createPhoneCalls, newPhone, SENDS_CODES } from "../../helpers/shop/phone-shoppers.ts";

describe.each(engines)("the staff's confirmation of a device on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  beforeAll(async () => {
    api = await startTestApi(engine, { ...DESK, tenants: ["acme"], settings: { acme: SENDS_CODES } });
    desk = await openDesk(api);
  });
  afterAll(() => api.close());

  test("confirms the device of a shopper without a mailbox, with a code and a reason, and of no other shopper", async () => {
    const calls = createPhoneCalls(api);
    const phone = newPhone();
    await calls.enter(phone);
    const lost = (await calls.enter(phone)).body.access_token;
    const { id: userId } = await api
      .shop()
      .db.read.selectFrom("users")
      .select("id")
      .where("verified_phone", "=", phone)
      .executeTakeFirstOrThrow();
    const ask = await desk.member("support");
    const waiting = async () => {
      const { sessions } = (await ask("GET", `/shoppers/${userId}`)).body;
      return sessions.filter(({ confirmed_at }: { confirmed_at: number | null }) => confirmed_at === null);
    };
    const { body } = await api.request("POST", "/user/device/send-code/", { token: lost, body: {} });
    expect(body.error).toBe("no_email");
    const [{ id: session }] = await waiting();
    const confirm = (of: string, given: object) => ask("POST", `/shoppers/${of}/confirm-device`, given);
    const given = { session, reason: "Called back, knew two orders", code: "demo" };
    expect((await confirm(userId, { ...given, reason: " " })).body.errors).toHaveProperty("reason");
    const other = await createShopper(api, { cart: [] });
    expect((await confirm(other.userId, given)).status).toBe(409); // has a mailbox
    expect((await confirm(userId, { ...given, session: "none" })).status).toBe(409);
    expect(await waiting()).toHaveLength(1);
    expect((await confirm(userId, given)).status).toBe(200);
    expect(await waiting()).toEqual([]);
    const unlocked = await api.request("POST", "/user/device/send-code/", { token: lost, body: {} });
    expect(unlocked.body).toEqual({ is_confirmed: true });
    expect((await confirm(userId, given)).status).toBe(409);
    expect((await desk.acts(userId)).map(({ act, reason }) => [act, reason])).toContainEqual([
      "shopper.confirm-device",
      given.reason,
    ]);
  });
});
