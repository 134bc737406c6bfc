import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { deliverMessages } from "../../../api/messages/deliver-messages.ts";
import { queueMessage } from "../../../api/messages/queue-message.ts";
import { applyReceipts } from "../../../api/messages/receive-receipts.ts";
import { MOST_TESTS_A_DAY } from "../../../api/messages/test-message.ts";
import { createMessengers } from "../../../api/messengers/create-messengers.ts";
import type { Receipt } from "../../../api/ports/messenger.ts";
import { withdrawConsent } from "../../../api/repositories/messages/consents.ts";
import { type Channel, MessagesSchema } from "../../../config/brand/messages.ts";
import { createExotelSimulator, type ExotelSimulator } from "../../../simulators/exotel/simulator.ts";
import { listen, type Listening } from "../../../simulators/wire/listen.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { startOrder, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { DESK, type Desk, openDesk } from "../../helpers/desk/desk.ts";

const TEXT = "{#var#}: your gift cards are ready: https://acme.localhost/order-history?{#var#}";
const DLT = { entityId: "1101000000000000001", headers: ["ACMEGC"], texts: { "1107000000000000001": TEXT }, urls: [] };
const KEY = "exotel-key";
const SECRETS = {
  MESSAGES_ACME_SMS_API_KEY: KEY,
  MESSAGES_ACME_SMS_API_TOKEN: "exotel-token",
  MESSAGES_ACME_SMS_CALLBACK_KEY: "callback-key",
};
const TEMPLATE = { kind: "vouchers", channel: "sms", language: "en" };
const PUBLIC = { hostnames: ["gifts.example.com"], payments: { gateway: "vpa", vpa: "public@bank" } };

