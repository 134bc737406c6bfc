import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { WhatsAppAPI } from "whatsapp-api-js";
import { BodyComponent, BodyParameter, Template, URLComponent } from "whatsapp-api-js/messages";

import type { WhatsAppTemplate } from "../../../../simulators/whatsapp/account.ts";
import { HELD_BACK, NOT_ON_WHATSAPP, PAUSED, SOMETHING_WRONG } from "../../../../simulators/whatsapp/errors.ts";
import { createWhatsAppSimulator, type WhatsAppSimulator } from "../../../../simulators/whatsapp/simulator.ts";
import { type MessengerShop, phoneMessage, startMessengerShop } from "../../../helpers/messengers/messenger-shop.ts";

const KEYS = { TOKEN: "EAAtoken", APP_SECRET: "app-secret", VERIFY_TOKEN: "verify-token" };
const NUMBER = "109876543210987";
const template = (name: string, more: Partial<WhatsAppTemplate> = {}): WhatsAppTemplate => ({
  name,
  language: "en",
  category: "UTILITY",
  body: "Hi {{1}}, your gift cards from {{2}} are ready.",
  button: "https://gifts.maple.example/order-history?{{1}}",
  ...more,
});
const TEMPLATES = [
  template("vouchers"),
  template("vouchers", { language: "hi", body: "नमस्ते {{1}}, {{2}} से आपके गिफ़्ट कार्ड तैयार हैं।" }),
  template("plain", { button: null }),
  template("sign_in_code", { category: "AUTHENTICATION", body: "*{{1}}* is your verification code.", button: null }),
];

let simulator: WhatsAppSimulator;
let shop: MessengerShop;

async function start(host: "meta" | "360dialog", secrets: Record<string, string>) {
  simulator = createWhatsAppSimulator({
    host,
    phoneNumberId: NUMBER,
    token: KEYS.TOKEN,
    appSecret: KEYS.APP_SECRET,
    verifyToken: KEYS.VERIFY_TOKEN,
    templates: TEMPLATES,
  });
  shop = await startMessengerShop({
    simulator,
    channel: "whatsapp",
    provider: (url) => ({ provider: "whatsapp", host, phoneNumberId: NUMBER, url }),
    secrets,
    now: Date.now,
  });
  simulator.account.webhookUrl = shop.receiptUrl;
}
beforeEach(() => start("meta", KEYS));
afterEach(() => shop.close());

type More = Parameters<typeof phoneMessage>[1];
const send = (more: More = {}) => shop.messenger.send(phoneMessage(shop, more));
const CODE: More = {
  kind: "sign-in-code",
  template: { id: "sign_in_code" },
  values: [{ name: "code", text: "123456" }],
};
const problems = () => simulator.requests.flatMap(({ problems, warnings }) => [...problems, ...warnings]);
const refusal = (fault: string, reason: unknown) => ({ state: "refused", fault, reason });

/** Sends a message, and returns our id of it. */
async function sent(more: More = {}): Promise<string> {
  const message = phoneMessage(shop, more);
  expect(await shop.messenger.send(message)).toMatchObject({ state: "accepted" });
  return message.id;
}

const receipt = (id: string, state: string, more: object = {}) => ({
  by: "id",
  id,
  state,
  fault: null,
  reason: null,
  ...more,
});

