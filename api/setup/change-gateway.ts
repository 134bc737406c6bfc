import { canonicalOrigin } from "../../config/brand/origin.ts";
import type { Payments, Tenant } from "../../config/brand/schema.ts";
import type { SecretValues } from "../../config/brand/secrets.ts";
import type { Reader } from "../db/database.ts";
import { DAY_MS } from "../domain/days.ts";
import { eventsToTick } from "../gateways/webhook-events.ts";
import { MAX_POLLS } from "../payments/reconcile.ts";
import type { GatewayFinding } from "../ports/gateway.ts";
import { listLeftAttempts, listLeftHolds, listLeftRefunds } from "../repositories/audit/gateway-leftovers.ts";
import { tryGateway } from "./try-gateway.ts";

/** The greatest age of attempts at a former gateway that may still be paid. */
const OPEN_MS = 30 * DAY_MS;

/**
 * The objections to a change of the gateway: `refused`, the gateway refuses the credentials or was not reached; `open`, payments,
 * refunds or held orders of the former gateway may still change.
 */
export const OBJECTIONS = ["refused", "open"] as const;
export type Objection = (typeof OBJECTIONS)[number];

export type Judgement = {
  findings: GatewayFinding[];
  /** The open cases at the former gateway, in words; null if there are none. */
  open: string | null;
  objections: Objection[];
};

type Change = {
  /** The brand with its present payments. */
  tenant: Pick<Tenant, "id" | "payments">;
  /** The new settings; undefined for the sandbox. */
  settings: Payments | undefined;
  secrets: SecretValues;
  now: number;
  /** Opens the brand's data; called if there is a former gateway. */
  withData<T>(use: (read: Reader) => Promise<T>): Promise<T>;
};

/** Tries a gateway for a brand, and looks for open cases at the former one. It changes nothing. */
export async function judgeGateway({ tenant, settings, secrets, now, withData }: Change): Promise<Judgement> {
  const { id, payments: former } = tenant;
  const gateway = settings?.gateway ?? "sandbox";
  const findings = await tryGateway(id, settings, secrets);
  const isLeft = former !== undefined && accountOf(former) !== accountOf(settings); // the sandbox can always be queried
  const kept = former?.gateway === gateway ? NO_GATEWAY : gateway;
  const open = isLeft
    ? await withData((read) => describeOpen(read, { former: former.gateway, gateway: kept, now }))
    : null;
  const isRefused = findings.some(({ level }) => level === "error");
  return {
    findings,
    open,
    objections: [...(isRefused ? ["refused" as const] : []), ...(open ? ["open" as const] : [])],
  };
}

/** No gateway's name: another account of the same gateway does not have the open cases either. */
const NO_GATEWAY = "";

/** The account that receives payments, as far as tenant.json identifies it. */
const accountOf = (settings: Payments | undefined) => {
  const { gateway, vpa, environment, url }: Record<string, unknown> = settings ?? {};
  return JSON.stringify([gateway, vpa, environment, url]);
};

type Gateways = { former: string; gateway: string; now: number };

async function describeOpen(read: Reader, { former, gateway, now }: Gateways): Promise<string | null> {
  const since = { since: now - OPEN_MS, polls: MAX_POLLS };
  const open = [
    count((await listLeftAttempts(read, gateway, since)).length, "unpaid payment"),
    count((await listLeftRefunds(read, gateway)).length, "refund"),
    count((await listLeftHolds(read, gateway)).length, "held order"),
  ].filter((text) => text !== null);
  if (open.length === 0) return null;
  return `${LIST.format(open)} of ${former} may still change, and the shop could no longer ask`;
}

const LIST = new Intl.ListFormat("en-GB");

const count = (number: number, noun: string) => (number === 0 ? null : `${number} ${noun}${number === 1 ? "" : "s"}`);

/** The webhook to enter in the gateway's dashboard; null without a gateway, and for one without webhooks. */
export const findLeftToDo = (tenant: Pick<Tenant, "origin" | "hostnames">, payments: Payments | undefined) =>
  payments === undefined || payments.gateway === "vpa"
    ? null
    : { webhookUrl: `${canonicalOrigin(tenant)}/payment-notification`, events: eventsToTick(payments) };
