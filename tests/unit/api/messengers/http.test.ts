import { readFileSync } from "node:fs";

import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, expect, test } from "vitest";

import { signMessage } from "../../../../api/outgoing/sign-event.ts";
import {
  createMessageHttpSimulator,
  type MessageHttpSimulator,
} from "../../../../simulators/message-http/simulator.ts";
import { type MessengerShop, phoneMessage, startMessengerShop } from "../../../helpers/messengers/messenger-shop.ts";

const NOW = Date.now();
const secretOf = (letter: string) => `whsec_${Buffer.from(letter.repeat(32)).toString("base64")}`;
const SECRET = secretOf("a");
const TEMPLATES = { vouchers: ["name", "shop", "link"], "sign-in": ["code"] };

let now = NOW;
let simulator: MessageHttpSimulator;
let shop: MessengerShop;
beforeEach(async () => {
  now = NOW;
  simulator = createMessageHttpSimulator({ secret: SECRET, templates: TEMPLATES, now: () => now });
  shop = await startMessengerShop({
    simulator,
    channel: "sms",
    provider: (url) => ({ provider: "http", url: `${url}/messages` }),
    secrets: { SECRET },
    now: () => now,
  });
});
afterEach(() => shop.close());

const send = (more: Parameters<typeof phoneMessage>[1] = {}) => shop.messenger.send(phoneMessage(shop, more));
const problems = () => simulator.requests.flatMap(({ problems, warnings }) => [...problems, ...warnings]);

test("sends a message in the form of the contract, signed for the library of Standard Webhooks", async () => {
  const message = phoneMessage(shop, { template: { id: "vouchers", dltId: "1107160000000012345" } });
  expect(await shop.messenger.send(message)).toEqual({ state: "accepted", providerId: "prov-1" });
  expect(problems()).toEqual([]);
  const [{ body, headers }] = simulator.requests as [MessageHttpSimulator["requests"][number]];
  expect(body).toEqual({
    id: message.id,
    kind: "vouchers",
    channel: "sms",
    to: "+919800000001",
    language: "en",
    template: { id: "vouchers", dlt_id: "1107160000000012345" },
    values: message.values,
    receipt_url: shop.receiptUrl,
  });
  const proof = headers as Record<string, string>;
  const library = new Webhook(SECRET);
  expect(library.verify(JSON.stringify(body), proof)).toEqual(body);
  expect(() => new Webhook(secretOf("b")).verify(JSON.stringify(body), proof)).toThrow();
});

test("signs with each valid secret during a rotation, and accepts receipts by each", async () => {
  shop.values.MESSAGES_MAPLE_SMS_SECRET = `${secretOf("b")},${SECRET}`;
  const message = phoneMessage(shop);
  expect(await shop.messenger.send(message)).toMatchObject({ state: "accepted" });
  simulator.move(message.id, "sent");
  simulator.account.secret = secretOf("b");
  simulator.move(message.id, "delivered");
  await simulator.webhooks.idle();
  expect(shop.receipts().map(({ state }) => state)).toEqual(["sent", "delivered"]);
});

test("a repeated message is the same message", async () => {
  const message = phoneMessage(shop);
  const [first, second] = [await shop.messenger.send(message), await shop.messenger.send(message)];
  expect(second).toEqual(first);
  expect(simulator.messages).toHaveLength(1);
});

test("a lost answer leaves the outcome open, and the repeated call finds the message", async () => {
  simulator.failNext({ call: "send message", how: "cut after commit" });
  const message = phoneMessage(shop);
  await expect(shop.messenger.send(message)).rejects.toMatchObject({ name: "Unreachable", mayHaveArrived: true });
  expect(await shop.messenger.send(message)).toEqual({ state: "accepted", providerId: "prov-1" });
  expect(simulator.messages).toHaveLength(1);
});

test("a message without a connection has not arrived", async () => {
  await shop.disconnect();
  await expect(send()).rejects.toMatchObject({ name: "Unreachable", mayHaveArrived: false });
});

test.each([
  ["status 429", "busy"],
  ["status 503", "busy"],
  ["status 400", "configuration"],
  ["status 401", "configuration"],
  ["status 404", "configuration"],
  ["status 422", "configuration"],
] as const)("%s is a refusal: %s", async (how, fault) => {
  simulator.failNext({ call: "send message", how });
  const reason = `The message service answered ${how.slice(-3)}`;
  expect(await send()).toEqual({ state: "refused", fault, reason });
});

test.each(["status 500", "status 502", "status 204", "not JSON", "wrong shape"] as const)(
  "after %s the outcome is open",
  async (how) => {
    simulator.failNext({ call: "send message", how });
    await expect(send()).rejects.toMatchObject({ name: "Unreachable", mayHaveArrived: true });
  },
);

test("reads the receiver's own refusals, without the number", async () => {
  expect(await send({ template: { id: "other" } })).toEqual({
    state: "refused",
    fault: "configuration",
    reason: "there is no template other",
  });
  expect(await send({ values: [{ name: "name", text: "Asha" }] })).toMatchObject({ fault: "configuration" });
  simulator.disconnect("+919800000001");
  expect(await send()).toEqual({ state: "refused", fault: "recipient", reason: "… does not exist" });
});

