import "./config/require-node.ts";
import "./config/private-files.ts";
import { randomBytes } from "node:crypto";
import { createServer, type RequestListener } from "node:http";
import { setImmediate as immediate, setTimeout as sleep } from "node:timers/promises";
import { superviseCommerceApi } from "./api/supervisor.ts";
import { oneAtATime } from "./app/http/serialize-pipelined-requests.server.ts";
import { createReadiness } from "./app/http/readiness.server.ts";
import { OVERRIDES } from "./config/exposure.ts";
import { createLog } from "./config/log.ts";
import { isLoopbackHostname, isPublic } from "./config/loopback.ts";
import { canonicalOrigin } from "./config/origin.ts";

// One key for both processes of this start: with it the API believes the client address that the storefront names.
process.env.FORWARD_KEY ??= randomBytes(32).toString("base64url");
const { env } = await import("./app/env.server.ts");

/** Slower clients than these hold a socket for nothing. */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: 20_000, connectionsCheckingInterval: 5_000 };
/** A socket on which nothing moves, as when its reader has stopped reading, goes. */
const STALLED_MS = 60_000;
/** More sockets than these are closed as they come, so that files and calls to hosts find room (see ulimit -n). */
const MAX_SOCKETS = 10_000;
/** From the signal on, at least so long; a process that lags goes on until nothing has come for a moment, at most so long. */
const DRAIN_MS = 1_000;
const QUIET_MS = 200;
const MAX_DRAIN_MS = 5_000;
const HARD_STOP_MS = 25_000;

const log = createLog({ level: env.LOG_LEVEL });
const api = env.COMMERCE_API_PORT === 0 ? null : superviseCommerceApi({ port: env.COMMERCE_API_PORT, log });
api?.ready.catch(() => {
  console.error("The commerce API did not start; its own lines above say why.");
  process.exit(1);
});
const readiness = createReadiness({ log, look: api?.readHealth });
const { listener, storefront, close } = await loadStorefront();

const server = createServer({ ...TIMEOUTS, maxHeaderSize: 16 * 1024 }, oneAtATime(listener));
server.timeout = STALLED_MS;
server.maxConnections = MAX_SOCKETS;
server.on("error", (error: NodeJS.ErrnoException) => {
  if (server.listening) log.error({ err: error }, "a connection was not taken");
  else void refuseToStart(error);
});
await api?.ready;
server.listen(env.PORT, env.HOST, () => {
  readiness.open();
  printWelcome();
  warnOfOpenDoors();
});

if (env.METRICS_PORT) {
  const metrics = createServer((req, res) => storefront().metricsListener(req, res));
  metrics.on("error", (error) => log.error({ err: error }, "METRICS_PORT cannot be used"));
  metrics.listen(env.METRICS_PORT, env.METRICS_HOST).unref();
}

process.on("SIGHUP", () => storefront().tenants.reload());
process.once("SIGINT", () => void stop());
process.once("SIGTERM", () => void stop());
// A bug that nobody caught leaves a state that nobody knows: what is under way may end, then the process does, and
// whoever runs it (container, systemd) starts it again. Rejections that nobody handles come here, too.
process.on("uncaughtException", (error) => {
  log.fatal({ err: error }, "uncaught error, stopping");
  if (process.exitCode !== 1) void stop();
  process.exitCode = 1;
});

/** The address cannot be had: says what to do about it, and ends the API, too. */
async function refuseToStart(error: NodeJS.ErrnoException) {
  const advice = error.code === "EADDRINUSE" ? "another program listens there: stop it, or set PORT" : error.message;
  console.error(`PORT: ${env.HOST}:${env.PORT} cannot be used: ${advice}`);
  await api?.stop();
  // The storefront watches the brands' files, so the process would not end by itself.
  process.exit(1);
}

