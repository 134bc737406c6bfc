import type { z } from "zod";

import { Unreachable } from "../../base/unreachable.ts";
import { callRemote, parseWireJson, type RemoteAnswer } from "../../remote/call-remote.ts";
import type { GatewayOptions } from "../gateway-options.ts";
import { parseShape, quoted, readSecrets, refuseUnclear } from "../wire.ts";
import { ErrorAnswer } from "./shapes.ts";

export const NAME = "Cashfree";
/** The version decides the types of fields, so it is pinned. */
const API_VERSION = "2025-01-01";
const HOSTS = { live: "https://api.cashfree.com", test: "https://sandbox.cashfree.com" };

type Call = { method?: "GET" | "POST" | "PATCH"; body?: unknown };

/** An answer, or the reason for which Cashfree refused the call. A refused call had no effect. */
type Answer<Value> = { answer: RemoteAnswer } & (
  { ok: true; value: Value } | { ok: false; isUnknown: boolean; message: string }
);

/** https://www.cashfree.com/docs/api-reference/authentication: client id and secret in headers. */
export function createCashfreeClient({ settings, secrets }: Pick<GatewayOptions<"cashfree">, "settings" | "secrets">) {
  const base = `${(settings.url ?? HOSTS[settings.environment]).replace(/\/$/, "")}/pg`;

  /** @throws Unreachable if the outcome of the call is unclear */
  async function ask<Shape extends z.ZodType>(
    path: string,
    shape: Shape,
    { method = "GET", body }: Call = {},
  ): Promise<Answer<z.output<Shape>>> {
    const answer = await callRemote({
      name: NAME,
      method,
      url: `${base}${path}`,
      headers: {
        "x-client-id": readSecrets(secrets, "CLIENT_ID")[0],
        "x-client-secret": readSecrets(secrets, "CLIENT_SECRET")[0],
        "x-api-version": API_VERSION,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    refuseUnclear(NAME, answer);
    const json = parseWireJson(NAME, answer.text);
    if (answer.status < 300) return { ok: true, value: parseShape(NAME, shape, json), answer };
    const { code, message } = parseShape(NAME, ErrorAnswer, json);
    return {
      ok: false,
      isUnknown: answer.status === 404 && code.endsWith("not_found"),
      message: quoted(message),
      answer,
    };
  }

  /** For a call that Cashfree has no reason to refuse. */
  async function get<Shape extends z.ZodType>(path: string, shape: Shape): Promise<z.output<Shape>> {
    const answer = await ask(path, shape);
    if (answer.ok) return answer.value;
    throw new Unreachable(`${NAME} refuses a call that it should answer: ${answer.message}`);
  }

  /** The entity at `path`; undefined if Cashfree has none. */
  async function find<Shape extends z.ZodType>(path: string, shape: Shape): Promise<z.output<Shape> | undefined> {
    const answer = await ask(path, shape);
    if (answer.ok) return answer.value;
    if (answer.isUnknown) return undefined;
    throw new Unreachable(`${NAME} refuses a call that it should answer: ${answer.message}`);
  }

  return { ask, get, find };
}

export type CashfreeClient = ReturnType<typeof createCashfreeClient>;

export const orderPath = (id: string) => `/orders/${encodeURIComponent(id)}`;
export const linkPath = (id: string) => `/links/${encodeURIComponent(id)}`;
