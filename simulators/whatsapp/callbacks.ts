import type { PhoneState, SentMessage } from "../phones/phones.ts";
import { randomLetters } from "../wire/ids.ts";
import { signMeta } from "../wire/signing.ts";
import type { Webhooks } from "../wire/webhooks.ts";
import type { Account, WhatsAppFailure } from "./account.ts";
import { statusError } from "./errors.ts";

type Message = SentMessage<WhatsAppFailure>;

export type Callbacks = ReturnType<typeof createCallbacks>;

/** The app's callbacks (…/whatsapp/webhooks/reference/messages). */
export function createCallbacks(account: Account, webhooks: Webhooks, now: () => number) {
  const seconds = () => String(Math.floor(now() / 1_000));

  /** @param number the number's id, by default the account's own */
  function send(event: string, contents: object, number = account.phoneNumberId): void {
    if (account.webhookUrl === undefined) return;
    const metadata = { display_phone_number: "919800000000", phone_number_id: number };
    const value = { messaging_product: "whatsapp", metadata, ...contents };
    const entry = [{ id: account.businessId, changes: [{ value, field: "messages" }] }];
    webhooks.add({
      event,
      eventId: randomLetters(20),
      url: account.webhookUrl,
      body: escapeUnicode(JSON.stringify({ object: "whatsapp_business_account", entry })),
      secret: account.keys.appSecret,
      headers: (secret, _attempt, _sentAt, body): Record<string, string> =>
        account.host === "meta" ? { "x-hub-signature-256": signMeta(secret, body) } : {},
    });
  }

  const statusOf = ({ id, ref, to }: Message, state: PhoneState, failure: WhatsAppFailure | null) => ({
    id,
    status: state,
    timestamp: seconds(),
    ...(account.showsRecipient && { recipient_id: to.replace("+", "") }),
    recipient_user_id: "IN.1234567890",
    ...(ref !== null && { biz_opaque_callback_data: ref }),
    ...(state !== "failed" && { pricing: { billable: true, pricing_model: "PMP", category: "utility" } }),
    ...(failure !== null && { errors: [statusError(failure)] }),
  });

  return {
    report: (message: Message, state: PhoneState, failure: WhatsAppFailure | null) =>
      send(state, { statuses: [statusOf(message, state, failure)] }),
    reportOfOther: (message: Message, number: string) =>
      send("other", { statuses: [statusOf(message, "read", null)] }, number),
    reply(message: Message, text: string): void {
      const from = message.to.replace("+", "");
      const contacts = [{ profile: { name: "Asha" }, wa_id: from }];
      const inbound = { from, id: `wamid.${randomLetters(40)}`, timestamp: seconds() };
      send("reply", { contacts, messages: [{ ...inbound, type: "text", text: { body: text } }] });
    },
    /** The app's check of the callback URL. @returns true if the shop returns the challenge */
    async verify(token = account.keys.verifyToken): Promise<boolean> {
      const url = new URL(account.webhookUrl!);
      const challenge = String(Math.floor(now() / 7));
      const query = { "hub.mode": "subscribe", "hub.challenge": challenge, "hub.verify_token": token };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      const answer = await fetch(url);
      return answer.status === 200 && (await answer.text()) === challenge;
    },
  };
}

const escapeUnicode = (text: string) =>
  text.replace(/[^\0-~]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
