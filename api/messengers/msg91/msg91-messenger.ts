import { z } from "zod";

import type { Messenger, PhoneMessage, Sending } from "../../ports/messenger.ts";
import { callRemote, type RemoteAnswer } from "../../remote/call-remote.ts";
import type { MessengerOptions } from "../adapter/messenger-options.ts";
import { accepted, maskReason, refused, refuseLongValues, tryToRead, unclear } from "../adapter/outcomes.ts";
import { readMsg91Callback } from "./msg91-callback.ts";

const NAME = "MSG91";

/** `type` decides, because an error may have the status 200. `message` is the id of the request, or the error. */
const Answer = z.looseObject({ type: z.enum(["success", "error"]), message: z.string().nullish() });

/** SMS by MSG91's flows. The DLT template and the header are stored in MSG91's template, so no call names them. */
export function createMsg91Messenger({ settings, secrets }: MessengerOptions<"msg91">): Messenger {
  const url = `${settings.url ?? "https://control.msg91.com"}/api/v5/flow`;
  return {
    provider: "msg91",
    channel: "sms",

    async send(message) {
      const tooLong = refuseLongValues(message);
      if (tooLong !== undefined) return tooLong;
      const headers = {
        authkey: secrets.read("AUTH_KEY")[0]!,
        "content-type": "application/json",
        accept: "application/json",
      };
      const body = JSON.stringify(bodyOf(message));
      return readAnswer(await callRemote({ name: NAME, method: "POST", url, headers, body }));
    },

    readCallback: (callback) => readMsg91Callback(secrets, callback),
  };
}

const bodyOf = ({ to, template, values }: PhoneMessage) => ({
  template_id: template.id,
  // A short address would lead to another host, which DLT has not white-listed.
  short_url: "0",
  recipients: [
    { mobiles: to.replace(/^\+/, ""), ...Object.fromEntries(values.map(({ text }, at) => [`VAR${at + 1}`, text])) },
  ],
});

/** @throws Unreachable if the outcome is unknown */
function readAnswer(answer: RemoteAnswer): Sending {
  const { status, text } = answer;
  if (status === 429 || status === 503) return refused("busy", `${NAME} answered ${status}`);
  const read = tryToRead(Answer, text);
  if (read?.type === "success" && read.message) return accepted(read.message);
  if (read?.type === "error") return refused("configuration", maskReason(read.message) ?? `${NAME} gave no reason`);
  if (status >= 400 && status < 500) return refused("configuration", `${NAME} answered ${status}`);
  throw unclear(NAME, answer);
}
