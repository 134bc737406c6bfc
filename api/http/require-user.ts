import type { RequestHandler } from "express";
import { verifyAccessToken } from "../domain/tokens.ts";
import { ApiError } from "../error.ts";
import { findSessionUser } from "../repositories/sessions.ts";
import type { Shop } from "../shop.ts";

/** Whoever's bearer token came with the request. */
export type SignedInUser = {
  id: string;
  sessionId: string;
  username: string;
  email: string;
  /** Whether they have opened the link that was sent to `email`. */
  isEmailVerified: boolean;
  /** Null where none was given. */
  phone: string | null;
  /** Where vouchers go instead of `email` and `phone`; null for these. */
  deliveryEmail: string | null;
  deliveryPhone: string | null;
  /** Spendable, in hundredths of a coin, as of the beginning of the request. */
  coins: number;
};

declare global {
  namespace Express {
    interface Request {
      /** Set by requireUser: read it only in handlers behind that. */
      user: SignedInUser;
    }
  }
}

/** Lets only requests with this tenant's access token of a living session pass; the others get 401. */
export function requireUser({ tenant, db, keys, clock }: Shop): RequestHandler {
  return async (req, _res, next) => {
    const token = /^Bearer ([^ ]+)$/i.exec(req.get("authorization") ?? "")?.[1] ?? "";
    const claims = verifyAccessToken(token, tenant.id, keys, clock.now());
    // The session is looked up each time, so that logout and a disabled account count at once.
    const user = claims && (await findSessionUser(db.read, claims.sessionId, claims.userId, clock.now()));
    if (!user) throw new ApiError(401, "Please sign in.");
    req.user = {
      id: user.id,
      sessionId: claims.sessionId,
      username: user.username,
      email: user.email,
      isEmailVerified: user.email_verified_at !== null,
      phone: user.phone,
      deliveryEmail: user.delivery_email,
      deliveryPhone: user.delivery_phone,
      coins: user.coins,
    };
    next();
  };
}
