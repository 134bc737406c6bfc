import "../config/require-node.ts";
import "../config/private-files.ts";

import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

import type { Logger } from "pino";

import { formatProblem } from "../config/load.ts";
import { createLog } from "../config/log.ts";
import { createRegistry } from "../config/metrics.ts";
import { createApi } from "./app.ts";
import { type Env, readEnv } from "./env.ts";
import { connectLimiters } from "./limits/limiter-store.ts";
import { createHealth } from "./monitoring/readiness.ts";
import { requestIdMixin } from "./request-id.ts";
import type { Shop } from "./shop.ts";
import { findExposed, prepareShops, readEmbeddedTenants } from "./shop/bootstrap.ts";
import { within } from "./within.ts";

const DRAIN_MS = 5_000;
/** Connections on which a query hangs are not waited for any longer. */
const CLOSE_MS = 2_000;
/** Sooner than the storefront loses its patience (supervisor.ts). */
const HARD_STOP_MS = 9_000;

/**
 * Starts the embedded commerce API on 127.0.0.1: opens, migrates and seeds the databases of all embedded tenants, then
 * listens. Only the storefront calls it; browsers and gateways reach it through the storefront.
 * @throws when a brand is exposed, the tenants' folder, a database or the port cannot be used, or DATA_KEY is missing.
 */
export async function startCommerceApi(env: Env, log: Logger) {
  const exposed = findExposed(env);
  if (exposed.length > 0) throw new Error(exposed.map(formatProblem).join("; "));
  let tenants = readEmbeddedTenants(env, log);
  const limiters = env.REDIS_URL === undefined ? undefined : await connectLimiters(env.REDIS_URL, log);
  const registry = createRegistry("api");
  const { databases, shops, mailServer } = prepareShops(env, { tenants, log, limiters, registry });
  const readHealth = createHealth({ databases, isMailDown: () => mailServer?.isDown() === true });
  const createListener = (open: Shop[]) =>
    createApi({ shops: open, log, forwardKey: env.FORWARD_KEY, registry, readHealth }) as RequestListener;

  let listener = createListener(await shops.replace(tenants));
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 20_000, connectionsCheckingInterval: 5_000 });
  server.on("request", (req, res) => listener(req, res));
  server.keepAliveTimeout = 65_000; // longer than the storefront keeps a connection, so that it never writes to a closed one
  server.listen(env.COMMERCE_API_PORT, "127.0.0.1");
  await once(server, "listening");

  return {
    port: (server.address() as AddressInfo).port,

    /** Reads TENANTS_DIR again; requests under way end with the tenants that they began with. */
    async reload() {
      tenants = readEmbeddedTenants(env, log, tenants);
      listener = createListener(await shops.replace(tenants));
      log.info("tenants reloaded");
    },

    /** Ends what is under way, for at most eight seconds, and closes the databases. */
    async close() {
      const closed = once(server, "close");
      // The storefront's kept connections end with what they carry now (nodejs/node#60617).
      server.prependListener("request", (_req, res) => res.setHeader("Connection", "close"));
      server.close();
      const hardStop = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
      await closed;
      clearTimeout(hardStop);
      await shops.close();
      await limiters?.close();
      await within(CLOSE_MS, "closing the databases", databases.close()).catch((error: unknown) =>
        log.warn({ err: error }, "database connections hang"),
      );
    },
  };
}

/** Runs it as a process of its own: alone (`node api/server.ts`), or forked by the storefront and ended with it. */
async function main() {
  const env = readEnv();
  const log = createLog({ level: env.LOG_LEVEL, base: { program: "api" }, mixin: requestIdMixin });
  // Before it listens nothing is under way. A storefront that dies meanwhile leaves nobody behind.
  let stop: () => void | Promise<void> = () => process.exit(1);
  process.on("disconnect", () => void stop());
  if (process.connected === false) void stop();
  const api = await startCommerceApi(env, log).catch((error: Error & { code?: string }) => {
    log.debug({ err: error }, "start failed");
    const isTaken = error.code === "EADDRINUSE";
    const advice = isTaken ? "; stop what listens there, or set COMMERCE_API_PORT" : "";
    console.error(`The commerce API cannot start: ${error.message || error.code}${advice}`);
    process.exit(1);
  });
  let isStopping = false;
  stop = async () => {
    if (isStopping) process.exit(1); // asked twice
    isStopping = true;
    setTimeout(() => {
      log.error(`what is under way did not end in ${HARD_STOP_MS} ms`);
      process.exit(1);
    }, HARD_STOP_MS);
    await api.close();
    process.exit();
  };
  const reload = () =>
    void api
      .reload()
      .catch((error: unknown) => log.error({ err: error }, "tenants were not reloaded, the old ones go on"));

  // A bug that nobody caught, or a rejection: what is under way ends, and the storefront starts this program again.
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "uncaught error, stopping");
    process.exitCode = 1;
    if (!isStopping) void stop();
  });
  process.on("SIGHUP", reload);
  if (process.send) {
    // The terminal and systemd signal the whole group: the storefront drains first, with us, and then closes the channel.
    process.on("SIGINT", () => {}).on("SIGTERM", () => {});
    process.on("message", (message: { type?: string }) => {
      if (message.type === "tenants-changed") reload();
    });
    process.send({ type: "listening", port: api.port });
  } else process.on("SIGINT", () => void stop()).on("SIGTERM", () => void stop());
  log.info({ port: api.port }, "commerce API listening");
}

if (import.meta.main) await main();
