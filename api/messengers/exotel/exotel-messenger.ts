import { z } from "zod";

import type { Messenger, MessengerFinding, PhoneMessage, Sending } from "../../ports/messenger.ts";
import { callRemote, type RemoteAnswer } from "../../remote/call-remote.ts";
import { withCallbackKey } from "../adapter/callback-key.ts";
import type { MessengerOptions } from "../adapter/messenger-options.ts";
import { accepted, maskReason, refused, refuseLongValues, tryToRead, unclear } from "../adapter/outcomes.ts";
import { readExotelCallback } from "./exotel-callback.ts";
import { ExotelStatus, toExotelState } from "./exotel-status.ts";

const NAME = "Exotel";
const HOSTS = { singapore: "https://api.exotel.com", mumbai: "https://api.in.exotel.com" };
const VARIABLE = "{#var#}";
/** A text with other characters, such as ₹ or Devanagari, is longer on its way and needs another encoding. */
const PLAIN = /^[\x20-\x7e\n\r]*$/;

const SentAnswer = z.looseObject({ SMSMessage: ExotelStatus.extend({ Sid: z.string().min(1) }) });
const ErrorAnswer = z.looseObject({ RestException: z.looseObject({ Message: z.string().nullish() }) });

/** SMS by Exotel (https://developer.exotel.com/docs/sms-api/api-reference/send-sms). */
export function createExotelMessenger({ settings, secrets }: MessengerOptions<"exotel">): Messenger {
  const { accountSid, region } = settings;
  const base = `${settings.url ?? HOSTS[region]}/v1/Accounts/${encodeURIComponent(accountSid)}`;
  const credentials = () => {
    const pair = ["API_KEY", "API_TOKEN"].map((name) => secrets.read(name)[0]);
    return { authorization: `Basic ${Buffer.from(pair.join(":")).toString("base64")}`, accept: "application/json" };
  };

  const formOf = ({ id, to, template, receiptUrl }: PhoneMessage, text: string) => ({
    From: settings.sender,
    To: to,
    Body: text,
    EncodingType: PLAIN.test(text) ? "plain" : "unicode",
    DltEntityId: settings.dltEntityId,
    ...(template.dltId !== undefined && { DltTemplateId: template.dltId }),
    SmsType: "transactional",
    StatusCallback: withCallbackKey(secrets, receiptUrl),
    CustomField: id,
  });

  return {
    provider: "exotel",
    channel: "sms",

    async send(message) {
      const tooLong = refuseLongValues(message);
      if (tooLong !== undefined) return tooLong;
      const text = fillText(message);
      if (text === undefined)
        return refused("configuration", `the text of ${message.kind} must have one ${VARIABLE} for each value`);
      const headers = { ...credentials(), "content-type": "application/x-www-form-urlencoded" };
      const body = new URLSearchParams(formOf(message, text)).toString();
      return readAnswer(await callRemote({ name: NAME, method: "POST", url: `${base}/Sms/send.json`, headers, body }));
    },

    readCallback: (callback) => readExotelCallback(secrets, callback),

    /** Reads a message that does not exist: 404 proves the credentials. */
    async check(): Promise<MessengerFinding[]> {
      const url = `${base}/SMS/Messages/awning-check.json`;
      const answer = await callRemote({ name: NAME, method: "GET", url, headers: credentials() });
      if (answer.status === 401 || answer.status === 403)
        return [{ level: "error", text: `${NAME} refuses the key or the account (${answer.status})` }];
      if (answer.status !== 200 && answer.status !== 404) throw unclear(NAME, answer);
      return [{ level: "ok", text: `${NAME} accepts the key` }];
    },
  };
}

/** The registered text with the values in the places of its variables; undefined if their numbers differ. */
function fillText({ template, values }: PhoneMessage): string | undefined {
  const parts = (template.text ?? "").split(VARIABLE);
  if (parts.length !== values.length + 1 || template.text === undefined) return undefined;
  return parts.map((part, at) => `${part}${values[at]?.text ?? ""}`).join("");
}

/** @throws Unreachable if the outcome is unknown */
function readAnswer(answer: RemoteAnswer): Sending {
  const { status, text } = answer;
  if (status === 200 || status === 202) return readSent(answer);
  if (status === 429 || status === 503) return refused("busy", `${NAME} answered ${status}`);
  if (status < 400 || status >= 500) throw unclear(NAME, answer);
  const message = tryToRead(ErrorAnswer, text)?.RestException.Message ?? "";
  // Exotel gives the same status to a wrong recipient and to a wrong parameter.
  const fault = status === 400 && /invalid recipient/i.test(message) ? "recipient" : "configuration";
  return refused(fault, `${NAME} answered ${[status, maskReason(message)].filter(Boolean).join(": ")}`);
}

function readSent(answer: RemoteAnswer): Sending {
  const sent = tryToRead(SentAnswer, answer.text)?.SMSMessage;
  if (sent === undefined) throw unclear(NAME, answer);
  const reached = toExotelState(sent);
  if (reached?.state !== "failed") return accepted(sent.Sid);
  return refused(reached.fault ?? "recipient", reached.reason ?? `${NAME} gave no reason`);
}
