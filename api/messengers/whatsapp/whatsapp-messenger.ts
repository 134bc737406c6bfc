import { z } from "zod";

import type { Messenger, MessengerFinding, PhoneMessage, Sending } from "../../ports/messenger.ts";
import { callRemote, type RemoteAnswer } from "../../remote/call-remote.ts";
import type { MessengerOptions } from "../adapter/messenger-options.ts";
import { accepted, refused, tryToRead, unclear } from "../adapter/outcomes.ts";
import { readWhatsAppCallback } from "./whatsapp-callback.ts";
import { explainWhatsAppError, WhatsAppError } from "./whatsapp-errors.ts";

const NAME = "WhatsApp";

/** Accepted means neither sent nor delivered; `held_for_quality_assessment` is sent later, or fails by a receipt. */
const SentAnswer = z.looseObject({ messages: z.array(z.looseObject({ id: z.string().min(1) })).min(1) });
const ErrorAnswer = z.looseObject({ error: WhatsAppError });
const NumberAnswer = z.looseObject({ id: z.string() });

/** WhatsApp by Meta's Cloud API or by 360dialog, which accepts the same bodies. */
export function createWhatsAppMessenger({ settings, secrets }: MessengerOptions<"whatsapp">): Messenger {
  const { host, phoneNumberId, version } = settings;
  const isMeta = host === "meta";
  const base = isMeta
    ? `${settings.url ?? "https://graph.facebook.com"}/${version}/${phoneNumberId}`
    : (settings.url ?? "https://waba-v2.360dialog.io");
  const credentials = (): Record<string, string> => {
    const token = secrets.read("TOKEN")[0]!;
    return isMeta ? { authorization: `Bearer ${token}` } : { "d360-api-key": token };
  };

  return {
    provider: "whatsapp",
    channel: "whatsapp",

    async send(message) {
      const components = componentsOf(message);
      if (components === undefined)
        return refused("configuration", `the template of ${message.kind} must have the value "code" only`);
      const headers = { ...credentials(), "content-type": "application/json" };
      const body = JSON.stringify(bodyOf(message, components));
      return readAnswer(await callRemote({ name: NAME, method: "POST", url: `${base}/messages`, headers, body }));
    },

    readCallback: (callback) => readWhatsAppCallback({ host, phoneNumberId, secrets }, callback),

    ...(isMeta && {
      async check(): Promise<MessengerFinding[]> {
        const answer = await callRemote({
          name: NAME,
          method: "GET",
          url: `${base}?fields=id`,
          headers: credentials(),
        });
        const isOk = answer.status === 200 && tryToRead(NumberAnswer, answer.text)?.id === phoneNumberId;
        if (isOk) return [{ level: "ok", text: `${NAME} accepts the token for the number` }];
        const error = tryToRead(ErrorAnswer, answer.text)?.error;
        if (error === undefined) throw unclear(NAME, answer);
        return [{ level: "error", text: explainWhatsAppError(error, answer.status).reason }];
      },
    }),
  };
}

type Components = object[];

const bodyOf = ({ id, to, language, template }: PhoneMessage, components: Components) => ({
  messaging_product: "whatsapp",
  recipient_type: "individual",
  to: to.replace(/^\+/, ""),
  type: "template",
  template: {
    name: template.id,
    language: { code: language.replace("-", "_"), policy: "deterministic" },
    ...(components.length > 0 && { components }),
  },
  biz_opaque_callback_data: id,
});

const textsOf = (values: PhoneMessage["values"]) => values.map(({ text }) => ({ type: "text", text }));
const bodyComponent = (values: PhoneMessage["values"]) => ({ type: "body", parameters: textsOf(values) });
const buttonComponent = (values: PhoneMessage["values"]) => ({
  type: "button",
  sub_type: "url",
  index: "0",
  parameters: textsOf(values),
});

/**
 * A `link` as the last value completes the address of the first button. A code stands twice, in the body and in the
 * button that copies it, because Meta allows codes in templates of the category AUTHENTICATION only.
 * @returns undefined for a code among other values, which such a template does not have
 */
function componentsOf({ kind, values }: PhoneMessage): Components | undefined {
  if (kind === "sign-in-code") {
    const isAlone = values.length === 1 && values[0]!.name === "code";
    return isAlone ? [bodyComponent(values), buttonComponent(values)] : undefined;
  }
  const hasButton = values.at(-1)?.name === "link";
  const inBody = hasButton ? values.slice(0, -1) : values;
  return [
    ...(inBody.length > 0 ? [bodyComponent(inBody)] : []),
    ...(hasButton ? [buttonComponent(values.slice(-1))] : []),
  ];
}

/** @throws Unreachable if the outcome is unknown */
function readAnswer(answer: RemoteAnswer): Sending {
  const { status, text } = answer;
  if (status === 200) {
    const sent = tryToRead(SentAnswer, text);
    if (sent === undefined) throw unclear(NAME, answer);
    return accepted(sent.messages[0]!.id);
  }
  const error = tryToRead(ErrorAnswer, text)?.error;
  if (error !== undefined && status >= 400) {
    const { fault, reason } = explainWhatsAppError(error, status);
    return refused(fault, reason);
  }
  if (status === 429) return refused("busy", `${NAME} answered ${status}`);
  if (status >= 400 && status < 500) return refused("configuration", `${NAME} answered ${status}`);
  throw unclear(NAME, answer);
}
