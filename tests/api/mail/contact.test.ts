import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { FORWARD_KEY, startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { engines } from "../../helpers/database/test-database.ts";

const MESSAGE = { name: "Asha Rao", email: "asha@example.test", message: "Where is my card?" };
const DAY = 24 * 60 * 60_000;

describe.each(engines)("contact messages on %s", (engine) => {
  let api: TestApi;
  let nets = 0;
  beforeAll(async () => {
    api = await startTestApi(engine);
  });
  afterAll(() => api.close());

  const write = (change: object = {}, { net = `203.0.113.${++nets}`, to = api } = {}) =>
    to.request("POST", "/contact/", {
      body: { ...MESSAGE, ...change },
      headers: { "x-forwarded-for": net, "x-awning-key": FORWARD_KEY },
    });

  test("sends a message to the brand, whose answer goes to its writer [S-06]", async () => {
    expect((await write({ message: "Where is\r\n<b>my</b> card?" })).status).toBe(202);
    const mail = await api.takeMail("help@acme.test");
    expect(mail).toMatchObject({ replyTo: "asha@example.test", subject: "Message from Asha Rao" });
    expect(mail.text).toContain("Asha Rao <asha@example.test> wrote:\n\nWhere is\n<b>my</b> card?");
    expect(mail.html).toContain("Where is<br>&lt;b&gt;my&lt;/b&gt; card?");
    expect(api.mails.filter(({ to }) => to === "asha@example.test")).toEqual([]);
  });

  test("accept a name such as Md.Irfan: mail to the brand may contain what looks like a link", async () => {
    expect((await write({ name: "Md.Irfan" })).status).toBe(202);
    expect((await api.takeMail("help@acme.test")).subject).toBe("Message from Md.Irfan");
  });

  test("name the recipients and the number of a bulk enquiry", async () => {
    expect((await write({ topic: "bulk", organization: "Rain Ltd", quantity: 250 })).status).toBe(202);
    const mail = await api.takeMail("help@acme.test");
    expect(mail.subject).toBe("Bulk enquiry from Asha Rao");
    expect(mail.text).toContain("Organisation: Rain Ltd\nNumber of cards: 250");
  });

  test.each([
    [{ name: "A" }, "name", "Name should be at least 2 characters"],
    [{ name: "Asha\r\nBcc: all@example.test" }, "name", undefined],
    [{ email: "asha" }, "email", undefined],
    [{ email: "asha@example.test\r\nBcc: all@example.test" }, "email", undefined],
    [{ message: " \r\n " }, "message", "Please enter your message"],
    [{ message: undefined }, "message", "Please enter your message"],
    [{ message: "𝒳".repeat(501) }, "message", "Message cannot exceed 500 characters"],
    [{ message: "a\u0000b" }, "message", undefined],
    [{ topic: "spam" }, "topic", undefined],
    [{ topic: "bulk", quantity: 5 }, "organization", undefined],
    [{ topic: "bulk", organization: "Rain Ltd", quantity: 0 }, "quantity", undefined],
    [{ topic: "bulk", organization: "Rain Ltd", quantity: "5" }, "quantity", undefined],
  ])("refuse %.60j [INP-12]", async (change, field, text) => {
    const answer = await write(change);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([400, [field]]);
    if (text) expect(answer.body.detail).toBe(text);
  });

  test("accept 500 letters of any alphabet", async () => {
    expect((await write({ message: "𝒳".repeat(500) })).status).toBe(202);
  });

  test("are sealed until they are sent, and then deleted", async () => {
    const { db } = api.shop();
    const rows = async () => JSON.stringify(await db.read.selectFrom("outbox").selectAll().execute());
    await write({ message: "canary of the contact form" });
    expect(await rows()).not.toMatch(/canary|asha@example/);
    await api.takeMail("help@acme.test");
    expect(await rows()).not.toMatch(/"sealed":"/);
    expect(api.logged.join("")).not.toMatch(/canary|asha@example/);
  });

  test("are limited to ten a day for a network, and to the brand's own limit", async () => {
    const limited = await startTestApi(engine, {
      limits: { contactMessagesPerNetAndDay: 2, contactMessagesPerDay: 3 },
    });
    const statuses: number[] = [];
    for (const net of ["192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.3"])
      statuses.push((await write({}, { net, to: limited })).status);
    limited.clock.turn(DAY);
    statuses.push((await write({}, { net: "192.0.2.1", to: limited })).status);
    await limited.close();
    expect(statuses).toEqual([202, 202, 429, 202, 429, 202]);
  });

  test("are refused by a brand without an address", async () => {
    const { branding } = api.shop().tenant;
    const email = branding.email;
    delete branding.email;
    const answer = await write();
    branding.email = email;
    expect(answer.status).toBe(404);
  });
});
