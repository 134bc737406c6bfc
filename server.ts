import "./config/process/json-output.ts";
import "./config/process/require-node.ts";
import "./config/private-files.ts";
import "./config/process/compile-cache.ts";

import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { createServer } from "node:http";

import { askHealth } from "./api/ask-health.ts";
import { superviseCommerceApi } from "./api/supervisor.ts";
import type { ConsoleModule } from "./app/console-module.ts";
import { UPLOAD_MS } from "./app/constants.ts";
import { serializePipelinedRequests } from "./app/http/serialize-pipelined-requests.server.ts";
import { consoleOrigin } from "./config/console-site.ts";
import { drain, endKeptConnections } from "./config/drain.ts";
import { OVERRIDES } from "./config/exposure.ts";
import { createLog } from "./config/log.ts";
import { isLoopbackHostname, isPublic } from "./config/loopback.ts";
import { openOperatorPort } from "./config/operator-port.ts";
import { canonicalOrigin } from "./config/origin.ts";
import { answerUnreadable } from "./config/process/answer-unreadable.ts";
import { isOutputJson } from "./config/process/json-output.ts";
import { createReadiness } from "./config/readiness.ts";

// React and Express read it as well.
process.env.NODE_ENV ||= "production";
// The API that this process starts shares this key, so that it trusts the client address that the storefront sends.
if (!process.env.COMMERCE_API_URL) process.env.FORWARD_KEY ||= randomBytes(32).toString("base64url");
const { env } = await import("./app/env.server.ts");

/** Slower clients would block sockets. All but uploads have less time (app/http/request-body.server.ts). */
const TIMEOUTS = { headersTimeout: 10_000, requestTimeout: UPLOAD_MS, connectionsCheckingInterval: 5_000 };
/** Closes sockets without traffic, for example when the client stopped reading. */
const STALLED_MS = 60_000;
/** Closes further connections at once, so that file descriptors remain for files and backend calls (see ulimit -n). */
const MAX_SOCKETS = 10_000;
const HARD_STOP_MS = 25_000;
const STOREFRONT = "build/server/index.js";
const CONSOLE = "build/console/server/index.js";

const log = createLog({ level: env.LOG_LEVEL });
const key = env.FORWARD_KEY ?? "";
const isDevelopment = env.NODE_ENV === "development";
if (!isDevelopment && !(existsSync(STOREFRONT) && existsSync(CONSOLE))) {
  console.error("The storefront is not built: npm start builds and starts it, npm run dev needs no build");
  process.exit(1);
}
const api = env.runsApi
  ? superviseCommerceApi({ port: env.COMMERCE_API_PORT, key, log, keepsErrors: isDevelopment })
  : null;
api?.ready.catch(() => {
  console.error("The commerce API did not start; its lines above have the reason.");
  process.exit(1);
});
const lookElsewhere = env.COMMERCE_API_URL === undefined ? undefined : () => askHealth(env.API_ORIGIN, key);
if ((await lookElsewhere?.())?.isKeyRefused) {
  console.error(`FORWARD_KEY: the API at ${env.API_ORIGIN} refuses it: both programs need the same one`);
  process.exit(1);
}
const readiness = createReadiness({ log, look: api?.readHealth ?? lookElsewhere });
const server = createServer({ ...TIMEOUTS, maxHeaderSize: 16 * 1024 });
const { listener, storefront, close } = await loadStorefront();

server.on("request", serializePipelinedRequests(listener));
server.on("clientError", answerUnreadable);
server.timeout = STALLED_MS;
server.maxConnections = MAX_SOCKETS;
server.on("error", (error: NodeJS.ErrnoException) => {
  if (server.listening) log.error({ err: error }, "connection failed");
  else void refuseToStart(error);
});
await api?.ready;
server.listen(env.PORT, env.HOST, () => void open());
// A shop sells without its metrics, so that a taken port stops no start.
openOperatorPort(env, {
  metrics: (req, res) => storefront().metricsListener(req, res),
  readReadiness: readiness.read,
  isKnownHostname: (hostname) => hostname === env.CONSOLE_HOSTNAME || storefront().tenants.isServed(hostname),
}).catch((error: unknown) => log.error({ err: error }, "METRICS_PORT cannot be used"));

