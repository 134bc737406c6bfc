import type { RequestHandler } from "express";

/** Forbids everybody to store the answer. */
export const noStore: RequestHandler = (_req, res, next) => {
  res.set("Cache-Control", "private, no-store");
  next();
};
