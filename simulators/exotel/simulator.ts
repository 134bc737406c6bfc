import { z } from "zod";

import { areEqualSecrets } from "../../config/process/equal-secrets.ts";
import { messageControls, RECEIPT_BACKOFF_MS } from "../phones/controls.ts";
import { type DltFault, type DltRegister, scrub } from "../phones/dlt.ts";
import { addPhonePage } from "../phones/phone-page.ts";
import { Phones, type PhoneState, type SentMessage } from "../phones/phones.ts";
import { randomLetters } from "../wire/ids.ts";
import { readBody } from "../wire/read-body.ts";
import { type Answer, type Call, createVendor, ok, Refusal } from "../wire/vendor.ts";
import { Webhooks } from "../wire/webhooks.ts";

/** The words and the code of Exotel's status. */
export type ExotelFailure = { status: string; detail: string; code: number };

export type ExotelOptions = {
  accountSid?: string;
  apiKey?: string;
  apiToken?: string;
  dlt?: DltRegister;
  now?: () => number;
  actsAfterMs?: number | null;
  retriesByItself?: boolean;
};

export type ExotelSimulator = ReturnType<typeof createExotelSimulator>;

const NewSms = z.strictObject({
  From: z.string().min(1),
  To: z.string().regex(/^\+91\d{10}$/),
  Body: z.string().min(1).max(2_000),
  EncodingType: z.enum(["plain", "unicode"]).optional(),
  DltEntityId: z.string().regex(/^\d+$/),
  DltTemplateId: z.string().regex(/^\d+$/).optional(),
  SmsType: z.enum(["transactional", "transactional_opt_in", "promotional"]).optional(),
  StatusCallback: z.url().optional(),
  CustomField: z.string().max(128).optional(),
  Priority: z.enum(["normal", "high"]).optional(),
  ShortenUrl: z.enum(["true", "false"]).optional(),
});

/** https://developer.exotel.com/docs/sms-api/api-reference/status-codes */
const failed = (detail: string, code: number): ExotelFailure => ({ status: "failed", detail, code });
const BLOCKED: Record<DltFault, ExotelFailure> = {
  entity: failed("FAILED_DLT_ENTITY", 23081),
  header: failed("FAILED_INVALID_SENDER", 23072),
  template: failed("FAILED_DLT_TEMPLATE", 23082),
  url: failed("FAILED_DLT_SCRUBBING", 23080),
};

export const EXOTEL_FAILURES: Record<string, ExotelFailure> = {
  Fail: failed("FAILED_INVALID_NUMBER", 23010),
  Expire: { status: "expired", detail: "EXPIRED", code: 23030 },
  "Blocked by DLT": BLOCKED.template,
};

