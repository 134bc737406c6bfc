import { t } from "../../config/language/t.ts";
import { ApiError, tooManyTries } from "../base/error.ts";
import type { SignedInUser } from "../domain/signed-in-user.ts";
import { createToken, signAccessToken } from "../domain/tokens.ts";
import { forgetDeviceOf } from "../repositories/accounts/devices.ts";
import { revokeByRefreshToken, revokeOwnSession, rotateRefreshToken } from "../repositories/accounts/sessions.ts";
import type { Shop } from "../shop/shop.ts";

/** `expiresAt`: the end of the session, even if it is refreshed (epoch ms). */
type OpenSession = { userId: string; sessionId: string; expiresAt: number };

/** A session's tokens in the browser. */
export type SessionTokens = { accessToken: string; refreshToken: string };

/** Issues a short-lived access token, which never outlives its session. */
export const issueAccessToken = (
  { tenant, clock, keys, limits }: Shop,
  { userId, sessionId, expiresAt: sessionEnd }: OpenSession,
): string => {
  const expiresAt = Math.min(clock.now() + limits.accessTokenMs, sessionEnd);
  return signAccessToken({ tenantId: tenant.id, userId, sessionId, expiresAt }, keys);
};

/**
 * Exchanges a refresh token for its successor and a new access token.
 * @throws ApiError 401 if the session has ended, 429 if the token has had all its successors
 */
export async function refreshSession(shop: Shop, refreshToken: string): Promise<SessionTokens> {
  const { db, clock, limits } = shop;
  const successor = createToken();
  const { refreshGraceMs: graceMs, successorsPerRefreshToken: maxSuccessors } = limits;
  const rotation = { refreshToken, successor, now: clock.now(), graceMs, maxSuccessors };
  const session = await db.transaction((tx) => rotateRefreshToken(tx, rotation));
  // Not 401, because the session continues: other tabs have successors of this token.
  if (session === "too many") throw tooManyTries("api.tooManyRefreshes");
  if (!session) throw new ApiError(401, t("api.sessionEnded"));
  return { accessToken: issueAccessToken(shop, session), refreshToken: successor };
}

/** Ends the session of a refresh token; a token that is unknown or has ended changes nothing. */
export const logOut = ({ db, clock }: Shop, refreshToken: string) =>
  db.transaction((tx) => revokeByRefreshToken(tx, refreshToken, clock.now()));

/** Ends a session and deletes its device. @returns false if they have no such session */
export const endSession = ({ db, clock }: Shop, user: SignedInUser, id: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    await forgetDeviceOf(tx, id, user);
    return revokeOwnSession(tx, user.id, id, clock.now());
  });
