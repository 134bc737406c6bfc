import type { SignedInUser } from "../domain/signed-in-user.ts";
import { createToken, signAccessToken } from "../domain/tokens.ts";
import { ApiError, tooMany } from "../error.ts";
import { forgetDeviceOf } from "../repositories/devices.ts";
import { revokeByRefreshToken, revokeOwnSession, rotateRefreshToken } from "../repositories/sessions.ts";
import type { Shop } from "../shop.ts";

/** Whose session it is, and when it ends for good (ms). */
type OpenSession = { userId: string; sessionId: string; expiresAt: number };

/** What a browser holds of a session. */
export type SessionTokens = { accessToken: string; refreshToken: string };

/** A token for the next minutes of a session, at most until its end. */
export const issueAccessToken = (
  { tenant, clock, keys, limits }: Shop,
  { userId, sessionId, expiresAt: sessionEnd }: OpenSession,
): string => {
  const expiresAt = Math.min(clock.now() + limits.accessTokenMs, sessionEnd);
  return signAccessToken({ tenantId: tenant.id, userId, sessionId, expiresAt }, keys);
};

/**
 * Exchanges a refresh token for its successor and a new access token.
 * @throws ApiError 401 for a token whose session has ended; 429 when the token has had all its successors.
 */
export async function refreshSession(shop: Shop, refreshToken: string): Promise<SessionTokens> {
  const { db, clock, limits } = shop;
  const successor = createToken();
  const { refreshGraceMs: graceMs, successorsPerRefreshToken: maxSuccessors } = limits;
  const rotation = { refreshToken, successor, now: clock.now(), graceMs, maxSuccessors };
  const session = await db.transaction((tx) => rotateRefreshToken(tx, rotation));
  // No refusal of the token: anyone who refreshes at once with many others has the successor of one of these.
  if (session === "too many") throw tooMany("refreshes");
  if (!session) throw new ApiError(401, "Your session has ended. Please sign in again.");
  return { accessToken: issueAccessToken(shop, session), refreshToken: successor };
}

/** Ends the session of a refresh token; a token that is unknown or has ended changes nothing. */
export const logOut = ({ db, clock }: Shop, refreshToken: string) =>
  db.transaction((tx) => revokeByRefreshToken(tx, refreshToken, clock.now()));

/** Ends one of the shopper's sessions and forgets its device; false when they have none of that id. */
export const endSession = ({ db, clock }: Shop, user: SignedInUser, id: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    await forgetDeviceOf(tx, id, user);
    return revokeOwnSession(tx, user.id, id, clock.now());
  });