/** An account of Exotel in memory (https://developer.exotel.com/docs/sms-api): SMS, their states, status callbacks. */
export function createExotelSimulator(options: ExotelOptions = {}) {
  const now = options.now ?? Date.now;
  const account = {
    sid: options.accountSid ?? "maple1",
    apiKey: options.apiKey ?? randomLetters(40),
    apiToken: options.apiToken ?? randomLetters(40),
    dlt: options.dlt ?? { entityId: "", headers: [], texts: {}, urls: [] },
    hasBalance: true,
    wrongNumbers: new Set<string>(),
    /** The word of a delivered SMS: older pages of the vendor have "sent" with a detail. */
    wordOfDelivered: "delivered" as "delivered" | "sent",
  };
  const webhooks = new Webhooks({
    now,
    backoffMs: RECEIPT_BACKOFF_MS,
    retriesByItself: options.retriesByItself ?? false,
    secretOnDemand: () => "",
    timeoutMs: 10_000,
  });
  const report = (message: SentMessage<ExotelFailure>, state: PhoneState, failure: ExotelFailure | null) => {
    const status = failure ?? statusOf(state, account.wordOfDelivered);
    if (message.receiptUrl === undefined || status === undefined) return;
    webhooks.add({
      event: state,
      eventId: randomLetters(20),
      url: message.receiptUrl,
      body: new URLSearchParams(callbackOf(message, status, now())).toString(),
      secret: "",
      headers: () => ({ "content-type": "application/x-www-form-urlencoded" }),
    });
  };
  const phones = new Phones<ExotelFailure>({ report, actsAfterMs: options.actsAfterMs ?? null });
  const vendor = createVendor({ now, notFound: () => errorAnswer(404, "Not Found"), failure });

  vendor.route("POST", "/v1/Accounts/:sid/Sms/send.json", "send message", (call) => {
    requireAccess(account, call);
    const body = readBody(call, NewSms, {
      isStrict: true,
      refuse: ({ field, message }) => refuse(400, `Invalid Parameters: ${field} ${message}`),
    });
    if (!account.hasBalance) throw refuse(403, "Insufficient balance to send the SMS");
    if (account.wrongNumbers.has(body.To)) throw refuse(400, `Invalid Recipient [${body.To}]`);
    if (!account.dlt.headers.includes(body.From)) throw refuse(400, "The Sender ID is not linked to the account");
    if (body.EncodingType !== "unicode" && /[^\x20-\x7e\n\r]/.test(body.Body))
      throw refuse(400, "Invalid Parameters: EncodingType must be unicode");
    const fault = scrub(account.dlt, {
      entityId: body.DltEntityId,
      header: body.From,
      templateId: body.DltTemplateId,
      text: body.Body,
    });
    const message = phones.accept({
      id: randomLetters(32).toLowerCase(),
      ref: body.CustomField ?? null,
      to: body.To,
      template: body.DltTemplateId ?? "DLT",
      text: body.Body,
      link: null,
      receiptUrl: body.StatusCallback,
      fate: fault === null ? null : BLOCKED[fault],
    });
    return ok({ SMSMessage: entityOf(account.sid, message, now()) });
  });
  vendor.route("GET", "/v1/Accounts/:sid/SMS/Messages/:id", "read message", (call) => {
    requireAccess(account, call);
    const found = phones.messages.find(({ id }) => `${id}.json` === call.params.id);
    if (found === undefined) throw refuse(404, "Not Found");
    return ok({ SMSMessage: entityOf(account.sid, found, now()) });
  });
  addPhonePage(vendor, { name: "Exotel", phones, failures: EXOTEL_FAILURES });
  vendor.end();

  return {
    ...messageControls(vendor, phones, webhooks),
    /** Credentials, the registration at DLT, the balance and wrong numbers. Tests may change them. */
    account,
  };
}

type Status = ExotelFailure;

/** There is no report about reading an SMS. */
const statusOf = (state: PhoneState, delivered: string): Status | undefined =>
  ({
    accepted: { status: "queued", detail: "PENDING", code: 21010 },
    sent: { status: "sent", detail: "DELIVERED_TO_OPERATOR", code: 20006 },
    delivered: { status: delivered, detail: "DELIVERED_TO_HANDSET", code: 20005 },
    read: undefined,
    failed: EXOTEL_FAILURES.Fail,
  })[state];

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 19).replace("T", " ");

const callbackOf = ({ id, ref, to }: SentMessage<ExotelFailure>, { status, detail, code }: Status, at: number) => ({
  SmsSid: id,
  To: to,
  Status: status,
  SmsUnits: "1",
  DetailedStatus: detail,
  DetailedStatusCode: String(code),
  DateSent: dateOf(at),
  ...(ref !== null && { CustomField: ref }),
});

function entityOf(sid: string, { id, to, text, state }: SentMessage<ExotelFailure>, at: number) {
  const { status, detail, code } = statusOf(state, "sent") ?? {
    status: "sent",
    detail: "DELIVERED_TO_HANDSET",
    code: 20005,
  };
  return {
    Sid: id,
    AccountSid: sid,
    From: "MAPLEG",
    To: to,
    DateCreated: dateOf(at),
    DateUpdated: dateOf(at),
    DateSent: dateOf(at),
    Body: text,
    Direction: "outbound-api",
    Uri: `/v1/Accounts/${sid}/SMS/Messages/${id}`,
    ApiVersion: null,
    Price: null,
    Status: status,
    DetailedStatusCode: code,
    DetailedStatus: detail,
  };
}

function requireAccess({ sid, apiKey, apiToken }: { sid: string; apiKey: string; apiToken: string }, call: Call): void {
  const expected = `Basic ${Buffer.from(`${apiKey}:${apiToken}`).toString("base64")}`;
  if (!areEqualSecrets(call.headers.authorization ?? "", expected))
    throw refuse(401, "Authentication failed. Invalid API Key or Token.");
  if (call.params.sid !== sid) throw refuse(403, "The account is not active");
}

const errorAnswer = (status: number, message: string): Answer => ({
  status,
  body: { RestException: { Status: status, Message: message } },
});

const refuse = (status: number, message: string) => new Refusal(message, errorAnswer(status, message));

const failure = (status: number) => errorAnswer(status, status === 429 ? "Too Many Requests" : "Internal Server Error");
