import type { RequestHandler } from "express";

import type { ConsoleModule } from "#app/console-module.ts";
import type { Step } from "#app/http/front/step.ts";

import { env } from "./base/env.server.ts";
import type { Services } from "./services.server.ts";

/** Opens the console beside the shops: its hostname, its secret paths and its requests. Undefined if the console is off. */
export function openConsole(module: ConsoleModule | undefined, { log, preview }: Services, reports: RequestHandler[]) {
  if (module === undefined) return undefined;
  const { listener, close } = module.createConsole({ log, reports, preview });

  /** Passes requests for the console's hostname to the console. */
  const serve: Step = (next) => (req, res) => {
    if (req.site.tenant === module.tenant) listener(req, res);
    else next(req, res);
  };

  return {
    findTenant: (hostname: string) => (hostname === env.CONSOLE_HOSTNAME ? module.tenant : undefined),
    loggedPath: module.loggedPath,
    serve,
    close,
  };
}
