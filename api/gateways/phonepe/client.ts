import type { z } from "zod";

import { Unreachable } from "../../base/unreachable.ts";
import { callRemote, parseWireJson } from "../../remote/call-remote.ts";
import type { GatewayOptions } from "../gateway-options.ts";
import { parseShape, quoted, refuseUnclear } from "../wire.ts";
import { basesOf, NAME } from "./bases.ts";
import { ErrorAnswer } from "./shapes.ts";
import { createTokens } from "./tokens.ts";

/** An answer, or the reason for which PhonePe refused the call. A refused call had no effect. */
type Answer<Value> = { ok: true; value: Value } | { ok: false; isUnknown: boolean; message: string };

export function createPhonePeClient(options: Pick<GatewayOptions<"phonepe">, "settings" | "secrets" | "clock">) {
  const base = basesOf(options.settings).gateway;
  const tokens = createTokens(options);

  async function send(path: string, authorization: string, body: unknown) {
    return callRemote({
      name: NAME,
      method: body === undefined ? "GET" : "POST",
      url: `${base}${path}`,
      headers: { authorization, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  }

  /**
   * A GET, or a POST with `body`. A token that PhonePe refuses is renewed once; the refused call had no effect.
   * @throws Unreachable if the outcome of the call is unclear
   */
  async function ask<Shape extends z.ZodType>(
    path: string,
    shape: Shape,
    body?: unknown,
  ): Promise<Answer<z.output<Shape>>> {
    const authorization = await tokens.authorise();
    let answer = await send(path, authorization, body);
    if (answer.status === 401) answer = await send(path, await tokens.authorise(authorization), body);
    refuseUnclear(NAME, answer);
    const json = parseWireJson(NAME, answer.text);
    if (answer.status < 300) return { ok: true, value: parseShape(NAME, shape, json) };
    const { code, message } = parseShape(NAME, ErrorAnswer, json);
    return { ok: false, isUnknown: code.endsWith("NOT_FOUND"), message: quoted(`${code} ${message ?? ""}`.trim()) };
  }

  /** The entity at `path`; undefined if PhonePe has none. */
  async function find<Shape extends z.ZodType>(path: string, shape: Shape): Promise<z.output<Shape> | undefined> {
    const answer = await ask(path, shape);
    if (answer.ok) return answer.value;
    if (answer.isUnknown) return undefined;
    throw new Unreachable(`${NAME} refuses a call that it should answer: ${answer.message}`);
  }

  return { ask, find, fetchToken: tokens.fetch };
}

export type PhonePeClient = ReturnType<typeof createPhonePeClient>;
