import type { RequestHandler } from "express";

import type { SignedInUser } from "../domain/signed-in-user.ts";
import { verifyAccessToken } from "../domain/tokens.ts";
import { ApiError } from "../error.ts";
import { findSessionUser } from "../repositories/sessions.ts";
import type { Shop } from "../shop.ts";

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
