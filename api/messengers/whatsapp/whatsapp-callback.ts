import { createHmac } from "node:crypto";

import { z } from "zod";

import type { Secrets } from "../../../config/brand/secrets.ts";
import { areEqualSecrets } from "../../../config/process/equal-secrets.ts";
import type { Callback, ReadCallback, Receipt, Reply } from "../../ports/messenger.ts";
import { hasCallbackKey } from "../adapter/callback-key.ts";
import { readIndianNumber, tryToRead } from "../adapter/outcomes.ts";
import { explainWhatsAppError, WhatsAppError } from "./whatsapp-errors.ts";

/** A part of a callback in another form must not hide the others, because Meta repeats an unanswered callback for seven days. */
const Parts = z.array(z.unknown()).default([]);

const Callbacks = z.looseObject({
  entry: z.array(z.looseObject({ changes: Parts })),
});

const Change = z.looseObject({
  field: z.literal("messages"),
  value: z.looseObject({
    metadata: z.looseObject({ phone_number_id: z.string() }),
    statuses: Parts,
    messages: Parts,
  }),
});

const Status = z.looseObject({
  id: z.string().min(1),
  status: z.enum(["sent", "delivered", "read", "failed"]),
  biz_opaque_callback_data: z.string().nullish(),
  errors: z.array(WhatsAppError).nullish(),
});

const Inbound = z.looseObject({
  from: z.string(),
  /** Seconds since 1970. */
  timestamp: z
    .string()
    .regex(/^\d{1,11}$/)
    .optional()
    .catch(undefined),
  text: z.looseObject({ body: z.string() }).nullish(),
  /** A press of a button of a template. */
  button: z.looseObject({ text: z.string() }).nullish(),
});

/** The form of our ids. */
const OUR_ID = /^[\w-]{22}$/;
const CHALLENGE = /^[\w.-]{1,200}$/;

type Options = { host: "meta" | "360dialog"; phoneNumberId: string; secrets: Secrets };

/**
 * Reads the callbacks of one number. One address serves all numbers of a Meta app, so entries of other numbers are left out.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks
 */
export function readWhatsAppCallback({ host, phoneNumberId, secrets }: Options, callback: Callback): ReadCallback {
  if (callback.method === "GET")
    return host === "meta" ? answerChallenge(secrets, callback) : { ok: false, reason: "not a POST" };
  const isProven = host === "meta" ? isSigned(secrets, callback) : hasCallbackKey(secrets, callback);
  if (!isProven) return { ok: false, reason: host === "meta" ? "bad signature" : "bad key" };
  const sent = tryToRead(Callbacks, callback.rawBody.toString("utf8"));
  if (sent === undefined) return { ok: false, reason: "unreadable" };
  const values = readEach(
    Change,
    sent.entry.flatMap(({ changes }) => changes),
  )
    .map(({ value }) => value)
    .filter(({ metadata }) => metadata.phone_number_id === phoneNumberId);
  return {
    ok: true,
    receipts: values.flatMap(({ statuses }) => readEach(Status, statuses).map(toReceipt)),
    replies: values.flatMap(({ messages }) => readEach(Inbound, messages).flatMap(toReply)),
  };
}

function answerChallenge(secrets: Secrets, { query }: Callback): ReadCallback {
  const [mode, token, challenge] = ["mode", "verify_token", "challenge"].map((name) => query.get(`hub.${name}`) ?? "");
  const isKnown = secrets.read("VERIFY_TOKEN").some((secret) => areEqualSecrets(token!, secret));
  if (mode !== "subscribe" || !isKnown || !CHALLENGE.test(challenge!)) return { ok: false, reason: "bad verify token" };
  return { ok: true, receipts: [], replies: [], answer: challenge! };
}

/** Over the raw bytes: Meta escapes all characters beyond ASCII, and no parser restores that. */
function isSigned(secrets: Secrets, { headers, rawBody }: Callback): boolean {
  const given = String(headers["x-hub-signature-256"] ?? "");
  return secrets
    .read("APP_SECRET")
    .some((secret) => areEqualSecrets(given, `sha256=${createHmac("sha256", secret).update(rawBody).digest("hex")}`));
}

const readEach = <Schema extends z.ZodType>(schema: Schema, parts: unknown[]): z.output<Schema>[] =>
  parts.flatMap((part) => {
    const { success, data } = schema.safeParse(part);
    return success ? [data] : [];
  });

function toReceipt({ id: wamid, status, biz_opaque_callback_data: ourId, errors }: z.output<typeof Status>): Receipt {
  const isOurs = ourId !== null && ourId !== undefined && OUR_ID.test(ourId);
  const [error] = status === "failed" ? (errors ?? []) : [];
  return {
    by: isOurs ? "id" : "provider id",
    id: isOurs ? ourId : wamid,
    state: status,
    ...(error === undefined ? { fault: null, reason: null } : explainWhatsAppError(error, null)),
  };
}

function toReply({ from, timestamp, text, button }: z.output<typeof Inbound>): Reply[] {
  const phone = readIndianNumber(from);
  const words = text?.body ?? button?.text;
  const at = timestamp === undefined ? {} : { at: Number(timestamp) * 1_000 };
  return phone === undefined || words === undefined ? [] : [{ phone, text: words, ...at }];
}