describe.each(engines)("a brand's messages, in the console (%s)", (engine) => {
  let api: TestApi;
  let desk: Desk;
  let simulator: ExotelSimulator;
  let server: Listening;
  beforeAll(async () => {
    simulator = createExotelSimulator({ accountSid: "acme1", apiKey: KEY, apiToken: "exotel-token", dlt: DLT });
    server = await listen(simulator);
    const settings = { acme: { editedIn: "console" }, public: { ...PUBLIC, editedIn: "console" } };
    const secrets = {
      ...SECRETS,
      MESSAGES_ACME_SMS_URL: server.url,
      MESSAGES_PUBLIC_SMS_URL: server.url,
      MESSAGES_ELSEWHERE_SMS_URL: server.url,
    };
    api = await startTestApi(engine, { ...DESK, tenants: ["acme", "public", "elsewhere"], settings, secrets });
    desk = await openDesk(api);
    await stockUp(api, 5);
  });
  afterAll(async () => {
    await api.close();
    await server.close();
  });

  const fileOf = (brand: string) => join(api.tenantsDir, brand, "tenant.json");
  const read = (brand = "acme") => JSON.parse(readFileSync(fileOf(brand), "utf8"));
  const show = async (brand = "acme") => (await desk.get("/brand/messages", { brand })).body;
  const post = async (path: string, body: object, brand = "acme") =>
    desk.post(`/brand/messages${path}`, { seen: (await show(brand)).seen, ...body }, { brand });
  const exotel = (more: object = {}) => ({
    provider: "exotel",
    accountSid: "acme1",
    sender: "ACMEGC",
    dltEntityId: DLT.entityId,
    url: server.url,
    ...more,
  });
  const setChannel = (more: object = {}, settings: object = {}) =>
    post("/channel", { channel: "sms", settings: exotel(settings), ...more });
  const setTemplate = (more: object = {}) =>
    post("/template", { ...TEMPLATE, id: "vouchers", text: TEXT, values: "name, link", ...more });

  beforeEach(() => {
    const { messages: _, deliveryChannels: __, ...rest } = read();
    writeFileSync(fileOf("acme"), JSON.stringify(rest));
  });

  test("a provider is tried, which writes nothing, and set as a version with an entry of before and after", async () => {
    const tried = await post("/channel/try", { channel: "sms", settings: exotel() });
    expect(tried.body).toEqual({ findings: [{ level: "ok", text: "Exotel accepts the key" }] });
    expect(read().messages).toBeUndefined();
    const { body } = await setChannel({}, { paise: "12.5", region: "" });
    expect(body).toMatchObject({ number: expect.any(Number), objections: [] });
    expect(read().messages).toEqual({ sms: { ...exotel(), paise: 12.5 } });
    const entry = (await desk.acts("acme")).findLast(({ act }) => act === "messages.set")!;
    expect(JSON.parse(entry.after!)).toMatchObject({ "messages.sms.provider": "exotel" });
    const shown = await show();
    expect(shown.channels[1]).toMatchObject({
      channel: "sms",
      provider: "exotel",
      settings: { accountSid: "acme1", region: "mumbai", paise: "12.5" },
      receipts: null,
      secrets: Object.keys(SECRETS).map((variable) => ({ variable, problem: null })),
    });
    expect(JSON.stringify([shown, await desk.everyAct()])).not.toContain(KEY);
  });

  test("refused credentials stand against it, until that is confirmed", async () => {
    const refused = await setChannel({}, { accountSid: "other" });
    expect(refused.body).toMatchObject({ number: null, objections: ["refused"] });
    expect(read().messages).toBeUndefined();
    expect((await setChannel({ confirmed: ["refused"] }, { accountSid: "other" })).body.number).toEqual(
      expect.any(Number),
    );
    const missing = await post("/channel", {
      channel: "whatsapp",
      settings: { provider: "whatsapp", phoneNumberId: "1001" },
    });
    expect(missing.body.findings.map(({ text }: { text: string }) => text.split(" ")[0])).toContain(
      "MESSAGES_ACME_WHATSAPP_TOKEN",
    );
  });

  test("a wrong field is named, and the files stay", async () => {
    const wrong = await setChannel({}, { sender: "A!", dltEntityId: "" });
    expect([wrong.status, Object.keys(wrong.body.errors).sort()]).toEqual([400, ["dltEntityId", "sender"]]);
    await setChannel();
    const template = await setTemplate({ values: "name, pin", dlt_id: "x", text: "" });
    expect([template.status, Object.keys(template.body.errors).sort()]).toEqual([400, ["dlt_id", "text", "values"]]);
    expect(read().messages).toEqual({ sms: exotel() });
    expect((await setTemplate({ language: "xx" })).status).toBe(400);
  });

  test("templates are set and removed one by one, and pages may then promise SMS", async () => {
    await setChannel();
    await setTemplate({ text: TEXT.replace(": ", ":\r\n") });
    await setTemplate({ kind: "sign-in-code", values: "code" });
    expect(read().messages.templates).toEqual({
      vouchers: { sms: { en: { id: "vouchers", text: TEXT.replace(": ", ":\n"), values: ["name", "link"] } } },
      "sign-in-code": { sms: { en: expect.objectContaining({ values: ["code"] }) } },
    });
    expect((await show()).findings.map(({ field }: { field: string }) => field)).toEqual([
      "messages.templates.gift.sms",
      "messages.templates.card-expiry.sms",
      "messages.templates.coins-lapse.sms",
      "messages.templates.sign-in-code.sms.en",
      "deliveryChannels",
    ]);
    await post("/template/remove", { ...TEMPLATE, kind: "sign-in-code" });
    expect(Object.keys(read().messages.templates)).toEqual(["vouchers"]);
    expect((await post("/template/remove", { ...TEMPLATE, kind: "gift" })).status).toBe(404);
    writeFileSync(fileOf("acme"), JSON.stringify({ ...read(), deliveryChannels: ["e-mail", "SMS"] }));
    const kept = await post("/template/remove", TEMPLATE);
    expect([kept.status, kept.body.errors.deliveryChannels]).toEqual([400, expect.stringContaining("has no template")]);
    expect((await post("/channel/remove", { channel: "sms" })).status).toBe(400);
  });

  test("a change of files that the member has not seen is refused", async () => {
    const { seen } = await show();
    await setChannel();
    for (const path of ["/template", "/channel/remove", "/template/remove"])
      expect((await desk.post(`/brand/messages${path}`, { ...TEMPLATE, id: "x", seen }, {})).status).toBe(409);
  });

  test("a provider's secrets go only to the address that the environment names beside them", async () => {
    const { length } = simulator.requests;
    const elsewhere = await setChannel({}, { url: server.url.replace("127.0.0.1", "localhost") });
    expect([elsewhere.status, elsewhere.body.errors.url]).toEqual([
      400,
      expect.stringContaining("MESSAGES_ACME_SMS_URL"),
    ]);
    expect(simulator.requests.length).toBe(length);
  });

  test("a public brand gets no simulator that would close it", async () => {
    const settings = exotel();
    const refused = await post("/channel", { channel: "sms", settings }, "public");
    expect([refused.status, refused.body.errors.url]).toEqual([400, expect.stringContaining("is a simulator's")]);
    expect((await post("/channel", { channel: "sms", settings }, "elsewhere")).status).toBe(409);
  });

  /** Gives the running shop the settings in the file, as a reload does. */
  async function running<T>(run: () => Promise<T>): Promise<T> {
    const shop = api.shop();
    const former = shop.tenant.messages;
    shop.tenant.messages = MessagesSchema.parse(read().messages);
    const parts = { secrets: SECRETS, clock: shop.clock, outbox: { send: async () => {} } };
    const messengers = shop.messengers as Map<Channel, never>;
    const earlier = [...messengers];
    for (const [channel, messenger] of createMessengers(shop.tenant, parts))
      messengers.set(channel, messenger as never);
    try {
      return await run();
    } finally {
      shop.tenant.messages = former;
      messengers.clear();
      for (const [channel, messenger] of earlier) messengers.set(channel, messenger);
    }
  }

  const applyReceiptsOfSms = (receipts: Receipt[]) => running(() => applyReceipts(api.shop(), "sms", receipts));

  test("a test message goes out with sample values, a few times a day, and the audit has no number", async () => {
    await setChannel();
    await setTemplate({ dlt_id: "1107000000000000001" });
    const send = (more: object = {}) => post("/test", { ...TEMPLATE, phone: "+91 98765 43210", ...more });
    await running(async () => {
      const { body } = await send();
      expect(body).toEqual({ state: "accepted", provider: "exotel", language: "en", fault: null, reason: null });
      expect(simulator.messages.at(-1)).toMatchObject({
        to: "+919876543210",
        text: "Asha: your gift cards are ready: https://acme.localhost/order-history?test",
      });
      expect((await send({ kind: "gift" })).status).toBe(400);
      expect((await send({ phone: "12" })).body.errors).toEqual({ phone: expect.any(String) });
      for (let sent = 1; sent < MOST_TESTS_A_DAY; sent++) expect((await send()).status).toBe(200);
      expect((await send()).status).toBe(429);
    });
    const acts = await desk.acts("vouchers");
    expect(JSON.parse(acts.findLast(({ act }) => act === "messages.test")!.after!)).toMatchObject({ phone: "…210" });
    expect(JSON.stringify(await desk.everyAct())).not.toContain("9876543210");
    expect(await api.shop().db.read.selectFrom("messages").selectAll().execute()).toEqual([]);
  });

  test("the newest messages, failures and counts are shown, with whole numbers for members who may see shoppers", async () => {
    await setChannel({}, { paise: "20" });
    await setTemplate({ dlt_id: "1107000000000000001" });
    const { orderId } = await startOrder(api);
    const shop = api.shop();
    const queued = {
      kind: "vouchers",
      userId: null,
      language: "en",
      contents: { name: "Asha", link: "open=x" },
    } as const;
    simulator.account.wrongNumbers.add("+919876500002");
    await running(async () => {
      await shop.db.transaction(async (tx) => {
        await queueMessage(tx, shop, { ...queued, about: orderId, phone: "9876500001" });
        await queueMessage(tx, shop, { ...queued, about: "another", phone: "9876500002" });
        await queueMessage(tx, shop, { ...queued, about: "stopped", phone: "9876500003" });
        const said = { phone: "9876500003", channel: "sms", user_id: null, source: "reply", text: "STOP" } as const;
        await withdrawConsent(tx, { ...said, now: shop.clock.now() });
      });
      while (await deliverMessages(shop));
    });
    const { id } = await shop.db.read
      .selectFrom("message_sendings")
      .select("id")
      .where("state", "=", "accepted")
      .executeTakeFirstOrThrow();
    api.clock.turn(1_000);
    await applyReceiptsOfSms([{ by: "id", id, state: "delivered", fault: null, reason: null }]);
    const shown = await show();
    expect(shown.today).toEqual({
      states: [
        { state: "delivered", messages: 1 },
        { state: "failed", messages: 2 },
      ],
      sendings: [
        { channel: "sms", state: "delivered", messages: 1, cost: 2_000 },
        { channel: "sms", state: "failed", messages: 1, cost: 0 },
      ],
    });
    expect(shown.channels[1].last_receipt_at).toBe(api.clock.now());
    expect(shown.failures).toMatchObject([
      { channel: "sms", fault: "recipient", messages: 1, reason: expect.stringContaining("Exotel") },
      { channel: null, fault: null, messages: 1, reason: "no channel to this number" },
    ]);
    const phones = async (token?: string) => {
      const { body } = await desk.get("/brand/messages", token === undefined ? {} : { token });
      return body.messages.map(({ phone }: { phone: string }) => phone).sort();
    };
    expect(await phones()).toEqual(["9876500001", "9876500002", "9876500003"]);
    expect(await phones(await desk.join("catalogue"))).toEqual(["…001", "…002", "…003"]);
    const order = await desk.get(`/orders/${orderId}`);
    expect(order.body.message).toMatchObject({ phone: "9876500001", channel: "sms", state: "delivered" });
  });
});
