import { createHash } from "node:crypto";

import { REFRESH_DEADLINE_MS } from "#app/base/constants.ts";

import type { CommerceBackend } from "./backend.server.ts";
import { fail, type Result, succeed } from "./result.ts";
import { RefreshSchema } from "./schemas/account.ts";
import type { Refreshed, ShopperSession, Tokens } from "./types.ts";

type Refused = { accessToken: string; refreshToken: string };

/**
 * Refreshes tokens after the backend refused the access token. Concurrent callers share one refresh, and callers with
 * the old tokens get the new ones for a minute. Failures are not kept. A backend may rotate the refresh token.
 */
export async function refreshTokens(backend: CommerceBackend, refused: Refused): Promise<Result<Refreshed>> {
  const key = digest(refused.refreshToken);
  if (backend.endedSessions.has(key)) return fail({ kind: "signed-out", reason: "logged-out" });
  const known = backend.refreshes.get(key);
  const flight = known ?? startRefresh(backend, key, refused.refreshToken);
  const result = await flight;
  if (backend.endedSessions.has(key)) return fail({ kind: "signed-out", reason: "logged-out" });
  if (!result.ok) return result;

  const { accessToken, refreshToken } = result.value;
  // The backend may have refused the kept tokens since.
  if (known && accessToken === refused.accessToken) {
    if (backend.refreshes.get(key) === known) backend.refreshes.delete(key);
    return refreshTokens(backend, refused);
  }
  const isSurpassed =
    refreshToken !== refused.refreshToken && refreshToken && backend.refreshes.has(digest(refreshToken));
  return isSurpassed ? refreshTokens(backend, { accessToken: "", refreshToken }) : result;
}

/** Replaces the session's tokens, which were sent and refused: the session may hold newer ones by now. */
export async function refreshSession(
  backend: CommerceBackend,
  session: ShopperSession,
  { accessToken, refreshToken }: Tokens,
): Promise<Result<Refreshed>> {
  if (!refreshToken) {
    session.expire();
    return fail({ kind: "signed-out", reason: "no-refresh-token" });
  }
  const refreshed = await refreshTokens(backend, { accessToken, refreshToken });
  if (refreshed.ok) session.signIn(refreshed.value);
  else if (refreshed.error.kind === "signed-out") {
    if (refreshed.error.reason === "logged-out") session.forgetTokens();
    else session.expire();
  }
  return refreshed;
}

/** Ends a session so that no refresh restores it. @returns its newest refresh token, for the backend to revoke */
export async function endSession(backend: CommerceBackend, refreshToken: string): Promise<string> {
  const key = digest(refreshToken);
  backend.endedSessions.set(key, true);
  const result = await backend.refreshes.get(key);
  const next = result?.ok ? result.value.refreshToken : null;
  return next && next !== refreshToken ? endSession(backend, next) : refreshToken;
}

/** True for tokens of a session that ended here within the last minute. */
export const hasEnded = (backend: CommerceBackend, refreshToken: string) =>
  backend.endedSessions.has(digest(refreshToken));

function startRefresh(backend: CommerceBackend, key: string, refreshToken: string): Promise<Result<Refreshed>> {
  const flight = send(backend, refreshToken).then((result) => {
    if (!result.ok) backend.refreshes.delete(key);
    return result;
  });
  backend.refreshes.set(key, flight);
  return flight;
}

async function send(backend: CommerceBackend, refreshToken: string): Promise<Result<Refreshed>> {
  const answer = await backend.send({
    method: "POST",
    path: "/user/refreshtoken/",
    body: { refresh_token: refreshToken },
    deadlineMs: REFRESH_DEADLINE_MS,
  });
  if (!answer.ok) {
    // Only a definite refusal of this token signs out; an outage does not.
    const isRefused = answer.error.kind === "status" && [400, 401, 403].includes(answer.error.status);
    return fail(isRefused ? { kind: "signed-out", reason: "refused" } : { kind: "refresh-failed" });
  }
  const parsed = RefreshSchema.safeParse(answer.value);
  if (!parsed.success) return fail({ kind: "refresh-failed" });
  return succeed({ ...parsed.data, refreshToken: parsed.data.refreshToken ?? refreshToken, at: Date.now() });
}

/** Keys of tokens in memory. */
export const digest = (token: string) => createHash("sha256").update(token).digest("base64");
