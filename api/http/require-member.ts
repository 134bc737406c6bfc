import type { Request, RequestHandler } from "express";

import { ApiError } from "../error.ts";
import { findMember, type Member } from "../staff/member.ts";
import type { Staff } from "../staff/staff.ts";

declare global {
  namespace Express {
    interface Request {
      /** Set by requireMember; read it only in handlers behind it. */
      member: Member;
    }
  }
}

const tokenOf = (req: Request) => /^Bearer ([^ ]+)$/i.exec(req.get("authorization") ?? "")?.[1];

/** Lets only requests with the token of an open session of the staff's pass. The others get 401. */
export function requireMember(staff: Staff): RequestHandler {
  return async (req, _res, next) => {
    const token = tokenOf(req);
    const member = token === undefined ? undefined : await findMember(staff, token, req.clientNet);
    if (member === undefined) throw new ApiError(401, "Please sign in.");
    req.member = member;
    next();
  };
}
