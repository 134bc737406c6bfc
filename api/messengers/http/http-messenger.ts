import { signMessage, verifyMessage } from "../../outgoing/sign-event.ts";
import type { Messenger, PhoneMessage, Sending } from "../../ports/messenger.ts";
import { callRemote, type RemoteAnswer } from "../../remote/call-remote.ts";
import type { MessengerOptions } from "../adapter/messenger-options.ts";
import { accepted, maskReason, refused, refuseLongValues, tryToRead, unclear } from "../adapter/outcomes.ts";
import { AcceptedAnswer, RefusedAnswer, Report } from "./http-wire.ts";

const NAME = "The message service";

/** A provider behind our own contract (docs/messages/http.md). */
export function createHttpMessenger({ channel, settings, secrets, clock }: MessengerOptions<"http">): Messenger {
  return {
    provider: "http",
    channel,

    async send(message) {
      const tooLong = channel === "sms" ? refuseLongValues(message) : undefined;
      if (tooLong !== undefined) return tooLong;
      const body = JSON.stringify(bodyOf(channel, message));
      const proof = signMessage(secrets.read("SECRET"), message.id, clock.now(), body);
      const headers = { "content-type": "application/json", accept: "application/json", ...proof };
      return readAnswer(await callRemote({ name: NAME, method: "POST", url: settings.url, headers, body }));
    },

    readCallback({ method, headers, rawBody, receivedAt }) {
      const proof = verifyMessage(secrets.read("SECRET"), headers, receivedAt, rawBody);
      if (method !== "POST" || !proof.ok) return { ok: false, reason: proof.ok ? "not a POST" : proof.reason };
      const report = tryToRead(Report, rawBody.toString("utf8"));
      return report === undefined ? { ok: false, reason: "unreadable" } : { ok: true, ...report };
    },
  };
}

const bodyOf = (
  channel: Messenger["channel"],
  { id, kind, to, language, template, values, receiptUrl }: PhoneMessage,
) => ({
  id,
  kind,
  channel,
  to,
  language,
  template: { id: template.id, ...(template.dltId !== undefined && { dlt_id: template.dltId }) },
  values: values.map(({ name, text }) => ({ name, text })),
  receipt_url: receiptUrl,
});

/** @throws Unreachable if the outcome is unknown */
function readAnswer(answer: RemoteAnswer): Sending {
  const { status, text } = answer;
  if (status === 200 || status === 202) {
    const taken = tryToRead(AcceptedAnswer, text);
    if (taken === undefined) throw unclear(NAME, answer);
    return accepted(taken.id);
  }
  if (status === 429 || status === 503) return refused("busy", `${NAME} answered ${status}`);
  if (status < 300 || status >= 500) throw unclear(NAME, answer);
  const refusal = status === 422 ? tryToRead(RefusedAnswer, text) : undefined;
  if (refusal === undefined) return refused("configuration", `${NAME} answered ${status}`);
  return refused(refusal.error, maskReason(refusal.reason) ?? `${NAME} gave no reason`);
}
