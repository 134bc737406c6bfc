import type { Request } from "express";

/** The token of `Authorization: Bearer TOKEN`. */
export const bearerOf = (req: Request): string | undefined =>
  /^Bearer ([^ ]+)$/i.exec(req.get("authorization") ?? "")?.[1];
