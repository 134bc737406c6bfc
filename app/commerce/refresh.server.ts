import { createHash } from "node:crypto";
import { REFRESH_DEADLINE_MS } from "#app/constants.ts";
import type { CommerceHost } from "./host.server.ts";
import { fail, succeed, type Result } from "./result.ts";
import { RefreshSchema } from "./schemas.ts";
import type { Tokens } from "./types.ts";

/**
 * POST /user/refreshtoken/ for `refreshToken`, once however many ask: callers that come while it is under way, and
 * those that still hold the old token up to a minute later, get the same answer. A failure is not kept.
 * A host may rotate the refresh token; one that does not keeps the old one.
 */
export function refreshTokens(host: CommerceHost, refreshToken: string): Promise<Result<Tokens>> {
  const key = createHash("sha256").update(refreshToken).digest("base64");
  const known = host.refreshes.get(key);
  if (known) return known;

  const flight = send(host, refreshToken).then((result) => {
    if (!result.ok) host.refreshes.delete(key);
    return result;
  });
  host.refreshes.set(key, flight);
  return flight;
}

async function send(host: CommerceHost, refreshToken: string): Promise<Result<Tokens>> {
  const answer = await host.send({
    method: "POST",
    path: "/user/refreshtoken/",
    body: { refresh_token: refreshToken },
    deadlineMs: REFRESH_DEADLINE_MS,
  });
  if (!answer.ok) {
    // Only a definitive refusal of this token signs out; an outage must not.
    const isRefused = answer.error.kind === "status" && [400, 401, 403].includes(answer.error.status);
    return fail(isRefused ? { kind: "signed-out", reason: "refused" } : { kind: "refresh-failed" });
  }
  const parsed = RefreshSchema.safeParse(answer.value);
  if (!parsed.success) return fail({ kind: "refresh-failed" });
  return succeed({ ...parsed.data, refreshToken: parsed.data.refreshToken ?? refreshToken });
}
