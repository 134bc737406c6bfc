import { z } from "zod";

import { areEqualSecrets } from "../../config/process/equal-secrets.ts";
import { messageControls, RECEIPT_BACKOFF_MS } from "../phones/controls.ts";
import { addPhonePage } from "../phones/phone-page.ts";
import { Phones, type PhoneState, type SentMessage } from "../phones/phones.ts";
import { randomLetters } from "../wire/ids.ts";
import { readBody } from "../wire/read-body.ts";
import { signStandardWebhook } from "../wire/signing.ts";
import { type Answer, type Call, createVendor, ok, Refusal } from "../wire/vendor.ts";
import { Webhooks } from "../wire/webhooks.ts";

export type MessageHttpFailure = { error: "configuration" | "recipient"; reason: string };

export type MessageHttpOptions = {
  /** In the form of Standard Webhooks: whsec_ and base64. */
  secret?: string;
  /** The known templates: the names of the values of each, in order. */
  templates?: Record<string, string[]>;
  now?: () => number;
  actsAfterMs?: number | null;
  retriesByItself?: boolean;
};

export type MessageHttpSimulator = ReturnType<typeof createMessageHttpSimulator>;

const PATH = "/messages";
const MOST_SECONDS_APART = 300;
const Text = z.string().min(1).max(200);

const NewMessage = z.strictObject({
  id: z.string().regex(/^[\w-]{22}$/),
  kind: z.enum(["vouchers", "gift", "card-expiry", "sign-in-code", "coins-lapse"]),
  channel: z.enum(["whatsapp", "sms"]),
  to: z.string().regex(/^\+91\d{10}$/),
  language: z.string().min(2).max(10),
  template: z.strictObject({ id: Text, dlt_id: z.string().regex(/^\d+$/).optional() }),
  values: z.array(z.strictObject({ name: Text, text: z.string().max(200) })).max(10),
  receipt_url: z.url(),
});

const MESSAGE_HTTP_FAILURES: Record<string, MessageHttpFailure> = {
  "Wrong number": { error: "recipient", reason: "the number does not exist" },
  "Wrong template": { error: "configuration", reason: "the operator knows no such template" },
};

/** A receiver of the contract in docs/messages/http.md, in memory. */
export function createMessageHttpSimulator(options: MessageHttpOptions = {}) {
  const now = options.now ?? Date.now;
  const account = {
    secret: options.secret ?? `whsec_${Buffer.from(randomLetters(32)).toString("base64")}`,
    templates: options.templates ?? {},
    wrongNumbers: new Set<string>(),
  };
  const webhooks = new Webhooks({
    now,
    backoffMs: RECEIPT_BACKOFF_MS,
    retriesByItself: options.retriesByItself ?? false,
    secretOnDemand: () => account.secret,
    timeoutMs: 10_000,
  });
  const notify = (event: string, message: SentMessage<MessageHttpFailure>, body: object) => {
    const eventId = `msg_${randomLetters(24)}`;
    webhooks.add({
      event,
      eventId,
      url: message.receiptUrl!,
      body: JSON.stringify(body),
      secret: account.secret,
      headers: (secret, _attempt, sentAt, text) => proofOf(secret, eventId, sentAt, text),
    });
  };
  const report = (message: SentMessage<MessageHttpFailure>, state: PhoneState, failure: MessageHttpFailure | null) =>
    notify(state, message, { receipts: [{ id: message.ref, state, ...failure }] });
  const phones = new Phones<MessageHttpFailure>({ report, actsAfterMs: options.actsAfterMs ?? null });
  const reply = (message: SentMessage<MessageHttpFailure>, text: string) =>
    notify("reply", message, { replies: [{ from: message.to, text, at: new Date(now()).toISOString() }] });

  const vendor = createVendor({ now, notFound: () => errorAnswer(404), failure: errorAnswer });
  vendor.route("POST", PATH, "send message", (call) => {
    requireProof(call, account.secret, now());
    const body = readBody(call, NewMessage, {
      isStrict: true,
      refuse: ({ field, message }) => refuse("configuration", `${field} ${message}`),
    });
    if (call.headers["webhook-id"] !== body.id) throw refuse("configuration", "webhook-id is not the id");
    const earlier = phones.messages.find(({ ref }) => ref === body.id);
    if (earlier !== undefined) return ok({ id: earlier.id });
    const names = account.templates[body.template.id];
    if (names === undefined) throw refuse("configuration", `there is no template ${body.template.id}`);
    if (names.join() !== body.values.map(({ name }) => name).join())
      throw refuse("configuration", `the template has the values ${names.join(", ")}`);
    if (account.wrongNumbers.has(body.to)) throw refuse("recipient", `${body.to} does not exist`);
    const { id } = phones.accept({
      id: `prov-${phones.messages.length + 1}`,
      ref: body.id,
      to: body.to,
      template: body.template.id,
      text: body.values.map(({ name, text }) => `${name}: ${text}`).join("\n"),
      link: null,
      receiptUrl: body.receipt_url,
      fate: null,
    });
    return { status: 202, body: { id } };
  });
  addPhonePage(vendor, { name: "message service", phones, failures: MESSAGE_HTTP_FAILURES, reply });
  vendor.end();

  return {
    ...messageControls(vendor, phones, webhooks),
    /** `secret` and `templates`. Tests may change them. */
    account,
    /** The number gets no message any more. */
    disconnect: (to: string) => void account.wrongNumbers.add(to),
    reply: (id: string, text: string) => reply(phones.find(id), text),
  };
}

const proofOf = (secret: string, id: string, at: number, body: string): Record<string, string> => {
  const timestamp = String(Math.floor(at / 1_000));
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signStandardWebhook(secret, id, timestamp, body),
  };
};

function requireProof({ headers, rawBody }: Call, secret: string, now: number): void {
  const [id, timestamp, given] = ["id", "timestamp", "signature"].map((name) => String(headers[`webhook-${name}`]));
  const expected = signStandardWebhook(secret, id!, timestamp!, rawBody.toString("utf8"));
  const isSigned = given!.split(" ").some((one) => areEqualSecrets(one, expected));
  if (!isSigned) throw new Refusal("wrong signature", errorAnswer(401));
  if (!(Math.abs(now / 1_000 - Number(timestamp)) <= MOST_SECONDS_APART))
    throw new Refusal("the timestamp is too far away", errorAnswer(401));
}

const errorAnswer = (status: number): Answer => ({ status, body: { message: `error ${status}` } });

const refuse = (error: MessageHttpFailure["error"], reason: string) =>
  new Refusal(reason, { status: 422, body: { error, reason } });
