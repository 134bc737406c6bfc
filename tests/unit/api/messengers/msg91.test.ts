import { afterEach, beforeEach, expect, test } from "vitest";

import { createMsg91Simulator, MSG91_FAILURES, type Msg91Simulator } from "../../../../simulators/msg91/simulator.ts";
import { dltRegister } from "../../../helpers/messengers/dlt-register.ts";
import { type MessengerShop, phoneMessage, startMessengerShop } from "../../../helpers/messengers/messenger-shop.ts";

let simulator: Msg91Simulator;
let shop: MessengerShop;
beforeEach(async () => {
  simulator = createMsg91Simulator({
    authKey: "auth-key",
    templates: {
      vouchers: { header: "MAPLEG", dltId: "1107160000000000001" },
      code: { header: "MAPLEG", dltId: "1107160000000000003" },
      strange: { header: "OTHERS", dltId: "1107160000000000001" },
    },
    dlt: dltRegister(),
  });
  shop = await startMessengerShop({
    simulator,
    channel: "sms",
    provider: (url) => ({ provider: "msg91", url }),
    secrets: { AUTH_KEY: "auth-key", CALLBACK_KEY: "callback-key" },
    now: Date.now,
  });
  simulator.account.webhookUrl = `${shop.receiptUrl}?key=callback-key`;
});
afterEach(() => shop.close());

const send = (more: Parameters<typeof phoneMessage>[1] = {}) => shop.messenger.send(phoneMessage(shop, more));
const refusal = (fault: string, reason: unknown) => ({ state: "refused", fault, reason });

/** Sends a message, and returns MSG91's id of it. */
async function sent(more: Parameters<typeof phoneMessage>[1] = {}): Promise<string> {
  const sending = await send(more);
  if (sending.state !== "accepted") throw new Error(sending.reason);
  return sending.providerId!;
}

const receipt = (id: string, state: string, more: object = {}) => ({
  by: "provider id",
  id,
  state,
  fault: null,
  reason: null,
  ...more,
});

test("sends the values in the order of the variables", async () => {
  const id = await sent();
  expect(simulator.messages).toMatchObject([
    {
      id,
      to: "919800000001",
      text: "Hi Asha R., your gift cards from Maple are ready: https://gifts.maple.example/order-history?n=MPL7Q2&t=k8",
      fate: null,
    },
  ]);
  const [code, name] = ["482913", "Maple"];
  const values = [code, name, code].map((text) => ({ name: "value", text }));
  await sent({ kind: "sign-in-code", template: { id: "code" }, values });
  expect(simulator.messages[1]!.text).toBe("482913 is your code for Maple.\n\n@gifts.maple.example #482913");
  expect(simulator.requests.flatMap(({ problems, warnings }) => [...problems, ...warnings])).toEqual([]);
});

test.each([200, 400])("reads the type of an error, not its status %i", async (status) => {
  simulator.account.errorStatus = status;
  expect(await send({ template: { id: "other" } })).toEqual(refusal("configuration", "Template id is not valid"));
  expect(await send({ values: [] })).toMatchObject({ fault: "configuration" });
  simulator.account.authKey = "other";
  expect(await send()).toEqual(refusal("configuration", "Authentication failure"));
});

test("a limit is a refusal for now, and the outcome of other failures is open", async () => {
  for (const status of [429, 503] as const) {
    simulator.failNext({ call: "send message", how: `status ${status}` });
    expect(await send()).toEqual(refusal("busy", `MSG91 answered ${status}`));
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

test("refuses a value that DLT would block, and names a missing secret", async () => {
  const values = phoneMessage(shop).values.map((one) => (one.name === "name" ? { ...one, text: "x".repeat(41) } : one));
  expect(await send({ values })).toEqual(refusal("configuration", 'the value "name" has more than 40 characters'));
  delete shop.values.MESSAGES_MAPLE_SMS_AUTH_KEY;
  expect(await send()).toMatchObject({
    fault: "configuration",
    reason: expect.stringContaining("SMS_AUTH_KEY is missing"),
  });
});

test.each([2, 3] as const)("reads version %i of the reports", async (version) => {
  simulator.account.version = version;
  const [first, second, third] = [await sent(), await sent(), await sent()];
  simulator.progress();
  simulator.move(first, "delivered");
  simulator.move(second, "failed", MSG91_FAILURES["Blocked number"]);
  simulator.move(third, "failed", MSG91_FAILURES.Fail);
  await simulator.webhooks.idle();
  const reason = version === 2 ? "FAILED: Absent subscriber" : "FAILED";
  expect(shop.receipts()).toEqual([
    receipt(first, "delivered"),
    receipt(second, "failed", { fault: "recipient", reason: "BLOCKED" }),
    receipt(third, "failed", { fault: "recipient", reason }),
  ]);
});

test("reads what operators block by DLT as a fault of the configuration", async () => {
  simulator.account.dlt.urls = ["https://gifts.maple.example/gift?"];
  await sent();
  await sent({ template: { id: "strange" } });
  simulator.progress();
  await simulator.webhooks.idle();
  expect(shop.receipts().map(({ fault, reason }) => [fault, reason])).toEqual([
    ["configuration", "REJECTED: URL is not whitelisted on DLT"],
    ["configuration", "REJECTED: Header is not registered on DLT"],
  ]);
});

test("needs the key in the address of a report, and passes on doubled and disordered ones", async () => {
  const id = await sent();
  simulator.webhooks.hold();
  simulator.move(id, "delivered");
  simulator.move(id, "failed", MSG91_FAILURES.Fail);
  await simulator.webhooks.release("reversed");
  expect(shop.receipts().map(({ state }) => state)).toEqual(["failed", "delivered"]);
  expect(await simulator.sendReceipt("delivered", { times: 2 })).toEqual([200, 200]);
  expect(await simulator.sendReceipt("delivered", { url: shop.receiptUrl })).toEqual([401]);
  expect(await simulator.sendReceipt("delivered", { url: `${shop.receiptUrl}?key=callback-ke` })).toEqual([401]);
  expect(shop.callbacks.at(-1)).toEqual({ ok: false, reason: "bad key" });
  shop.values.MESSAGES_MAPLE_SMS_CALLBACK_KEY = "new,callback-key";
  expect(await simulator.sendReceipt("delivered")).toEqual([200]);
});

test("leaves out statuses that MSG91 does not document, and refuses other forms", async () => {
  const post = async (body: string, method = "POST") => {
    await fetch(`${shop.receiptUrl}?key=callback-key`, { method, ...(method === "POST" && { body }) });
    return shop.callbacks.at(-1);
  };
  expect(await post(JSON.stringify({ requestId: "r", status: "26", desc: "SUBMITTED" }))).toMatchObject({
    receipts: [],
  });
  expect(await post(JSON.stringify({ requestId: "r", status: 1 }))).toMatchObject({
    receipts: [receipt("r", "delivered")],
  });
  expect(await post("data=%5B%7B%22requestId%22")).toEqual({ ok: false, reason: "unreadable" });
  expect(await post("", "GET")).toEqual({ ok: false, reason: "not a POST" });
});
