import type { RequestListener } from "node:http";

import type { RequestHandler } from "express";
import type { Logger } from "pino";

import type { Preview } from "#app/preview/preview.server.ts";

import type { Tenant } from "../config/brand/schema.ts";

/**
 * The console's build (console/entry.express.ts) as the storefront's build uses it. Each build has its own copy of the modules
 * that both use, so shared objects are passed here.
 */
export type ConsoleModule = {
  /** The site that the console's requests belong to. */
  tenant: Tenant;
  /** The path without its secret, as UrlFacts.loggedPath. */
  loggedPath(path: string): string;
  createConsole(shared: {
    log: Logger;
    /** POST /csp-report: the storefront counts the reports of all sites. */
    reports: RequestHandler[];
    /** The shop's pages, for frames of the console. */
    preview: Preview;
  }): ConsoleApp;
};

export type ConsoleApp = {
  listener: RequestListener;
  close(): Promise<unknown>;
};
