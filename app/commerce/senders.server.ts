import type { z } from "zod";

import { MUTATION_DEADLINE_MS } from "#app/constants.ts";

import type { Caller, CommerceBackend } from "./backend.server.ts";
import { isExtension } from "./extensions.ts";
import { refreshTokens } from "./refresh.server.ts";
import { fail, type Result } from "./result.ts";
import { DeviceTokenSchema } from "./schemas/account.ts";
import type { Call } from "./transport.server.ts";
import type { Refreshed, Tokens } from "./types.ts";

/** The part of the session that the client reads and changes (app/session/session.server.ts). */
export type ShopperSession = {
  readonly tokens: Tokens | null;
  readonly device: string | null;
  readonly isSignedIn: boolean;
  /** True once the answer's cookies are written: tokens can no longer change. */
  readonly isSealed: boolean;
  /** Returns `work`; the answer's cookies wait for it. */
  beforeSeal<Value>(work: Promise<Value>): Promise<Value>;
  signIn(tokens: Tokens): void;
  signOut(): void;
  expire(): void;
  forgetTokens(): void;
  setDevice(token: string): void;
};

export type SenderOptions = { host: CommerceBackend; session: ShopperSession; caller: Caller; signal?: AbortSignal };

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
export function createSenders({ host, session, caller, signal }: SenderOptions) {
  const common = { headers: host.headersFor(caller) };

  async function send(call: Call): Promise<Result<unknown>> {
    // A change goes on when the shopper closes the page.
    const lifetime = call.method === "GET" ? { signal } : { deadlineMs: MUTATION_DEADLINE_MS };
    return host.send({ ...common, ...lifetime, ...call });
  }

  /** Signed; on 401 refreshes the tokens once and repeats the call once (docs/product.md, 5.6). */
  const sendSigned = (call: Call) => sign(call, send);

  /** A GET that all tabs of a session poll: while one is under way, the others wait for its answer. */
  const sendShared = (call: Call) =>
    sign(call, (signed) => {
      const key = `${signed.accessToken} ${signed.path}?${signed.query}`;
      const flight =
        host.flights.get(key) ?? host.send({ ...common, ...signed }).finally(() => host.flights.delete(key));
      host.flights.set(key, flight);
      return flight;
    });

  /** Sends the device's token to the embedded API, which may return a new one. Other backends never get it. */
  async function sendFromDevice(call: Call): Promise<Result<unknown>> {
    if (!host.isEmbedded) return send(call);
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
    if (!isRefused(answer) || tokens === null || (isExtension(call) && !host.isEmbedded)) return answer;

    // Once the headers are out no cookie can be set: a deferred call shows its failure instead.
    if (session.isSealed) return fail({ kind: "refresh-failed" });
    const refreshed = await session.beforeSeal(refreshSession(tokens));
    if (!refreshed.ok) return refreshed;
    const repeated = await transmit({ ...call, accessToken: refreshed.value.accessToken });
    if (!isRefused(repeated)) return repeated;
    // Tokens that another request got some time ago may have lapsed since; the session can still be valid.
    if (refreshed.value.at < startedAt || session.isSealed) return fail({ kind: "refresh-failed" });
    session.expire();
    return fail({ kind: "signed-out", reason: "refused" });
  }

  /** Replaces `tokens`, which were sent and refused: the session may hold newer ones by now. */
  async function refreshSession({ accessToken, refreshToken }: Tokens): Promise<Result<Refreshed>> {
    if (!refreshToken) {
      session.expire();
      return fail({ kind: "signed-out", reason: "no-refresh-token" });
    }
    const refreshed = await refreshTokens(host, { accessToken, refreshToken });
    if (refreshed.ok) session.signIn(refreshed.value);
    else if (refreshed.error.kind === "signed-out") {
      if (refreshed.error.reason === "logged-out") session.forgetTokens();
      else session.expire();
    }
    return refreshed;
  }

  const ask: AskThrough = async (call, schema, transmit = sendSigned) => host.read(await transmit(call), schema);

  return { ask, send, sendSigned, sendShared, sendFromDevice, sendSignedFromDevice };
}

const isRefused = (answer: Result<unknown>) =>
  !answer.ok && answer.error.kind === "status" && answer.error.status === 401;
