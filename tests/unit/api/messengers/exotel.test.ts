import { afterEach, beforeEach, expect, test } from "vitest";

import {
  createExotelSimulator,
  EXOTEL_FAILURES,
  type ExotelSimulator,
} from "../../../../simulators/exotel/simulator.ts";
import { DLT_TEXTS, dltRegister } from "../../../helpers/messengers/dlt-register.ts";
import { type MessengerShop, phoneMessage, startMessengerShop } from "../../../helpers/messengers/messenger-shop.ts";

let simulator: ExotelSimulator;
let shop: MessengerShop;
beforeEach(async () => {
  simulator = createExotelSimulator({ accountSid: "maple1", apiKey: "key", apiToken: "token", dlt: dltRegister() });
  shop = await startMessengerShop({
    simulator,
    channel: "sms",
    provider: (url) => ({
      provider: "exotel",
      accountSid: "maple1",
      sender: "MAPLEG",
      dltEntityId: "1101000000000000001",
      url,
    }),
    secrets: { API_KEY: "key", API_TOKEN: "token", CALLBACK_KEY: "callback key" },
    now: Date.now,
  });
});
afterEach(() => shop.close());

const TEMPLATE = { id: "vouchers", dltId: "1107160000000000001", text: DLT_TEXTS.vouchers };
type More = Parameters<typeof phoneMessage>[1];
const message = (more: More = {}) => phoneMessage(shop, { template: TEMPLATE, ...more });
const send = (more: More = {}) => shop.messenger.send(message(more));
const refusal = (fault: string, reason: unknown) => ({ state: "refused", fault, reason });

/** Sends a message, and returns our id of it. */
async function sent(more: More = {}): Promise<string> {
  const one = message(more);
  expect(await shop.messenger.send(one)).toMatchObject({ state: "accepted" });
  return one.id;
}

const receipt = (id: string, state: string, more: object = {}) => ({
  by: "id",
  id,
  state,
  fault: null,
  reason: null,
  ...more,
});

test("sends the registered text with its values, its DLT ids and the address for receipts", async () => {
  const one = message();
  expect(await shop.messenger.send(one)).toEqual({ state: "accepted", providerId: simulator.messages[0]!.id });
  expect(simulator.requests[0]).toMatchObject({
    url: "/v1/Accounts/maple1/Sms/send.json",
    problems: [],
    body: {
      From: "MAPLEG",
      To: "+919800000001",
      Body: "Hi Asha R., your gift cards from Maple are ready: https://gifts.maple.example/order-history?n=MPL7Q2&t=k8",
      EncodingType: "plain",
      DltEntityId: "1101000000000000001",
      DltTemplateId: "1107160000000000001",
      SmsType: "transactional",
      StatusCallback: `${shop.receiptUrl}?key=callback+key`,
      CustomField: one.id,
    },
  });
});

test("sends Hindi as Unicode, and a code for the browser in the last line", async () => {
  const hindi = { id: "hindi", dltId: "1107160000000000002", text: DLT_TEXTS.hindi };
  await sent({ language: "hi", template: hindi });
  const values = ["482913", "Maple", "482913"].map((text) => ({ name: "value", text }));
  const code = { id: "code", dltId: "1107160000000000003", text: DLT_TEXTS.code };
  await sent({ kind: "sign-in-code", template: code, values });
  expect(simulator.requests.map(({ body }) => (body as any).EncodingType)).toEqual(["unicode", "plain"]);
  expect(simulator.messages.map(({ fate }) => fate)).toEqual([null, null]);
  expect(simulator.messages[1]!.text.split("\n").at(-1)).toBe("@gifts.maple.example #482913");
});

test("refuses a text with another number of variables, and a value that DLT would block", async () => {
  const reason = "the text of vouchers must have one {#var#} for each value";
  expect(await send({ values: message().values.slice(1) })).toEqual(refusal("configuration", reason));
  expect(await send({ template: { id: "vouchers" }, values: [] })).toEqual(refusal("configuration", reason));
  const values = message().values.map((one) => (one.name === "link" ? { ...one, text: "x".repeat(41) } : one));
  expect(await send({ values })).toEqual(refusal("configuration", 'the value "link" has more than 40 characters'));
  expect(simulator.requests).toEqual([]);
});

test("reads refusals by their status, and shows no number", async () => {
  simulator.account.wrongNumbers.add("+919800000001");
  expect(await send()).toEqual(refusal("recipient", "Exotel answered 400: Invalid Recipient […]"));
  simulator.account.wrongNumbers.clear();
  simulator.account.hasBalance = false;
  expect(await send()).toEqual(refusal("configuration", "Exotel answered 403: Insufficient balance to send the SMS"));
  simulator.account.hasBalance = true;
  simulator.account.dlt.headers = [];
  expect(await send()).toMatchObject({ fault: "configuration", reason: expect.stringContaining("400: The Sender ID") });
  simulator.account.apiToken = "other";
  expect(await send()).toMatchObject({
    fault: "configuration",
    reason: expect.stringContaining("Exotel answered 401"),
  });
  delete shop.values.MESSAGES_MAPLE_SMS_API_TOKEN;
  expect(await send()).toMatchObject({ reason: expect.stringContaining("MESSAGES_MAPLE_SMS_API_TOKEN is missing") });
});