process.on("SIGHUP", () => {
  storefront().tenants.reload();
  void api?.reload();
});
process.once("SIGINT", () => void stop());
process.once("SIGTERM", () => void stop());
// The state is unknown after such an error: finish requests and exit. Unhandled rejections arrive here too.
process.on("uncaughtException", (error) => {
  log.fatal({ err: error }, "uncaught error, stopping");
  if (process.exitCode !== 1) void stop();
  process.exitCode = 1;
});

async function open() {
  await readiness.open();
  announce();
  warnOfOpenDoors();
}

/** Prints the reason why the address cannot be used, stops the API and exits. */
async function refuseToStart(error: NodeJS.ErrnoException) {
  const advice = error.code === "EADDRINUSE" ? "another program listens there: stop it, or set PORT" : error.message;
  console.error(`PORT: ${env.HOST}:${env.PORT} cannot be used: ${advice}`);
  await api?.stop();
  // The storefront watches the brands' files, which keeps the process alive.
  process.exit(1);
}

/** Readiness ends first, so that a load balancer sends no more requests. Then requests under way finish. */
async function stop() {
  const endNow = () => {
    api?.kill();
    process.exit(1);
  };
  process.on("SIGINT", endNow).on("SIGTERM", endNow);
  setTimeout(endNow, HARD_STOP_MS).unref();
  readiness.close();
  if (env.NODE_ENV === "production") await drain(server);
  else endKeptConnections(server);
  const closed = new Promise((resolve) => server.close(resolve));
  if (!isDevelopment) await closed;
  // Open pages keep a connection in development.
  await Promise.all([closed, close()]);
  if ((await api?.stop()) === false) process.exitCode = 1;
  log.info("stopped");
}

/** Loads the build of the storefront, and that of the console if it is on; in development, the sources. */
async function loadStorefront() {
  const options = {
    log,
    readReadiness: readiness.read,
    readApiMetrics: async () => (await api?.readMetrics()) ?? [],
  };
  type Storefront = typeof import("./app/entry.express.ts");
  const create = ({ createStorefront }: Storefront, consoleModule?: ConsoleModule) =>
    createStorefront({ ...options, console: consoleModule });
  if (isDevelopment) {
    const { developStorefront } = await import("./app/development/develop-storefront.ts");
    return developStorefront({ create, log, server, api });
  }
  const load = (path: string) => import(new URL(path, import.meta.url).href);
  const [module, consoleModule]: [Storefront, ConsoleModule?] = await Promise.all([
    load(STOREFRONT),
    env.CONSOLE_HOSTNAME === undefined ? undefined : load(CONSOLE),
  ]);
  const storefront = create(module, consoleModule);
  return { listener: storefront.listener, storefront: () => storefront, close: storefront.close };
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

/** Lists the open brands with their addresses: for people, or one line of the log each. */
function announce() {
  const { port } = server.address() as { port: number };
  const tenants = storefront().tenants.all();
  const local = tenants.flatMap((tenant) => tenant.hostnames.filter((name) => name.endsWith(".localhost")).slice(0, 1));
  const brands = tenants.map((tenant) => {
    const hostname = tenant.hostnames.find((name) => local.includes(name)) ?? tenant.hostnames[0];
    const origin = tenant.origin || isPublic(tenant) ? canonicalOrigin(tenant) : `http://${hostname}:${port}`;
    return { tenant: tenant.id, name: tenant.branding.organization_name ?? tenant.id, origin };
  });
  const title = brands.length > 0 ? "Awning is open" : "No brand is open";
  const consoleUrl = env.CONSOLE_HOSTNAME === undefined ? undefined : consoleOrigin(env.CONSOLE_HOSTNAME, port);
  if (isOutputJson) {
    for (const { tenant, origin } of brands) log.info({ tenant, origin }, "brand is open");
    return log.info({ port, console: consoleUrl }, title);
  }
  console.log(brands.length > 0 ? `\n${title}:` : `\n${title}: the lines above say why.`);
  for (const { name, origin } of brands) console.log(`  ${name.padEnd(12)} ${origin}`);
  if (tenants.some((tenant) => tenant.seed === "demo")) console.log("Demo login: demo@awning.test, password Demo@2026");
  if (consoleUrl) console.log(`Console: ${consoleUrl}`);
  if (consoleUrl && env.isDemo) console.log("Console login: owner@awning.test, password Console@2026, no code");
  if (local.length > 0) {
    console.log(
      `Clients that do not resolve *.localhost (text browsers, Node) need this line in /etc/hosts: 127.0.0.1 ${local.join(" ")}`,
    );
  }
  console.log("Stop with Ctrl+C.\n");
}