describe("a message", () => {
  test("has its values in the body and its link in the button", async () => {
    const message = phoneMessage(shop);
    const sending = await shop.messenger.send(message);
    const id = sending.state === "accepted" && sending.providerId;
    expect(id).toMatch(/^wamid\./);
    expect(simulator.messages).toEqual([
      expect.objectContaining({
        id,
        ref: message.id,
        to: "919800000001",
        text: "Hi Asha R., your gift cards from Maple are ready.",
        link: "https://gifts.maple.example/order-history?n=MPL7Q2&t=k8",
      }),
    ]);
    expect(simulator.requests[0]).toMatchObject({ url: `/v23.0/${NUMBER}/messages`, problems: [] });
  });

  test("may have no button, a link within its text, or another language", async () => {
    const [name, shopName, link] = phoneMessage(shop).values;
    await send({ template: { id: "plain" }, values: [name!, shopName!] });
    await send({ template: { id: "plain" }, values: [link!, name!] });
    await send({ language: "hi" });
    expect(simulator.messages.map(({ text }) => text)).toEqual([
      "Hi Asha R., your gift cards from Maple are ready.",
      "Hi n=MPL7Q2&t=k8, your gift cards from Asha R. are ready.",
      "नमस्ते Asha R., Maple से आपके गिफ़्ट कार्ड तैयार हैं।",
    ]);
  });

  test("with a code has it twice, and nothing else", async () => {
    expect(await send(CODE)).toMatchObject({ state: "accepted" });
    expect(simulator.messages[0]!.text).toBe("*123456* is your verification code.");
    const values = [...CODE.values!, { name: "shop", text: "Maple" }];
    expect(await send({ ...CODE, values })).toEqual(
      refusal("configuration", 'the template of sign-in-code must have the value "code" only'),
    );
  });

  test("held for the assessment of its quality is accepted, and sent later", async () => {
    simulator.holdNext();
    const id = await sent();
    expect(simulator.messages[0]!.state).toBe("accepted");
    simulator.progress();
    await simulator.webhooks.idle();
    expect(shop.receipts()).toEqual([receipt(id, "sent")]);
  });

  test("with a lost answer may have arrived", async () => {
    simulator.failNext({ call: "send message", how: "cut after commit" });
    await expect(send()).rejects.toMatchObject({ name: "Unreachable", mayHaveArrived: true });
    expect(simulator.messages).toHaveLength(1);
  });

  test("without a connection has not arrived", async () => {
    await shop.disconnect();
    await expect(send()).rejects.toMatchObject({ name: "Unreachable", mayHaveArrived: false });
  });
});

describe("a refusal", () => {
  test.each([
    ["status 429", "busy", "WhatsApp 130429: Rate limit hit"],
    ["status 500", "busy", "WhatsApp 131000: Something went wrong"],
    ["status 503", "busy", "WhatsApp 2: Service temporarily unavailable"],
    ["status 404", "configuration", "WhatsApp answered 404"],
  ] as const)("%s is %s", async (how, fault, reason) => {
    simulator.failNext({ call: "send message", how });
    expect(await send()).toEqual(refusal(fault, reason));
  });

  test.each([
    [400, 80007, "busy"],
    [400, 131056, "busy"],
    [400, 131026, "recipient"],
    [400, 130472, "recipient"],
    [500, 3, "configuration"],
    [401, 190, "configuration"],
    [403, 10, "configuration"],
    [400, 100, "configuration"],
    [400, 131042, "configuration"],
    [404, 132001, "configuration"],
    [500, 135000, "busy"],
  ])("%i with the code %i is %s, without the number", async (status, code, fault) => {
    simulator.refuseNext(status, { code, title: "Not to +91 98000 00001 or 919800000001", details: "" });
    expect(await send()).toEqual(refusal(fault, `WhatsApp ${code}: Not to … or …`));
  });

  test("names what the configuration lacks", async () => {
    const title = "Template name does not exist in the translation";
    expect(await send({ template: { id: "other" } })).toEqual(refusal("configuration", `WhatsApp 132001: ${title}`));
    expect(await send({ language: "ta" })).toEqual(refusal("configuration", `WhatsApp 132001: ${title}`));
    expect(await send({ template: { id: "plain" } })).toMatchObject({ fault: "configuration" });
    simulator.pauseTemplate("vouchers");
    expect(await send()).toEqual(refusal("configuration", "WhatsApp 132015: Template is Paused"));
    simulator.account.keys.token = "other";
    expect(await send()).toEqual(refusal("configuration", expect.stringContaining("WhatsApp 190: Error validating")));
    delete shop.values.MESSAGES_MAPLE_WHATSAPP_TOKEN;
    expect(await send()).toMatchObject({ reason: expect.stringContaining("MESSAGES_MAPLE_WHATSAPP_TOKEN is missing") });
  });

  test.each(["status 502", "not JSON", "wrong shape"] as const)("leaves the outcome open after %s", async (how) => {
    simulator.failNext({ call: "send message", how });
    await expect(send()).rejects.toMatchObject({ name: "Unreachable", mayHaveArrived: true });
  });
});

