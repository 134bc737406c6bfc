import { z } from "zod";

import { areEqualSecrets } from "../../config/process/equal-secrets.ts";
import { messageControls, RECEIPT_BACKOFF_MS } from "../phones/controls.ts";
import { type DltFault, type DltRegister, scrub } from "../phones/dlt.ts";
import { addPhonePage } from "../phones/phone-page.ts";
import { Phones, type PhoneState, type SentMessage } from "../phones/phones.ts";
import { randomDigits, randomLetters } from "../wire/ids.ts";
import { readBody } from "../wire/read-body.ts";
import { type Answer, createVendor, ok, Refusal } from "../wire/vendor.ts";
import { Webhooks } from "../wire/webhooks.ts";

/** A status of MSG91's report, its word, and the operator's reason. */
export type Msg91Failure = { status: string; desc: string; failedReason: string };

/** A template of MSG91's panel, which names the one of DLT. */
export type Msg91Template = { header: string; dltId: string };

export type Msg91Options = {
  authKey?: string;
  /** The URL for reports, with the secret for the shop. Without one, no report is sent. */
  webhookUrl?: string;
  /** The version of the webhook, chosen in the panel. */
  version?: 2 | 3;
  templates?: Record<string, Msg91Template>;
  dlt?: DltRegister;
  now?: () => number;
  actsAfterMs?: number | null;
  retriesByItself?: boolean;
};

export type Msg91Simulator = ReturnType<typeof createMsg91Simulator>;

const Variables = z.string().max(200);
const Recipient = z.object({ mobiles: z.string().regex(/^91\d{10}$/) }).catchall(Variables);
const NewSms = z.strictObject({
  template_id: z.string().min(1),
  short_url: z.enum(["0", "1"]).optional(),
  realTimeResponse: z.literal("1").optional(),
  recipients: z.array(Recipient).min(1),
});

/** A shortened address leads through another host. */
const SHORT_URL = "https://short.example/Zq3";

const blocked = (reason: string): Msg91Failure => ({ status: "16", desc: "REJECTED", failedReason: reason });
const BLOCKED: Record<DltFault, Msg91Failure> = {
  entity: blocked("DLT entity id is not registered"),
  header: blocked("Header is not registered on DLT"),
  template: blocked("SMS not matched with DLT template"),
  url: blocked("URL is not whitelisted on DLT"),
};

export const MSG91_FAILURES: Record<string, Msg91Failure> = {
  Fail: { status: "2", desc: "FAILED", failedReason: "Absent subscriber" },
  "Blocked number": { status: "17", desc: "BLOCKED", failedReason: "" },
  "Blocked by DLT": BLOCKED.template,
};

/** An account of MSG91 in memory: flows, and the reports of versions 2 and 3 (msg91.com/help). It signs nothing. */
export function createMsg91Simulator(options: Msg91Options = {}) {
  const now = options.now ?? Date.now;
  const account = {
    authKey: options.authKey ?? randomLetters(25),
    webhookUrl: options.webhookUrl,
    version: options.version ?? 2,
    templates: options.templates ?? {},
    dlt: options.dlt ?? { entityId: "", headers: [], texts: {}, urls: [] },
    /** The HTTP status of errors, which MSG91 does not document. */
    errorStatus: 400,
  };
  const webhooks = new Webhooks({
    now,
    backoffMs: RECEIPT_BACKOFF_MS,
    retriesByItself: options.retriesByItself ?? false,
    secretOnDemand: () => "",
    timeoutMs: 10_000,
  });
  /** Reports are about the end only. */
  const report = (message: SentMessage<Msg91Failure>, state: PhoneState, failure: Msg91Failure | null) => {
    if (account.webhookUrl === undefined || (state !== "delivered" && state !== "failed")) return;
    const isForm = account.version === 2;
    const outcome = failure ?? { status: "1", desc: "DELIVERED", failedReason: "" };
    webhooks.add({
      event: state,
      eventId: randomLetters(20),
      url: account.webhookUrl,
      body: isForm ? secondVersion(message, outcome, now()) : thirdVersion(message, outcome, now()),
      secret: "",
      headers: () => ({ "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json" }),
    });
  };
  const phones = new Phones<Msg91Failure>({ report, actsAfterMs: options.actsAfterMs ?? null });
  const errorAnswer = (message: string, status = account.errorStatus): Answer => ({
    status,
    body: { type: "error", message },
  });
  const refuse = (message: string) => new Refusal(message, errorAnswer(message));

  const vendor = createVendor({
    now,
    notFound: () => errorAnswer("Not found", 404),
    failure: (status) => (status < 500 ? errorAnswer("Too many requests", status) : { status, body: {} }),
  });
  vendor.route("POST", "/api/v5/flow", "send message", (call) => {
    if (!areEqualSecrets(String(call.headers.authkey ?? ""), account.authKey)) throw refuse("Authentication failure");
    const { template_id, short_url, recipients } = readBody(call, NewSms, {
      isStrict: true,
      refuse: ({ field, message }) => refuse(`${field} ${message}`),
    });
    const template = account.templates[template_id];
    if (template === undefined) throw refuse("Template id is not valid");
    const registered = account.dlt.texts[template.dltId] ?? "";
    const requestId = `3${randomDigits(23)}`;
    for (const { mobiles, ...variables } of recipients) {
      const filled = fill(registered, variables);
      const text = short_url === "1" ? filled?.replaceAll(/https?:\/\/\S+/g, SHORT_URL) : filled;
      if (text === undefined) throw refuse("The variables are not those of the template");
      const fault = scrub(account.dlt, { header: template.header, templateId: template.dltId, text });
      phones.accept({
        id: requestId,
        ref: null,
        to: mobiles,
        template: template_id,
        text,
        link: null,
        receiptUrl: account.webhookUrl,
        fate: fault === null ? null : BLOCKED[fault],
      });
    }
    return ok({ type: "success", message: requestId });
  });
  addPhonePage(vendor, { name: "MSG91", phones, failures: MSG91_FAILURES });
  vendor.end();

  return {
    ...messageControls(vendor, phones, webhooks),
    /** The key, the templates, the registration at DLT, and the webhook. Tests may change them. */
    account,
  };
}

/** The registered text with VAR1, VAR2 and so on in the places of its variables; undefined if there are others. */
function fill(registered: string, variables: Record<string, string>): string | undefined {
  const parts = registered.split("{#var#}");
  const names = parts.slice(1).map((_, at) => `VAR${at + 1}`);
  if (Object.keys(variables).toSorted().join() !== names.toSorted().join()) return undefined;
  return parts.map((part, at) => `${part}${variables[names[at] ?? ""] ?? ""}`).join("");
}

const dateOf = (at: number) => new Date(at).toISOString().slice(0, 19).replace("T", " ");
const USER = { userId: "270000", campaignName: "API" };

function secondVersion(
  { id, to }: SentMessage<Msg91Failure>,
  { status, desc, failedReason }: Msg91Failure,
  at: number,
) {
  const report = [
    { date: dateOf(at), amount: "0.20", clientid: "", number: to, credit: "1", status, desc, failedReason },
  ];
  const data = JSON.stringify([{ senderId: "MAPLEG", requestId: id, report, ...USER }]);
  return new URLSearchParams({ data }).toString();
}

const thirdVersion = ({ id, to }: SentMessage<Msg91Failure>, { status, desc }: Msg91Failure, at: number) =>
  JSON.stringify({
    date: dateOf(at),
    number: to,
    senderId: "MAPLEG",
    amount: "0.20",
    requestId: id,
    credit: "1",
    ...USER,
    status,
    desc,
  });
