import type { z } from "zod";

import { MUTATION_DEADLINE_MS } from "#app/base/constants.ts";
import { currentLanguage } from "#language/current";

import type { Caller, CommerceBackend } from "./backend.server.ts";
import { isExtension } from "./extensions.ts";
import { refreshSession } from "./refresh.server.ts";
import { fail, type Result } from "./result.ts";
import { DeviceTokenSchema } from "./schemas/account.ts";
import type { Call } from "./transport.server.ts";
import type { ShopperSession } from "./types.ts";

export type SenderOptions = { backend: CommerceBackend; session: ShopperSession; caller: Caller; signal?: AbortSignal };

/** Sends one call; a failure is a Result, never a rejection. */
export type Send = (call: Call) => Promise<Result<unknown>>;

/** Sends a call and reads its answer by a schema. The default sender is sendSigned. */
type AskThrough = <Schema extends z.ZodType>(
  call: Call,
  schema: Schema,
  send?: Send,
) => Promise<Result<z.output<Schema>>>;

export type Senders = ReturnType<typeof createSenders>;

/**
 * The senders. Each call of this folder names one of them:
 *
 * | sender               | bearer | on 401                  | shared                         | cancelled when the page closes |
 * | -------------------- | ------ | ----------------------- | ------------------------------ | ------------------------------ |
 * | send                 | no     | the answer stands       | no                             | GET only                       |
 * | sendSigned (default) | yes    | one refresh, one repeat | no                             | GET only                       |
 * | sendShared           | yes    | one refresh, one repeat | by tabs of one session         | never                          |
 * | sendFromDevice       | no     | the answer stands       | no                             | GET only                       |
 * | sendSignedFromDevice | yes    | one refresh, one repeat | no                             | GET only                       |
 *
 * Nothing else is repeated. Lists that are the same for everybody are cached by the backend (backend.server.ts).
 */
export function createSenders({ backend, session, caller, signal }: SenderOptions) {
  const common = { headers: backend.headersFor(caller) };

  async function send(call: Call): Promise<Result<unknown>> {
    // A change goes on when the shopper closes the page.
    const lifetime = call.method === "GET" ? { signal } : { deadlineMs: MUTATION_DEADLINE_MS };
    return backend.send({ ...common, ...lifetime, ...call });
  }

  /** Signed; on 401 refreshes the tokens once and repeats the call once (docs/product.md, 5.6). */
  const sendSigned = (call: Call) => sign(call, send);

  /** A GET that all tabs of a session poll: while one is under way, the others wait for its answer. */
  const sendShared = (call: Call) =>
    sign(call, (signed) => {
      const key = [signed.accessToken, currentLanguage().code, signed.path, signed.query].join(" ");
      const flight =
        backend.flights.get(key) ?? backend.send({ ...common, ...signed }).finally(() => backend.flights.delete(key));
      backend.flights.set(key, flight);
      return flight;
    });

  /** Sends the device's token to the embedded API, which may return a new one. Other backends never get it. */
  async function sendFromDevice(call: Call): Promise<Result<unknown>> {
    if (!backend.isEmbedded) return send(call);
    const device: Record<string, string> = session.device ? { "x-awning-device": session.device } : {};
    const answer = await send({ ...call, headers: { ...common.headers, ...device } });
    const token = answer.ok ? DeviceTokenSchema.parse(answer.value) : null;
    if (token) session.setDevice(token);
    return answer;
  }

  const sendSignedFromDevice = (call: Call) => sign(call, sendFromDevice);

  async function sign(call: Call, transmit: Send): Promise<Result<unknown>> {
    const { tokens } = session;
    const startedAt = Date.now();
    const answer = await transmit({ ...call, accessToken: tokens?.accessToken });
    // Another backend answers 401 for optional calls that it lacks: that must sign nobody out.
    if (!isRefused(answer) || tokens === null || (isExtension(call) && !backend.isEmbedded)) return answer;

    // Once the headers are out no cookie can be set: a deferred call shows its failure instead.
    if (session.isSealed) return fail({ kind: "refresh-failed" });
    const refreshed = await session.beforeSeal(refreshSession(backend, session, tokens));
    if (!refreshed.ok) return refreshed;
    const repeated = await transmit({ ...call, accessToken: refreshed.value.accessToken });
    if (!isRefused(repeated)) return repeated;
    // Tokens that another request got some time ago may have lapsed since; the session can still be valid.
    if (refreshed.value.at < startedAt || session.isSealed) return fail({ kind: "refresh-failed" });
    session.expire();
    return fail({ kind: "signed-out", reason: "refused" });
  }

  const ask: AskThrough = async (call, schema, transmit = sendSigned) => backend.read(await transmit(call), schema);

  return { ask, send, sendSigned, sendShared, sendFromDevice, sendSignedFromDevice };
}

const isRefused = (answer: Result<unknown>) =>
  !answer.ok && answer.error.kind === "status" && answer.error.status === 401;
