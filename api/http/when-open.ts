import type { RequestHandler, Router } from "express";

/** The staff's database may be away while brands' databases are not: each request tries to open it until it is open. */
export function whenOpen<Opened>(
  open: () => Promise<Opened>,
  createRouter: (opened: Opened) => Router,
): RequestHandler {
  let router: Router | undefined;
  return async (req, res, next) => {
    router ??= createRouter(await open());
    router(req, res, next);
  };
}
