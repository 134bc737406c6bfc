import { createHash } from "node:crypto";

import { z } from "zod";

import { MissingSecret, type Secrets } from "../../config/brand/secrets.ts";
import type { Clock } from "../base/clock.ts";
import { Unreachable } from "../base/unreachable.ts";
import { parseWireRupees } from "../domain/pricing.ts";
import type { GatewayFinding, Notice, PaymentView, Verified } from "../ports/gateway.ts";
import { parseWireJson, type RemoteAnswer } from "../remote/call-remote.ts";

// The common parts of the gateways' answers. Numbers arrive as text (api/remote/call-remote.ts).

/** A whole number, such as an amount in paise or a time. Vendors also send it as a string. */
export const WireInteger = z
  .string()
  .regex(/^-?\d{1,15}$/)
  .transform(Number);

/** An amount in rupees as paise: "10.1" is 1010. More than two places that are not zero are refused, never rounded. */
export const WireRupees = z.string().transform(parseWireRupees).pipe(z.int());

/** An id. Some are numbers in older API versions. */
export const WireId = z.string().min(1).max(200);

/** An attempt has an id of this form. */
export const ATTEMPT_ID = /^[\w-]{22}$/;
const MOST_IDS = 20;

const YES = ["true", "1", "y", "yes"];
const NO = ["false", "0", "n", "no"];

function readFlag(sent: string): "yes" | "no" | "unclear" {
  const word = sent.toLowerCase();
  return YES.includes(word) ? "yes" : NO.includes(word) ? "no" : "unclear";
}

/** A boolean, also as text or digit. Null if absent; "unclear" for a value that is neither yes nor no. */
export const WireFlag = z
  .union([z.boolean().transform(String), z.string()])
  .transform(readFlag)
  .nullish()
  .catch("unclear" as const);

/** The id if it has the form of our refunds; gateways and their dashboards use other ids. */
export const ourRefundId = (id: string | null | undefined) => (id && /^[0-9a-f]{32}$/.test(id) ? id : null);

/** @throws Unreachable while the gateway does not list the refund that a notification of it has named */
export function requireRefund(name: string, view: PaymentView, refund: string | undefined): PaymentView {
  const isListed = refund === undefined || view.refunds.some(({ gatewayRefundId }) => gatewayRefundId === refund);
  if (!isListed) throw new Unreachable(`${name} names a refund that it does not list yet`);
  return view;
}

type Proven = {
  name: string;
  rawBody: Buffer;
  /** `hash` identifies the body. @throws Unreachable if the event has another shape */
  read: (event: unknown, hash: string) => Notice[] | Unread;
};

/** `no attempt`: a known event without an attempt's id in its usual places. */
export type Unread = "unknown event" | "no attempt";

/**
 * Reads a notification after its proof. The API keeps an unreadable one and answers 200, because gateways disable a
 * webhook after errors.
 */
export function readProven({ name, rawBody, read }: Proven): Verified {
  const text = rawBody.toString("utf8");
  let isKnown = false;
  try {
    const notices = read(parseWireJson(name, text), hashBody(rawBody));
    if (typeof notices !== "string") return { ok: true, notices };
    isKnown = notices === "no attempt";
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
  }
  const isDispute = (text.match(EVENT_NAMES) ?? []).some(isAboutDispute);
  const payments = isDispute ? listTexts(text, PAYMENTS) : [];
  const unclear: Notice["attempt"][] = [
    ...payments.map((id) => ({ by: "payment" as const, id })),
    ...listTexts(text, ATTEMPTS).map((id) => ({ by: "id" as const, id })),
  ];
  return { ok: true, notices: [], unclear, ...(isKnown && { isKnown }), ...(isDispute && { isDispute }) };
}

/** True for the name of an event about a dispute, also of one that the vendor may add. */
export const isAboutDispute = (name: string) => /dispute|chargeback/i.test(name);

const EVENT_NAMES = /(?<="(?:event|type)"\s*:\s*")[^"]*/g;
const ATTEMPTS = /(?<=")[\w-]{22}(?=")/g;
/** The values of `payment_id` and `cf_payment_id`. */
const PAYMENTS = /(?<=payment_id"\s*:\s*"?)[\w-]{1,40}/g;

const listTexts = (text: string, form: RegExp) => [...new Set(text.match(form))].slice(0, MOST_IDS);

export const hashBody = (rawBody: Buffer) => createHash("sha256").update(rawBody).digest("hex");

/** The text of an amount in rupees for a JSON body, such as 10.10. */
export const rupeesOf = (paise: number) => `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, "0")}`;

/** @throws Unreachable if `value` has another shape */
export function parseShape<Shape extends z.ZodType>(name: string, shape: Shape, value: unknown): z.output<Shape> {
  const parsed = shape.safeParse(value);
  if (parsed.success) return parsed.data;
  // The issues' messages may quote the value, so only the places are passed on.
  const places = parsed.error.issues.map(({ path }) => path.join(".") || "the whole answer");
  throw new Unreachable(`${name} answered something unexpected: ${[...new Set(places)].join(", ")}`);
}

/** A vendor's message for the operator, without digits that may be a phone or account number. */
export const quoted = (text: string) => text.replace(/\d{8,}/g, "…").slice(0, 200);

/** @throws Unreachable if the answer demands a repeat of the call, or reports wrong keys */
export function refuseUnclear(name: string, { status }: Pick<RemoteAnswer, "status">) {
  if (status === 401 || status === 403) throw new Unreachable(`${name} refuses the keys (${status})`);
  if (status === 429) throw new Unreachable(`${name} asks for fewer calls (429)`);
  if (status < 200 || status >= 500 || (status >= 300 && status < 400))
    throw new Unreachable(`${name} answered ${status}`);
}

/** The values of a secret that are valid now; the operator has to repair a missing one, so the call is repeated later. */
export function readSecrets(secrets: Secrets, name: string): [string, ...string[]] {
  try {
    return secrets.read(name) as [string, ...string[]];
  } catch (error) {
    if (error instanceof MissingSecret) throw new Unreachable(error.message);
    throw error;
  }
}

/**
 * Runs the harmless calls of `awning check`; their errors become findings. While any of the secrets `names` is missing, each
 * missing one is a finding, and no call is made.
 */
export async function findingsOf(
  { secrets }: { secrets: Secrets },
  names: string[],
  check: () => Promise<GatewayFinding[]>,
): Promise<GatewayFinding[]> {
  const missing = names.flatMap((name) => findMissing(secrets, name));
  if (missing.length > 0) return missing.map((text) => ({ level: "error", text }));
  try {
    return await check();
  } catch (error) {
    if (error instanceof Unreachable) return [{ level: "error", text: error.message }];
    throw error;
  }
}

function findMissing(secrets: Secrets, name: string): string[] {
  try {
    secrets.read(name);
    return [];
  } catch (error) {
    if (error instanceof MissingSecret) return [error.message];
    throw error;
  }
}

const MOST_SKEW_MS = 60_000;

/** A warning if this machine's clock is wrong by the answer's Date header. */
export function findSkew(name: string, { headers }: Pick<RemoteAnswer, "headers">, clock: Clock): GatewayFinding[] {
  const theirs = Date.parse(String(headers.date));
  const seconds = Math.round((clock.now() - theirs) / 1000);
  if (Number.isNaN(seconds) || Math.abs(seconds) * 1000 <= MOST_SKEW_MS) return [];
  const direction = seconds > 0 ? "ahead of" : "behind";
  return [
    {
      level: "warning",
      text: `this machine's clock is ${Math.abs(seconds)} s ${direction} ${name}'s: synchronise it (NTP)`,
    },
  ];
}
