import type { RequestHandler } from "express";

import { signedOut } from "../base/error.ts";
import { findMember, type Member } from "../staff/member.ts";
import type { Staff } from "../staff/staff.ts";
import { bearerOf } from "./bearer.ts";

declare global {
  namespace Express {
    interface Request {
      /** Set by requireMember; read it only in handlers behind it. */
      member: Member;
    }
  }
}

/** Lets only requests with the token of an open staff session pass. The others get 401. */
export function requireMember(staff: Staff): RequestHandler {
  return async (req, _res, next) => {
    const token = bearerOf(req);
    const member = token === undefined ? undefined : await findMember(staff, token, req.clientNet);
    if (member === undefined) throw signedOut();
    req.member = member;
    next();
  };
}