test("refuses a value that DLT would block, by its name only; a missing secret by its variable", async () => {
  const values = phoneMessage(shop).values.map((one) => (one.name === "link" ? { ...one, text: "x".repeat(41) } : one));
  expect(await send({ values })).toEqual({
    state: "refused",
    fault: "configuration",
    reason: 'the value "link" has more than 40 characters',
  });
  expect(await send({ values: values.map((one) => ({ ...one, text: one.text.slice(0, 40) })) })).toMatchObject({
    state: "accepted",
  });
  delete shop.values.MESSAGES_MAPLE_SMS_SECRET;
  const reason = expect.stringContaining("MESSAGES_MAPLE_SMS_SECRET is missing");
  expect(await send()).toEqual({ state: "refused", fault: "configuration", reason });
});

test("reads receipts by our id, also late failures, doubled and disordered ones, and replies", async () => {
  const [first, second] = [phoneMessage(shop), phoneMessage(shop)];
  await shop.messenger.send(first);
  simulator.planFailure({ error: "recipient", reason: "no phone at +919800000001" });
  await shop.messenger.send(second);
  simulator.webhooks.hold();
  simulator.progress();
  simulator.move(first.id, "delivered");
  await simulator.webhooks.release("reversed");
  expect(await simulator.sendReceipt("delivered", { times: 2 })).toEqual([200, 200]);
  const receipt = (id: string, state: string, more = {}) => ({
    by: "id",
    id,
    state,
    fault: null,
    reason: null,
    ...more,
  });
  const delivered = receipt(first.id, "delivered");
  expect(shop.receipts()).toEqual([
    delivered,
    receipt(second.id, "failed", { fault: "recipient", reason: "no phone at …" }),
    receipt(first.id, "sent"),
    delivered,
    delivered,
  ]);
  simulator.reply(first.id, "STOP");
  await simulator.webhooks.idle();
  expect(shop.replies()).toEqual([{ phone: "9800000001", text: "STOP", at: expect.any(Number) }]);
});

test("refuses receipts that are forged, unsigned, changed or old", async () => {
  const message = phoneMessage(shop);
  await shop.messenger.send(message);
  simulator.move(message.id, "delivered");
  await simulator.webhooks.idle();
  const sendReceipt = async (how: Parameters<MessageHttpSimulator["sendReceipt"]>[1]) => [
    ...(await simulator.sendReceipt("delivered", how)),
    shop.callbacks.at(-1),
  ];
  const bad = { ok: false, reason: "bad signature" };
  expect(await sendReceipt({ isForged: true })).toEqual([401, bad]);
  expect(await sendReceipt({ isUnsigned: true })).toEqual([401, bad]);
  expect(await sendReceipt({ bodyChangedByASpace: true })).toEqual([401, bad]);
  expect(await sendReceipt({ lateMs: 301_000 })).toEqual([401, { ok: false, reason: "old timestamp" }]);
  expect(await sendReceipt({ lateMs: -301_000 })).toEqual([401, { ok: false, reason: "old timestamp" }]);
  expect(await sendReceipt({ lateMs: 299_000 })).toEqual([200, expect.objectContaining({ ok: true })]);
});

test("reads a receipt that the library of Standard Webhooks has signed", () => {
  const at = new Date(now);
  const read = (sent: object) => {
    const body = JSON.stringify(sent);
    const headers = {
      "webhook-id": "msg_1",
      "webhook-timestamp": String(Math.floor(now / 1_000)),
      "webhook-signature": new Webhook(SECRET).sign("msg_1", at, body),
    };
    const [query, rawBody] = [new URLSearchParams(), Buffer.from(body)];
    return shop.messenger.readCallback({ method: "POST", headers, query, rawBody, receivedAt: now });
  };
  expect(read({ receipts: [{ id: "a", state: "read", addedLater: 1 }] })).toEqual({
    ok: true,
    receipts: [{ by: "id", id: "a", state: "read", fault: null, reason: null }],
    replies: [],
  });
  expect(read({ receipts: [{ id: "a", state: "seen" }] })).toEqual({ ok: false, reason: "unreadable" });
  expect(read({ replies: [{ from: "+447700900123", text: "STOP" }] })).toMatchObject({ ok: true, replies: [] });
});

test("signs as in the contract's example, and the library of Standard Webhooks accepts it", () => {
  const page = readFileSync("docs/messages/http.md", "utf8");
  const [, secret] = /the secret `(whsec_[^`]+)`/.exec(page)!;
  const [, body] = /```text\n(.+)\n```/.exec(page)!;
  const headers = Object.fromEntries(
    [...page.matchAll(/^(webhook-\w+): (.+)$/gm)].map(([, name, value]) => [name, value!]),
  );
  const at = Number(headers["webhook-timestamp"]) * 1_000;
  expect(signMessage([secret!], headers["webhook-id"]!, at, body!)).toEqual(headers);
  expect(new Webhook(secret!).sign(headers["webhook-id"]!, new Date(at), body!)).toBe(headers["webhook-signature"]);
});

test("the simulator's page lists the messages, and plays the phone", async () => {
  const open = async () => (await fetch(shop.url)).text();
  const press = (id: string, act: string, text = "") =>
    fetch(`${shop.url}/messages/${id}`, {
      method: "POST",
      body: new URLSearchParams({ act, text }),
      redirect: "manual",
    });
  expect(await open()).toContain("No shop has sent a message yet.");
  await send();
  expect(await open()).toContain("name: Asha R.");
  for (const act of ["Send", "Deliver", "Read", "Wrong number"]) expect((await press("prov-1", act)).status).toBe(303);
  await press("prov-1", "reply", "START");
  expect((await press("prov-2", "Read")).status).toBe(404);
  await simulator.webhooks.idle();
  expect(shop.receipts().map(({ state }) => state)).toEqual(["sent", "delivered", "read", "failed"]);
  expect(shop.replies()).toEqual([{ phone: "9800000001", text: "START", at: expect.any(Number) }]);
});
