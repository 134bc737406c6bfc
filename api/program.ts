import type { Logger } from "pino";

import { isDemoDeployment } from "../config/brand/demo.ts";
import { formatProblem, loadTenants } from "../config/brand/load.ts";
import { areAllLoopback } from "../config/brand/loopback.ts";
import { watchFolder } from "../config/brand/watch-folder.ts";
import { answerMetrics } from "../config/process/answer-metrics.ts";
import { loadTracing } from "../config/process/load-tracing.ts";
import { createLog } from "../config/process/log.ts";
import { createRegistry } from "../config/process/metrics.ts";
import { openOperatorPort } from "../config/process/operator-port.ts";
import { createReadiness, measureReadiness } from "../config/process/readiness.ts";
import { type Env, readEnv } from "./base/env.ts";
import { requestIdMixin } from "./base/request-id.ts";
import { within } from "./concurrency/within.ts";
import type { LimiterStore } from "./limits/limiter-store.ts";
import { createHealth } from "./monitoring/health.ts";
import { findExposed, prepareShops, readEmbeddedTenants } from "./tenancy/bootstrap.ts";

/** The longest wait for shops that open or work while the database hangs: somewhat more than a worker's (background-worker.ts). */
const CLOSE_SHOPS_MS = 4_000;
/** The longest wait for connections whose query hangs. */
const CLOSE_DATABASES_MS = 2_000;
/** Less than the storefront's limit, after which it kills the API that it started (supervisor.ts). */
const HARD_STOP_MS = 9_000;
/** A program that runs alone also waits until its balancer sends no more requests. */
const HARD_STOP_ALONE_MS = 25_000;

/** The storefront started this process, and ends it: its signals come from the storefront's terminal. */
export const isForked = () => process.send !== undefined;

type Options = { program: "api" | "worker"; workers: boolean; limiters?: LimiterStore };

/**
 * The common part of the API and the worker: the shops of all embedded tenants, opened, with their health and metrics.
 * @throws when a brand is exposed, DATA_KEY is missing, or the tenants' folder or a database cannot be used
 */
export async function openShops(env: Env, log: Logger, { program, workers, limiters }: Options) {
  const loaded = loadTenants(env.TENANTS_DIR);
  const exposed = findExposed(env, loaded);
  if (exposed.length > 0) throw new Error(exposed.map(formatProblem).join("; "));
  let tenants = readEmbeddedTenants(env, log, [], loaded);
  let isDemo = isDemoDeployment(loaded, env.DATA_KEY);
  const registry = createRegistry(program);
  const tracing = (await loadTracing(env))?.(program, log);
  const { databases, shops, mailServer, openStaff } = prepareShops(env, {
    tenants,
    log,
    limiters,
    registry,
    workers,
    tracing,
  });
  const look = createHealth({ databases, isMailDown: () => mailServer?.isDown() === true });
  const readiness = createReadiness({ log, look });
  if (!isForked()) measureReadiness(registry, readiness.read);
  await shops.replace(tenants, areAllLoopback(loaded.tenants));

  return {
    shops,
    registry,
    tracing,
    openStaff: () => openStaff(() => isDemo),
    readVersions: databases.readCatalogueVersions,
    readiness,

    /** Begins to report that the program is ready. @throws when METRICS_PORT cannot be used */
    async begin() {
      await readiness.open();
      const metrics = answerMetrics(registry, async () => [], log);
      if (!isForked()) await openOperatorPort(env, { metrics, readReadiness: readiness.read });
    },

    /** Reads TENANTS_DIR again. Requests in progress finish with the tenants with which they began. */
    async reload() {
      isDemo = false; // also if the folder cannot be read
      const again = loadTenants(env.TENANTS_DIR);
      isDemo = isDemoDeployment(again, env.DATA_KEY);
      tenants = readEmbeddedTenants(env, log, tenants, again);
      await shops.replace(tenants, areAllLoopback([...again.tenants, ...tenants]));
    },

    /** Lets work in the background finish, for at most four seconds, and closes the databases. */
    async close() {
      await within(CLOSE_SHOPS_MS, "closing the shops", shops.close()).catch((error: unknown) =>
        log.warn({ err: error }, "shops did not close; the next start resumes their work"),
      );
      const sent = tracing?.stop();
      await within(CLOSE_DATABASES_MS, "closing the databases", databases.close()).catch((error: unknown) =>
        log.warn({ err: error }, "database connections did not close"),
      );
      await sent;
    },
  };
}

export type Program = {
  /** The line of the log after the start. */
  started: { message: string; port?: number };
  reload(): Promise<unknown>;
  close(): Promise<void>;
};

/** Runs a program as a process: its start, signals, changes of TENANTS_DIR, and its end. */
export async function run(name: "api" | "worker", start: (env: Env, log: Logger) => Promise<Program>) {
  const env = readEnv();
  const log = createLog({ level: env.LOG_LEVEL, base: { program: name }, mixin: requestIdMixin });
  // Nothing is in progress before it runs, so it exits at once if the storefront dies during the start.
  let stop: () => void | Promise<void> = () => process.exit(1);
  process.on("disconnect", () => void stop());
  if (process.connected === false) void stop();
  const program = await start(env, log).catch((error: Error & { code?: string }) => {
    log.debug({ err: error }, "start failed");
    const isTaken = error.code === "EADDRINUSE";
    const advice = isTaken ? "; stop what listens there, or set COMMERCE_API_PORT" : "";
    const what = name === "api" ? "The commerce API" : "The worker";
    console.error(`${what} cannot start: ${error.message || error.code}${advice}`);
    process.exit(1);
  });
  let isStopping = false;
  stop = async () => {
    if (isStopping) process.exit(1); // requested twice
    isStopping = true;
    const limit = isForked() ? HARD_STOP_MS : HARD_STOP_ALONE_MS;
    AbortSignal.timeout(limit).addEventListener("abort", () => {
      log.error(`requests or background work did not finish within ${limit} ms; exiting`);
      process.exit(1);
    });
    await program.close();
    log.info("stopped");
    process.exit();
  };
  let reloaded = Promise.resolve();
  const reload = () =>
    (reloaded = reloaded
      .then(() => program.reload())
      .then(
        () => log.info("tenants reloaded"),
        (error: unknown) => log.error({ err: error }, "tenants not reloaded; the previous ones stay in use"),
      ));

  // After an uncaught error, requests in progress finish, and then the storefront or the container's runtime starts the process
  // again.
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "uncaught error, stopping");
    process.exitCode = 1;
    if (!isStopping) void stop();
  });
  process.on("SIGHUP", () => void reload());
  watchFolder(env.TENANTS_DIR, () => void reload());
  if (process.send) {
    // The terminal and systemd signal the whole process group. The storefront drains first and then closes the channel,
    // which stops this process.
    process.on("SIGINT", () => {}).on("SIGTERM", () => {});
    process.on("message", (message: { type?: string }) => {
      if (message.type === "reload") void reload().then(() => process.send?.({ type: "reloaded" }));
    });
    process.send({ type: "listening", port: program.started.port });
  } else process.on("SIGINT", () => void stop()).on("SIGTERM", () => void stop());
  const { message, ...facts } = program.started;
  log.info(facts, message);
}
