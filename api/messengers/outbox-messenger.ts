import { type Channel, CHANNEL_NAMES } from "../../config/brand/messages.ts";
import type { Mailer } from "../ports/mailer.ts";
import type { Messenger } from "../ports/messenger.ts";

/** The channel of a demo without providers: each message is shown on the demo's outbox page. */
export const createOutboxMessenger = (channel: Channel, mailbox: Pick<Mailer, "send">): Messenger => ({
  provider: "outbox",
  channel,
  async send({ id, kind, to, values }) {
    const lines = values.map(({ name, text }) => `${name}: ${text}`);
    const code = values.find(({ name }) => name === "code")?.text;
    const subject =
      code === undefined ? `${CHANNEL_NAMES[channel]}: ${kind}` : `${CHANNEL_NAMES[channel]}: ${code} is your code`;
    await mailbox.send({ id, to, subject, text: lines.join("\n"), html: "" });
    return { state: "accepted", providerId: id };
  },
  readCallback: () => ({ ok: false, reason: "a demo's outbox sends no receipts" }),
});