describe("a callback", () => {
  test("answers Meta's challenge for the right token only", async () => {
    expect(await simulator.verifyCallback()).toBe(true);
    expect(await simulator.verifyCallback("other")).toBe(false);
    expect(shop.callbacks.at(-1)).toEqual({ ok: false, reason: "bad verify token" });
    expect((await fetch(`${shop.receiptUrl}?hub.verify_token=verify-token&hub.challenge=1`)).status).toBe(401);
    const page = `${shop.receiptUrl}?hub.mode=subscribe&hub.verify_token=verify-token&hub.challenge=%3Cb%3E`;
    expect((await fetch(page)).status).toBe(401);
  });

  test("reports each state by our id, also without a delivery or the recipient's number", async () => {
    const [first, second] = [await sent(), await sent()];
    simulator.progress();
    simulator.move(first, "delivered");
    simulator.account.showsRecipient = false;
    simulator.move(first, "read");
    simulator.move(second, "read");
    await simulator.webhooks.idle();
    expect(shop.receipts()).toEqual([
      receipt(first, "sent"),
      receipt(second, "sent"),
      receipt(first, "delivered"),
      receipt(first, "read"),
      receipt(second, "read"),
    ]);
  });

  test("finds a message that another program sent by the provider's id", async () => {
    await sent();
    const [message] = simulator.messages;
    message!.ref = "order-7";
    simulator.move(message!.id, "sent");
    await simulator.webhooks.idle();
    expect(shop.receipts()).toEqual([receipt(message!.id, "sent", { by: "provider id" })]);
  });

  test("reports failures with their cause, and doubled or disordered receipts as they come", async () => {
    simulator.leaveWhatsApp("919800000001");
    const stranger = await sent();
    const held = await sent({ to: "+919800000002" });
    simulator.planFailure(PAUSED);
    const paused = await sent({ to: "+919800000002" });
    simulator.webhooks.hold();
    simulator.progress();
    simulator.move(held, "failed", HELD_BACK);
    simulator.move(held, "failed", SOMETHING_WRONG);
    await simulator.webhooks.release("reversed");
    expect(await simulator.sendReceipt("sent", { times: 2 })).toEqual([200, 200]);
    const why = (fault: string, { code, title }: typeof PAUSED) => ({ fault, reason: `WhatsApp ${code}: ${title}` });
    expect(shop.receipts()).toEqual([
      receipt(held, "failed", why("busy", SOMETHING_WRONG)),
      receipt(held, "failed", why("recipient", HELD_BACK)),
      receipt(paused, "failed", why("configuration", PAUSED)),
      receipt(held, "sent"),
      receipt(stranger, "failed", why("recipient", NOT_ON_WHATSAPP)),
      receipt(held, "sent"),
      receipt(held, "sent"),
    ]);
  });

  test("is refused without a proof over its bytes", async () => {
    simulator.move(await sent(), "delivered");
    await simulator.webhooks.idle();
    expect(await simulator.sendReceipt("delivered", { isForged: true })).toEqual([401]);
    expect(await simulator.sendReceipt("delivered", { isUnsigned: true })).toEqual([401]);
    expect(await simulator.sendReceipt("delivered", { bodyChangedByASpace: true })).toEqual([401]);
    expect(shop.callbacks.slice(-3)).toEqual(Array(3).fill({ ok: false, reason: "bad signature" }));
    shop.values.MESSAGES_MAPLE_WHATSAPP_APP_SECRET = `new,${KEYS.APP_SECRET}`;
    expect(await simulator.sendReceipt("delivered")).toEqual([200]);
    delete shop.values.MESSAGES_MAPLE_WHATSAPP_APP_SECRET;
    expect(await simulator.sendReceipt("delivered")).toEqual([401]);
  });

  test("about another number of the app is answered, but left out", async () => {
    simulator.reportOfOther(await sent(), "200000000000000");
    await simulator.webhooks.idle();
    expect(simulator.webhooks.notices[0]!.attempts).toMatchObject([{ status: 200 }]);
    expect(shop.callbacks).toEqual([{ ok: true, receipts: [], replies: [] }]);
  });

  test("passes on texts of recipients in India, in any script", async () => {
    const id = await sent();
    simulator.reply(id, "रोकें 🙏");
    simulator.messages[0]!.to = "447700900123";
    simulator.reply(id, "STOP");
    await simulator.webhooks.idle();
    expect(simulator.webhooks.notices[0]!.body).not.toMatch(/[^\0-~]/);
    expect(shop.replies()).toEqual([{ phone: "9800000001", text: "रोकें 🙏", at: expect.any(Number) }]);
  });

  test("hides no receipt behind a part in another form", async () => {
    const id = await sent();
    simulator.move(id, "delivered");
    const [notice] = simulator.webhooks.notices;
    const known = JSON.parse(notice!.body).entry[0].changes[0];
    const press = { from: "919800000001", type: "button", button: { text: "Stop messages", payload: "x" } };
    const changes = [
      { field: "account_update", value: { event: "VERIFIED_ACCOUNT" } },
      {
        ...known,
        value: { ...known.value, statuses: [{ id: 7 }, { id: "a", status: "deleted" }], messages: [7, press] },
      },
      known,
    ];
    notice!.body = JSON.stringify({ object: "whatsapp_business_account", entry: [{ id: "1", changes }] });
    await simulator.webhooks.idle();
    shop.callbacks.length = 0;
    expect(await simulator.sendReceipt("delivered")).toEqual([200]);
    expect(shop.callbacks).toEqual([
      { ok: true, receipts: [receipt(id, "delivered")], replies: [{ phone: "9800000001", text: "Stop messages" }] },
    ]);
    notice!.body = "[]";
    expect(await simulator.sendReceipt("delivered")).toEqual([401]);
    expect(shop.callbacks.at(-1)).toEqual({ ok: false, reason: "unreadable" });
  });
});

