import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { beginOfDay, dayNumber } from "../../../api/domain/days.ts";
import { sendMorningMail } from "../../../api/morning/send-morning-mail.ts";
import { commandLine, note } from "../../../api/staff/audit-trail.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { createShopper, notify, paymentOf, placeOne, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe.each(engines)("the morning mail on %s", (engine) => {
  let api: TestApi;
  let desk: Desk;
  beforeAll(async () => {
    api = await startTestApi(engine, DESK);
    await stockUp(api, 9);
    // Noon in India.
    api.clock.turn(beginOfDay(dayNumber(api.clock.now()) + 1) + DAY / 2 - api.clock.now());
    desk = await openDesk(api);
    await sendMorningMail(api.shop());
  });
  afterAll(() => api.close());

  const queued = () =>
    api.shop().db.read.selectFrom("outbox").selectAll().where("kind", "=", "morning").orderBy("created_at").execute();
  /** Turns the clock to this hour of the next day in India. */
  const turnTo = (hour: number) =>
    api.clock.turn(beginOfDay(dayNumber(api.clock.now()) + 1) + hour * HOUR - api.clock.now());
  const sent = () =>
    api.mails.filter(({ subject }) => /task/.test(subject)).map(({ to, subject }) => ({ to, subject }));

  test("does not go out on a brand's first day, nor before eight o'clock", async () => {
    expect(await queued()).toEqual([]);
    turnTo(7);
    await sendMorningMail(api.shop());
    expect(await queued()).toEqual([]);
  });

  test("goes out once to each member who may read Today, with the money for those who may read it", async () => {
    await desk.join("support", "acme");
    await desk.join("owner", "globex");
    const { token } = await createShopper(api);
    const { orderId } = await placeOne(api, token);
    const payment = await paymentOf(api, orderId);
    await notify(api, payment);
    // A second payment, which goes back.
    await notify(api, { ...payment, received_id: "pay_second" });
    await note(api.staff.parts, commandLine(), { brand: "acme", act: "backup", subject: "acme.backup" });

    await api.hasMail(""); // so that none waits overnight
    turnTo(8);
    // Two processes at once.
    await Promise.all([sendMorningMail(api.shop()), sendMorningMail(api.shop())]);
    await sendMorningMail(api.shop());
    expect(await queued()).toHaveLength(2);
    await api.hasMail("");
    expect(sent()).toEqual([
      { to: "owner-1@staff.test", subject: expect.stringMatching(/: 1 order, ₹[\d,]+\.00, 1 task$/) },
      { to: "support-2@staff.test", subject: expect.stringMatching(/\d{4}: 1 task$/) },
    ]);
    const [full, part] = ["owner-1@staff.test", "support-2@staff.test"].map(
      (address) => api.mails.find(({ to }) => to === address)!.text,
    );
    expect(full).toMatch(/^Yesterday: 1 order, ₹[\d,]+\.00 in cash and ₹0\.00 in coins\.$/m);
    expect(part).not.toMatch(/Yesterday|₹/);
    for (const text of [full, part]) {
      expect(text).toContain("Needs somebody:\n- 1 order waiting for a refund");
      expect(text).toContain("There is stock of every card.");
      expect(text).toContain("The last backup began on ");
    }
  });

  test("does not go to a member who has switched it off", async () => {
    const token = await desk.join("manager", "acme");
    const answer = await api.staff.call("POST", "/morning-mail", { token, body: { wants: false } });
    expect([answer.status, answer.body]).toEqual([200, { wants: false }]);
    expect((await api.staff.call("GET", "/morning-mail", { token })).body).toEqual({ wants: false });
    const readers = async () => (await api.shop().listMorningReaders()).map(({ email }) => email);
    expect(await readers()).toEqual(["owner-1@staff.test", "support-2@staff.test"]);
    await api.staff.call("POST", "/morning-mail", { token, body: { wants: true } });
    expect(await readers()).toContain("manager-4@staff.test");
  });
});
