import type { Channel, MessageKind } from "../../config/brand/messages.ts";
import type { Mailer } from "../ports/mailer.ts";
import type { Messenger, PhoneMessage } from "../ports/messenger.ts";

const NAMES: Record<Channel, string> = { whatsapp: "WhatsApp", sms: "SMS" };

type Shown = { subject: string; text: string };

/** The demo's stand-ins for the templates that a brand registers. `link`: a whole address. */
const TEMPLATES: Record<MessageKind, (values: Record<string, string>) => Shown> = {
  vouchers: ({ name, order, shop, link }) => ({
    subject: "your gift cards are ready",
    text: `Hi ${name}, the gift cards of your order ${order} at ${shop} are ready: ${link}`,
  }),
  gift: ({ name, sender, shop, link }) => ({
    subject: "a gift for you",
    text: `Hi ${name}, ${sender} has sent you a gift card of ${shop}: ${link}`,
  }),
  "card-expiry": ({ name, card, date, shop, link }) => ({
    subject: "a gift card expires soon",
    text: `Hi ${name}, ${card} of ${shop} expires on ${date}: ${link}`,
  }),
  "sign-in-code": ({ code, shop, host }) => ({
    subject: `${code} is your code`,
    text: `${code} is your code for ${shop}. Do not share it.\n@${host} #${code}`,
  }),
  "coins-lapse": ({ name, shop, coins, date }) => ({
    subject: "your coins end soon",
    text: `Hi ${name}, ${coins} coins of your balance at ${shop} end on ${date}.`,
  }),
};

const PAGES: Partial<Record<MessageKind, string>> = {
  vouchers: "/order-history",
  gift: "/gift",
  "card-expiry": "/wallet",
};

/** The channel of a demo without providers: each message is shown on the demo's outbox page. */
export const createOutboxMessenger = (channel: Channel, mailbox: Pick<Mailer, "send">): Messenger => ({
  provider: "outbox",
  channel,
  async send(message) {
    const { id, to, kind } = message;
    const { subject, text } = TEMPLATES[kind](readValues(message));
    await mailbox.send({ id, to, subject: `${NAMES[channel]}: ${subject}`, text, html: "" });
    return { state: "accepted", providerId: id };
  },
  readCallback: () => ({ ok: false, reason: "a demo's outbox sends no receipts" }),
});

function readValues({ kind, values, receiptUrl }: PhoneMessage): Record<string, string> {
  const all = Object.fromEntries(values.map(({ name, text }) => [name, text]));
  const page = PAGES[kind];
  return page === undefined ? all : { ...all, link: `${new URL(page, receiptUrl).href}?${all.link}` };
}
