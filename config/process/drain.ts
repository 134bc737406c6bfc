import type { Server } from "node:http";
import { setImmediate as immediate, setTimeout as sleep } from "node:timers/promises";

/** Drains for at least MIN_MS, then until no request comes for QUIET_MS, and at most for MAX_MS. */
const MIN_MS = 1_000;
const QUIET_MS = 200;
const MAX_MS = 5_000;

/** From now on every answer ends its connection, so that its client goes elsewhere (nodejs/node#60617). */
export function endKeptConnections(server: Server) {
  server.prependListener("request", (_req, res) => res.setHeader("Connection", "close"));
}

/**
 * Keeps answering after the readiness has ended. Closing at once would lose requests that a balancer still sends, and those that
 * a busy process has not read yet. The caller then closes the server.
 */
export async function drain(server: Server) {
  const from = performance.now();
  let count = 0;
  server.prependListener("request", () => count++);
  endKeptConnections(server);
  await sleep(MIN_MS - QUIET_MS);
  for (let before = -1; before < count && performance.now() - from < MAX_MS;) {
    before = count;
    await sleep(QUIET_MS);
    // A late timer fires before the sockets are polled: one round accepts, one reads.
    await immediate();
    await immediate();
  }
}