/** Readiness goes first, so that a balancer looks elsewhere; then what is under way finishes; then the end. */
async function stop() {
  const endNow = () => {
    api?.kill();
    process.exit(1);
  };
  process.on("SIGINT", endNow).on("SIGTERM", endNow);
  setTimeout(endNow, HARD_STOP_MS).unref();
  readiness.close();
  await drain();
  await new Promise((resolve) => server.close(resolve));
  await close();
  if ((await api?.stop()) === false) process.exitCode = 1;
  log.info("stopped");
}

/** Answers go on, each the last of its connection: what a busy process has not read yet would be lost by a close. */
async function drain() {
  const from = performance.now();
  let count = 0;
  server.prependListener("request", (_req, res) => {
    count++;
    res.setHeader("Connection", "close");
  });
  if (env.NODE_ENV !== "production") return;
  await sleep(DRAIN_MS - QUIET_MS);
  for (let before = -1; before < count && performance.now() - from < MAX_DRAIN_MS;) {
    before = count;
    await sleep(QUIET_MS);
    // A timer that is late fires before sockets are looked at: once to accept, once to read.
    await immediate();
    await immediate();
  }
}

type Module = typeof import("./app/entry.express.ts");

/** In production the build; in development Vite, which compiles the same entry again after every change. */
async function loadStorefront() {
  const options = {
    log,
    readReadiness: readiness.read,
    onTenantsChanged: () => api?.notifyTenantsChanged(),
    readApiMetrics: async () => (await api?.readMetrics()) ?? "",
  };
  if (env.NODE_ENV !== "development") {
    const build = "./build/server/index.js"; // a variable, so that tsc does not look for it before the first build
    const { createStorefront }: Module = await import(build);
    const storefront = createStorefront(options);
    return { listener: storefront.listener, storefront: () => storefront, close: storefront.close };
  }

  const vite = await (await import("vite")).createServer({ server: { middlewareMode: true } });
  const load = () => vite.ssrLoadModule("./app/entry.express.ts") as Promise<Module>;
  let module = await load();
  let storefront = module.createStorefront(options);
  const listener: RequestListener = (req, res) =>
    vite.middlewares(req, res, async () => {
      const fresh = await load();
      if (fresh !== module) {
        await storefront.close();
        [module, storefront] = [fresh, fresh.createStorefront(options)];
      }
      storefront.listener(req, res);
    });
  return { listener, storefront: () => storefront, close: () => Promise.all([storefront.close(), vite.close()]) };
}

function warnOfOpenDoors() {
  for (const [setting, consequence] of Object.entries(OVERRIDES)) {
    if (env[setting as keyof typeof OVERRIDES] === "1") log.warn({ setting }, `${setting}=1: ${consequence}`);
  }
  const isDemo = !storefront().tenants.hasPublicBrand();
  if (isDemo && !isLoopbackHostname(env.HOST) && env.HOST !== "::1")
    log.warn(
      { host: env.HOST },
      "no brand is public: this demo answers everybody on the local network (HOST=127.0.0.1 keeps it to this machine)",
    );
}

function printWelcome() {
  const { port } = server.address() as { port: number };
  const tenants = storefront().tenants.all();
  const local = tenants.flatMap((tenant) => tenant.hostnames.filter((name) => name.endsWith(".localhost")).slice(0, 1));
  console.log(tenants.length > 0 ? "\nAwning is open:" : "\nNo brand is open: the lines above say why.");
  for (const tenant of tenants) {
    const hostname = tenant.hostnames.find((name) => local.includes(name)) ?? tenant.hostnames[0];
    const origin = tenant.origin || isPublic(tenant) ? canonicalOrigin(tenant) : `http://${hostname}:${port}`;
    console.log(`  ${(tenant.branding.organization_name ?? tenant.id).padEnd(12)} ${origin}`);
  }
  if (tenants.some((tenant) => tenant.seed === "demo")) console.log("Demo login: demo@awning.test, password Demo@2026");
  if (local.length > 0) {
    console.log(
      `Clients that do not know *.localhost (text browsers, Node) need in /etc/hosts: 127.0.0.1 ${local.join(" ")}`,
    );
  }
  console.log("Stop with Ctrl+C.\n");
}