test("the check reads the number with the token", async () => {
  expect(await shop.messenger.check()).toEqual([{ level: "ok", text: "WhatsApp accepts the token for the number" }]);
  simulator.account.phoneNumberId = "1";
  expect(await shop.messenger.check()).toMatchObject([
    { level: "error", text: expect.stringContaining("WhatsApp 100") },
  ]);
  simulator.account.keys.token = "other";
  expect(await shop.messenger.check()).toMatchObject([
    { level: "error", text: expect.stringContaining("WhatsApp 190") },
  ]);
  delete shop.values.MESSAGES_MAPLE_WHATSAPP_TOKEN;
  expect(await shop.messenger.check()).toMatchObject([{ level: "error", text: expect.stringContaining("is missing") }]);
});

describe("360dialog", () => {
  const SECRETS = { TOKEN: KEYS.TOKEN, CALLBACK_KEY: "callback-key" };
  beforeEach(async () => {
    await shop.close();
    await start("360dialog", SECRETS);
    simulator.account.webhookUrl = `${shop.receiptUrl}?key=callback-key`;
  });

  test("takes the same messages at another path with its own header", async () => {
    const id = await sent();
    expect(simulator.requests[0]).toMatchObject({ url: "/messages", problems: [] });
    expect(await send(CODE)).toMatchObject({ state: "accepted" });
    simulator.account.keys.token = "other";
    expect(await send()).toEqual(refusal("configuration", "WhatsApp answered 401"));
    simulator.move(id, "read");
    await simulator.webhooks.idle();
    expect(shop.receipts()).toEqual([receipt(id, "read")]);
  });

  test("needs the key in the address of its callbacks, and has neither challenge nor check", async () => {
    simulator.move(await sent(), "read");
    await simulator.webhooks.idle();
    expect(await simulator.sendReceipt("read", { url: `${shop.receiptUrl}?key=other` })).toEqual([401]);
    expect(await simulator.sendReceipt("read", { url: shop.receiptUrl })).toEqual([401]);
    expect(shop.callbacks.at(-1)).toEqual({ ok: false, reason: "bad key" });
    expect(await simulator.verifyCallback(KEYS.VERIFY_TOKEN)).toBe(false);
    expect(shop.messenger.check).toBeUndefined();
  });
});

