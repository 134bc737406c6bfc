import { afterAll, expect, test } from "vitest";

import { createMessageHttpSimulator } from "../../simulators/message-http/simulator.ts";
import { NOT_ON_WHATSAPP } from "../../simulators/whatsapp/errors.ts";
import { createWhatsAppSimulator } from "../../simulators/whatsapp/simulator.ts";
import { listen, type Listening } from "../../simulators/wire/listen.ts";
import { send } from "../helpers/http/http.ts";
import { agreeToWhatsApp, bookedOrder, hurryMessages, mailsAbout, phoneMessages } from "../helpers/shop/books.ts";
import { useShop } from "../helpers/shop/shop.ts";
import { addToCart, signIn } from "../helpers/shop/shopper.ts";
import { waitUntil } from "../helpers/waiting/patience.ts";

// Messages about vouchers through two simulated providers over HTTP, with kills and lost answers. The shop's books are compared at
// the end.

const TERMS = "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.";
const VALUES = ["name", "order", "link"];

const whatsapp = createWhatsAppSimulator({
  phoneNumberId: "106540352242922",
  token: "EAAtoken",
  appSecret: "app-secret",
  verifyToken: "verify-token",
  templates: [
    {
      name: "vouchers_ready",
      language: "en",
      category: "UTILITY",
      body: "Hi {{1}}, the gift cards of order {{2}} are ready.",
      button: "http://maple.localhost/order-history?{{1}}",
    },
  ],
});
const sms = createMessageHttpSimulator({
  secret: `whsec_${btoa("thirty-two bytes of a test secret")}`,
  templates: { ready: VALUES },
});
const listening: Listening[] = [];

const shop = useShop(async () => {
  const [atWhatsApp, atSms] = [await listen(whatsapp), await listen(sms)];
  listening.push(atWhatsApp, atSms);
  const messages = {
    whatsapp: { provider: "whatsapp", phoneNumberId: "106540352242922", url: atWhatsApp.url },
    sms: { provider: "http", url: `${atSms.url}/messages` },
    templates: {
      vouchers: {
        whatsapp: { en: { id: "vouchers_ready", values: VALUES } },
        sms: { en: { id: "ready", values: VALUES } },
      },
    },
  };
  return {
    tenants: { maple: { seed: "demo", messages } },
    env: {
      MESSAGES_MAPLE_WHATSAPP_TOKEN: "EAAtoken",
      MESSAGES_MAPLE_WHATSAPP_APP_SECRET: "app-secret",
      MESSAGES_MAPLE_WHATSAPP_VERIFY_TOKEN: "verify-token",
      MESSAGES_MAPLE_SMS_SECRET: `whsec_${btoa("thirty-two bytes of a test secret")}`,
    },
  };
});
afterAll(async () => {
  for (const at of listening) await at.close();
});

/** The message about an order. The demo's past orders have some too. */
const find = (orderId: string) => phoneMessages(shop(), "maple").find(({ about }) => about === orderId);
const awaitState = (orderId: string, wanted: object) =>
  waitUntil(() => expect.objectContaining(wanted).asymmetricMatch(find(orderId)));

type Simulator = { messages: { id: string; ref: string | null; text: string; link: string | null }[] };
const sentBy = ({ messages }: Simulator, orderId: string) =>
  messages.filter(({ text, link }) => `${text} ${link}`.includes(`open=${orderId}`));

async function buy() {
  whatsapp.account.webhookUrl = shop().url("maple", "/message-receipt/whatsapp");
  const home = await signIn(shop(), "maple");
  const screen = await (await addToCart(home, "Raga Stream", "₹299.00")).submit("Proceed to Checkout");
  const orderId = new URL(screen.url).searchParams.get("orderid")!;
  const sandbox = await (await screen.submit(/^Pay ₹/, { PhonePe: true, [TERMS]: true })).follow(/^Open/);
  await sandbox.submit("Approve");
  await waitUntil(() => bookedOrder(shop(), "maple", orderId).status === "completed");
  return orderId;
}

test("a buyer without consent to WhatsApp gets one SMS with a link and no code, and its report counts", async () => {
  const orderId = await buy();
  await awaitState(orderId, { state: "accepted" });
  expect(bookedOrder(shop(), "maple", orderId).vouchers).toBe(1);
  const [message, ...others] = sentBy(sms, orderId);
  sms.move(message!.id, "delivered");
  await awaitState(orderId, { state: "delivered", copies: 0, sendings: "sms delivered" });
  expect([others, whatsapp.messages]).toEqual([[], []]);
});

test("a number that is not on WhatsApp gets an SMS; forged reports change nothing", async () => {
  agreeToWhatsApp(shop(), "maple", "9000000001");
  const orderId = await buy();
  await awaitState(orderId, { state: "accepted" });
  const { id } = sentBy(whatsapp, orderId)[0]!;
  whatsapp.move(id, "sent");
  await awaitState(orderId, { state: "sent" });
  expect(await whatsapp.sendReceipt("sent", { isForged: true })).toEqual([401]);
  expect(await whatsapp.sendReceipt("sent", { bodyChangedByASpace: true })).toEqual([401]);
  const unsigned = await send(shop().url("maple", "/message-receipt/whatsapp"), { method: "POST", body: "{}" });
  expect(unsigned.status).toBe(401);
  whatsapp.move(id, "failed", NOT_ON_WHATSAPP);
  await awaitState(orderId, { state: "accepted", copies: 0, sendings: "whatsapp failed, sms accepted" });
  expect(sentBy(sms, orderId)).toHaveLength(1);
});

test("a kill during the call sends the message once more, under the same id, and counts the copy", async () => {
  whatsapp.failNext({ call: "send message", how: "hang after commit" });
  const orderId = await buy();
  await waitUntil(() => sentBy(whatsapp, orderId).length === 1);
  await shop().kill9();
  hurryMessages(shop(), "maple");
  await shop().start();
  await awaitState(orderId, { state: "accepted", copies: 1 });
  const [before, after] = sentBy(whatsapp, orderId);
  expect(after!.ref).toBe(before!.ref);
  whatsapp.move(after!.id, "read");
  await awaitState(orderId, { state: "read", copies: 1, sendings: "whatsapp read" });
});

test.each([
  ["verify-token", 200, "1158201444"],
  ["another-token", 401, undefined],
])("answers Meta's check of the address with the token %s by %s", async (token, status, challenge) => {
  const query = { "hub.mode": "subscribe", "hub.challenge": "1158201444", "hub.verify_token": token };
  const answer = await send(shop().url("maple", `/message-receipt/whatsapp?${new URLSearchParams(query)}`));
  expect(answer.status).toBe(status);
  if (challenge !== undefined) expect(answer.text).toBe(challenge);
});

test("STOP by WhatsApp ends the messages to a number, and the mail still goes out", async () => {
  whatsapp.reply(whatsapp.messages.at(-1)!.id, "STOP");
  await whatsapp.webhooks.idle();
  const orderId = await buy();
  await awaitState(orderId, { state: "failed", sendings: null });
  await waitUntil(() => mailsAbout(shop(), "maple", orderId).length > 0);
});

test("no line of the log holds a number or a link", () => {
  expect(shop().log).toContain("message accepted");
  expect(shop().log).not.toMatch(/9000000001|open=/);
});
