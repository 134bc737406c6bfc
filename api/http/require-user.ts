import type { Request, RequestHandler } from "express";

import { signedOut, tooBusy } from "../base/error.ts";
import type { SignedInUser } from "../domain/signed-in-user.ts";
import { verifyAccessToken } from "../domain/tokens.ts";
import { findSessionUser } from "../repositories/accounts/sessions.ts";
import type { Shop } from "../shop/shop.ts";

declare global {
  namespace Express {
    interface Request {
      /** Set by requireUser; read it only in handlers behind it. */
      user: SignedInUser;
    }
  }
}

/** The calls with a flood limit; never those with which an owner ends a thief's session. */
const BOUNDED = /^\/[^/]+\/(?:cart|load-coin|place-order)\//;

/**
 * Lets only requests with this tenant's access token of an open session pass. The others get 401; an order, coupon or cart change
 * gets 429 while too many of the shopper wait.
 */
export function requireUser({ tenant, db, keys, clock, isShopperBusy }: Shop): RequestHandler {
  return async (req, _res, next) => {
    const token = /^Bearer ([^ ]+)$/i.exec(req.get("authorization") ?? "")?.[1] ?? "";
    const claims = verifyAccessToken(token, tenant.id, keys, clock.now());
    // Before anything is read, so that a flood costs the database nothing.
    const mayFlood = req.method !== "GET" && BOUNDED.test(req.originalUrl);
    if (claims && mayFlood && isShopperBusy(claims.userId)) throw tooBusy();
    // The session is looked up each time, so that logout and a disabled account count at once.
    const user = claims && (await findSessionUser(db.read, claims.sessionId, claims.userId, clock.now()));
    if (!user) throw signedOut();
    req.user = {
      id: user.id,
      sessionId: claims.sessionId,
      username: user.username,
      email: user.email,
      isEmailVerified: user.email_verified_at !== null,
      verifiedPhone: user.verified_phone,
      phone: user.phone,
      deliveryEmail: user.delivery_email,
      deliveryPhone: user.delivery_phone,
      language: user.language,
      coins: user.coins,
    };
    next();
  };
}

/** Lets requests without an access token pass, too. One with a token that does not count gets 401, so that its sender refreshes it. */
export function acceptUser(shop: Shop): RequestHandler {
  const check = requireUser(shop);
  return (req, res, next) => (req.get("authorization") === undefined ? next() : check(req, res, next));
}

/** The shopper of a request behind acceptUser; null for a visitor. */
export const idOfUser = (req: Request): string | null => (req.user as SignedInUser | undefined)?.id ?? null;