test("a limit is a refusal for now, and the outcome of other failures is open", async () => {
  for (const status of [429, 503] as const) {
    simulator.failNext({ call: "send message", how: `status ${status}` });
    expect(await send()).toEqual(refusal("busy", `Exotel answered ${status}`));
  }
  for (const how of ["status 500", "not JSON", "wrong shape", "cut after commit"] as const) {
    simulator.failNext({ call: "send message", how });
    await expect(send()).rejects.toMatchObject({ name: "Unreachable", mayHaveArrived: true });
  }
});

test("a message without a connection has not arrived", async () => {
  await shop.disconnect();
  await expect(send()).rejects.toMatchObject({ name: "Unreachable", mayHaveArrived: false });
});

test.each(["delivered", "sent"] as const)("a delivered SMS has the word %s", async (word) => {
  simulator.account.wordOfDelivered = word;
  const id = await sent();
  simulator.progress();
  simulator.move(id, "delivered");
  simulator.move(id, "accepted");
  await simulator.webhooks.idle();
  expect(shop.receipts()).toEqual([receipt(id, "sent"), receipt(id, "delivered"), receipt(id, "accepted")]);
});

test("reads what operators block by DLT as a fault of the configuration", async () => {
  const id = await sent({ template: { ...TEMPLATE, dltId: "1107160000000000009" } });
  const others = [await sent(), await sent()];
  simulator.account.dlt.urls = [];
  const blocked = await sent();
  simulator.account.dlt.entityId = "1";
  const strange = await sent();
  simulator.progress();
  simulator.move(others[0]!, "failed", EXOTEL_FAILURES.Expire);
  simulator.move(others[1]!, "failed", EXOTEL_FAILURES.Fail);
  await simulator.webhooks.idle();
  const failed = (one: string, fault: string, reason: string) => receipt(one, "failed", { fault, reason });
  expect(shop.receipts().filter(({ state }) => state === "failed")).toEqual([
    failed(id, "configuration", "failed FAILED_DLT_TEMPLATE 23082"),
    failed(blocked, "configuration", "failed FAILED_DLT_SCRUBBING 23080"),
    failed(strange, "configuration", "failed FAILED_DLT_ENTITY 23081"),
    failed(others[0]!, "recipient", "expired EXPIRED 23030"),
    failed(others[1]!, "recipient", "failed FAILED_INVALID_NUMBER 23010"),
  ]);
});

test("needs the key in the address of a callback, and passes on doubled and disordered ones", async () => {
  const id = await sent();
  simulator.webhooks.hold();
  simulator.progress();
  simulator.move(id, "delivered");
  await simulator.webhooks.release("reversed");
  expect(shop.receipts().map(({ state }) => state)).toEqual(["delivered", "sent"]);
  expect(await simulator.sendReceipt("delivered", { times: 2 })).toEqual([200, 200]);
  expect(await simulator.sendReceipt("delivered", { url: shop.receiptUrl })).toEqual([401]);
  expect(await simulator.sendReceipt("delivered", { url: `${shop.receiptUrl}?key=callback` })).toEqual([401]);
  expect(shop.callbacks.at(-1)).toEqual({ ok: false, reason: "bad key" });
});

test("finds a message without our id by Exotel's, leaves out unknown words, and refuses other forms", async () => {
  const post = async (fields: Record<string, string>) => {
    await fetch(`${shop.receiptUrl}?key=callback+key`, { method: "POST", body: new URLSearchParams(fields) });
    return shop.callbacks.at(-1);
  };
  expect(await post({ SmsSid: "s1", Status: "failed-dnd", DetailedStatus: "FAILED_DND" })).toEqual({
    ok: true,
    receipts: [receipt("s1", "failed", { by: "provider id", fault: "recipient", reason: "failed-dnd FAILED_DND" })],
    replies: [],
  });
  expect(await post({ SmsSid: "s1", Status: "paused" })).toEqual({ ok: true, receipts: [], replies: [] });
  expect(await post({ Status: "sent" })).toEqual({ ok: false, reason: "unreadable" });
  expect(await post({ SmsSid: "s1" })).toEqual({ ok: false, reason: "unreadable" });
});

test("the check tries the key", async () => {
  expect(await shop.messenger.check()).toEqual([{ level: "ok", text: "Exotel accepts the key" }]);
  simulator.account.apiKey = "other";
  const text = "Exotel refuses the key or the account (401)";
  expect(await shop.messenger.check()).toEqual([{ level: "error", text }]);
  simulator.failNext({ call: "read message", how: "status 500" });
  await expect(shop.messenger.check()).rejects.toMatchObject({ name: "Unreachable" });
});
