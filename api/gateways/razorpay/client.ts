import type { z } from "zod";

import { Unreachable } from "../../base/unreachable.ts";
import { callRemote, parseWireJson, type RemoteAnswer } from "../../remote/call-remote.ts";
import type { GatewayOptions } from "../gateway-options.ts";
import { parseShape, quoted, readSecrets, refuseUnclear } from "../wire.ts";
import { ErrorAnswer } from "./shapes.ts";

export const NAME = "Razorpay";

type Call = { method?: "GET" | "POST"; headers?: Record<string, string>; body?: unknown };

/** An answer, or the reason for which Razorpay refused the call. A refused call had no effect. */
type Answer<Value> =
  { ok: true; value: Value; answer: RemoteAnswer } | { ok: false; status: number; description: string };

/** https://razorpay.com/docs/api/authentication: HTTP Basic with key id and key secret. */
export function createRazorpayClient({ settings, secrets }: Pick<GatewayOptions<"razorpay">, "settings" | "secrets">) {
  const base = `${(settings.url ?? "https://api.razorpay.com").replace(/\/$/, "")}/v1`;

  /** @throws Unreachable if the outcome of the call is unclear */
  async function ask<Shape extends z.ZodType>(
    path: string,
    shape: Shape,
    { method = "GET", headers, body }: Call = {},
  ): Promise<Answer<z.output<Shape>>> {
    const keys = ["KEY_ID", "KEY_SECRET"].map((name) => readSecrets(secrets, name)[0]);
    const answer = await callRemote({
      name: NAME,
      method,
      url: `${base}${path}`,
      headers: {
        authorization: `Basic ${Buffer.from(keys.join(":")).toString("base64")}`,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    refuseUnclear(NAME, answer);
    const json = parseWireJson(NAME, answer.text);
    if (answer.status < 300) return { ok: true, value: parseShape(NAME, shape, json), answer };
    const { code, description } = parseShape(NAME, ErrorAnswer, json).error;
    // With the other codes, GATEWAY_ERROR and SERVER_ERROR, the outcome is unknown.
    if (code !== "BAD_REQUEST_ERROR") throw new Unreachable(`${NAME} answered ${answer.status} ${quoted(code)}`);
    return { ok: false, status: answer.status, description: quoted(description) };
  }

  /** For a call that Razorpay has no reason to refuse. */
  async function get<Shape extends z.ZodType>(path: string, shape: Shape): Promise<z.output<Shape>> {
    const answer = await ask(path, shape);
    if (answer.ok) return answer.value;
    throw new Unreachable(`${NAME} refuses a call that it should answer: ${answer.description}`);
  }

  return { ask, get };
}

export type RazorpayClient = ReturnType<typeof createRazorpayClient>;
