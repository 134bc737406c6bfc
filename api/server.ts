import "../config/process/json-output.ts";
import "../config/process/require-node.ts";
import "../config/process/private-files.ts";
import "../config/process/compile-cache.ts";

import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

import type { Logger } from "pino";

import { isLoopbackAddress } from "../config/brand/loopback.ts";
import { drain, endKeptConnections } from "../config/process/drain.ts";
import { createApi } from "./app.ts";
import { type Env, findApiPortClashes, findOpenApi } from "./base/env.ts";
import { finishAll } from "./brand/finish.ts";
import { measureRequests } from "./http/measure-requests.ts";
import { UPLOAD_MS } from "./jobs/receive-file.ts";
import { connectLimiters } from "./limits/limiter-store.ts";
import { isForked, openShops, type Program, run } from "./program.ts";
import { openWhenNeeded } from "./staff/open-when-needed.ts";

/** The longest wait for requests in progress. */
const CLOSE_MS = 5_000;
/** The storefront that started the API has waited for them, so few are left. */
const CLOSE_FORKED_MS = 2_000;

/**
 * Starts the embedded commerce API: migrates and seeds the databases of all embedded tenants, then listens. Only
 * storefronts call it; they forward the requests of browsers and gateways.
 * @throws when a brand is exposed, a key is missing, or the tenants' folder, a database or the port cannot be used
 */
export async function startCommerceApi(env: Env, log: Logger): Promise<Program> {
  const problems = [
    ...findOpenApi(env),
    ...(isForked() ? [] : findApiPortClashes(env)), // else METRICS_PORT is the storefront's
  ];
  if (problems.length > 0) throw new Error(problems.map(({ field, reason }) => `${field}: ${reason}`).join("; "));
  const limiters = env.REDIS_URL === undefined ? undefined : await connectLimiters(env.REDIS_URL, log);
  const opened = await openShops(env, log, { program: "api", workers: env.BACKGROUND_WORK === "1", limiters });
  const { shops, registry, readiness, readVersions, tracing } = opened;
  const staff = openWhenNeeded(opened.openStaff, log);
  await staff.get().then(finishAll, () => {}); // is in the log
  const callers = { keys: env.FORWARD_KEY ?? [], isKeyRequired: !isLoopbackAddress(env.COMMERCE_API_HOST) };
  const listener = createApi({
    shops,
    log,
    callers,
    registry,
    readVersions,
    tracing,
    openStaff: staff.get,
    readReadiness: readiness.read,
    measure: measureRequests(registry),
  }) as RequestListener;
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: UPLOAD_MS, connectionsCheckingInterval: 5_000 },
    listener,
  );
  server.keepAliveTimeout = 65_000; // longer than the storefront's, so that it never writes to a closed connection
  server.listen(env.COMMERCE_API_PORT, env.COMMERCE_API_HOST);
  await once(server, "listening");
  await opened.begin();

  return {
    started: { message: "commerce API listening", port: (server.address() as AddressInfo).port },

    reload: opened.reload,

    /** Lets requests and background work finish and closes the databases. */
    async close() {
      readiness.close();
      // The storefront that started it has drained already.
      if (isForked() || env.NODE_ENV !== "production") endKeptConnections(server);
      else await drain(server);
      const closed = once(server, "close");
      server.close();
      const hardStop = setTimeout(() => server.closeAllConnections(), isForked() ? CLOSE_FORKED_MS : CLOSE_MS);
      await closed;
      clearTimeout(hardStop);
      await staff.close();
      await opened.close();
      await limiters?.close();
    },
  };
}

// Forked by the storefront, which also ends it, or alone: `npm run api`.
if (import.meta.main) await run("api", startCommerceApi);