// A library that others use against Meta, so that the adapter and its simulator cannot agree on a mistake.
describe("the library whatsapp-api-js", () => {
  const library = () =>
    new WhatsAppAPI({
      token: KEYS.TOKEN,
      appSecret: KEYS.APP_SECRET,
      webhookVerifyToken: KEYS.VERIFY_TOKEN,
      v: "v23.0",
      ponyfill: {
        fetch: ((url: string, init: RequestInit) =>
          fetch(url.replace("https://graph.facebook.com", shop.url), init)) as typeof fetch,
      },
    });

  test("sends the same bodies", async () => {
    const api = library();
    const { id: first } = phoneMessage(shop);
    await shop.messenger.send(phoneMessage(shop, { id: first }));
    const body = new BodyComponent(new BodyParameter("Asha R."), new BodyParameter("Maple"));
    const vouchers = new Template("vouchers", "en", body, new URLComponent("n=MPL7Q2&t=k8"));
    const to = "919800000001";
    const answer = await api.sendMessage(NUMBER, to, vouchers, undefined, first);
    expect(answer).toMatchObject({ messages: [{ message_status: "accepted" }] });
    await shop.messenger.send(phoneMessage(shop, { ...CODE, id: first }));
    await api.sendMessage(NUMBER, to, Template.OTP("sign_in_code", "en", "123456"), undefined, first);
    expect(problems()).toEqual([]);
    // The library writes the number of the button as a number, Meta's page as text.
    const [ours, theirs, ourCode, theirCode] = simulator.requests.map(({ body }) =>
      JSON.parse(JSON.stringify(body).replaceAll('"index":0', '"index":"0"')),
    );
    expect(theirs).toEqual(ours);
    expect(theirCode).toEqual(ourCode);
  });

  test("accepts and reads the simulator's callbacks", async () => {
    const api = library();
    const id = await sent();
    simulator.move(id, "failed", NOT_ON_WHATSAPP);
    simulator.reply(id, "रोकें");
    await simulator.webhooks.idle();
    const seen: unknown[] = [];
    api.on.status = ({ status, id: wamid, biz_opaque_callback_data, error }) =>
      void seen.push({ status, wamid, id: biz_opaque_callback_data, code: error?.code });
    api.on.message = ({ from, message }) =>
      void seen.push({ from, text: message.type === "text" && message.text.body });
    for (const { body, headers, secret } of simulator.webhooks.notices) {
      const signature = headers(secret, 1, 0, body)["x-hub-signature-256"]!;
      expect(await api.verifyRequestSignature(body, signature)).toBe(true);
      expect(await api.verifyRequestSignature(`${body} `, signature)).toBe(false);
      await api.post(JSON.parse(body), body, signature);
    }
    const wamid = simulator.messages[0]!.id;
    expect(seen).toEqual([
      { status: "failed", wamid, id, code: 131026 },
      { from: "919800000001", text: "रोकें" },
    ]);
    const challenge = {
      "hub.mode": "subscribe",
      "hub.verify_token": KEYS.VERIFY_TOKEN,
      "hub.challenge": "42",
    } as const;
    expect(api.get(challenge)).toBe("42");
  });
});
