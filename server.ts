import "./config/process/json-output.ts";
import "./config/process/require-node.ts";
import "./config/process/private-files.ts";
import "./config/process/compile-cache.ts";

import { randomBytes } from "node:crypto";
import type { AddressInfo } from "node:net";

import { openApi } from "./api/open-api.ts";
import { UPLOAD_MS } from "./app/base/constants.ts";
import { serializePipelinedRequests } from "./app/http/serialize-pipelined-requests.server.ts";
import { announce, warnOfOpenDoors } from "./config/process/announce.ts";
import { createLimitedServer } from "./config/process/limited-server.ts";
import { batchedStdout, createLog } from "./config/process/log.ts";
import { openOperatorPort } from "./config/process/operator-port.ts";
import { createReadiness } from "./config/process/readiness.ts";
import { stopServer } from "./config/process/stop-server.ts";

// React and Express read it as well.
process.env.NODE_ENV ||= "production";
// The API that this process starts shares this key, so that it trusts the client address that the storefront sends.
if (!process.env.COMMERCE_API_URL) process.env.FORWARD_KEY ||= randomBytes(32).toString("base64url");
const { env } = await import("./app/base/env.server.ts");
const { isBuilt, loadStorefront } = await import("./app/load-storefront.ts");

const log = createLog({ level: env.LOG_LEVEL }, batchedStdout());
const isDevelopment = env.NODE_ENV === "development";
if (!isDevelopment && !isBuilt()) {
  console.error("The storefront is not built: npm start builds and starts it, npm run dev needs no build");
  process.exit(1);
}
const { api, look } = await openApi(env, log, isDevelopment);
const readiness = createReadiness({ log, look });
const server = createLimitedServer({ requestTimeout: UPLOAD_MS });
const { listener, storefront, close } = await loadStorefront({ log, server, api, readReadiness: readiness.read });
server.on("request", serializePipelinedRequests(listener));

/** Prints the reason why the address cannot be used, stops the API and exits. */
async function refuseToStart(error: NodeJS.ErrnoException) {
  const advice = error.code === "EADDRINUSE" ? "another program listens there: stop it, or set PORT" : error.message;
  console.error(`PORT: ${env.HOST}:${env.PORT} cannot be used: ${advice}`);
  await api?.stop();
  // The storefront watches the brands' files, which keeps the process alive.
  process.exit(1);
}

async function open() {
  await readiness.open();
  const { port } = server.address() as AddressInfo;
  const tenants = storefront().tenants.all();
  const opened = { settings: env, port, tenants, hasPublicBrand: storefront().tenants.hasPublicBrand(), log };
  announce(opened);
  warnOfOpenDoors(opened);
}

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

const stop = () => stopServer({ server, readiness, api, close, mode: env.NODE_ENV, log });
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
