import { existsSync } from "node:fs";
import type { Server } from "node:http";

import type { Logger } from "pino";

import type { MetricValues } from "../config/process/metrics.ts";
import type { Readiness } from "../config/process/readiness.ts";
import { env } from "./base/env.server.ts";
import type { ConsoleModule } from "./console-module.ts";

type StorefrontModule = typeof import("./entry.express.ts");

const STOREFRONT = "build/server/index.js";
const CONSOLE = "build/console/server/index.js";

export const isBuilt = () => existsSync(STOREFRONT) && existsSync(CONSOLE);

type Options = {
  log: Logger;
  server: Server;
  api: { restart(): Promise<void>; reload(): Promise<void>; readMetrics(): Promise<MetricValues> } | null;
  readReadiness: Readiness["read"];
};

/** Loads the build of the storefront, and that of the console if it is on; in development, the sources. */
export async function loadStorefront({ log, server, api, readReadiness }: Options) {
  const readApiMetrics = async () => (await api?.readMetrics()) ?? [];
  const create = ({ createStorefront }: StorefrontModule, consoleModule?: ConsoleModule) =>
    createStorefront({ log, readReadiness, readApiMetrics, console: consoleModule });
  if (env.NODE_ENV === "development") {
    const { developStorefront } = await import("./development/develop-storefront.ts");
    return developStorefront({ create, log, server, api });
  }
  const load = (path: string) => import(new URL(`../${path}`, import.meta.url).href);
  const [module, consoleModule]: [StorefrontModule, ConsoleModule?] = await Promise.all([
    load(STOREFRONT),
    env.CONSOLE_HOSTNAME === undefined ? undefined : load(CONSOLE),
  ]);
  const storefront = create(module, consoleModule);
  return { listener: storefront.listener, storefront: () => storefront, close: storefront.close };
}
