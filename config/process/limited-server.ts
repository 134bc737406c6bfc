import { createServer } from "node:http";

import { answerUnreadable } from "./answer-unreadable.ts";

/** Closes sockets without traffic, for example when the client stopped reading. */
const STALLED_MS = 60_000;
/** Closes further connections at once, so that file descriptors remain for files and backend calls (see ulimit -n). */
const MAX_SOCKETS = 10_000;

/**
 * Makes a server that no client can fill up: slow clients would block its sockets. `requestTimeout` is that of uploads; all
 * other requests have less time (app/http/request-body.server.ts).
 */
export function createLimitedServer({ requestTimeout }: { requestTimeout: number }) {
  const timeouts = { headersTimeout: 10_000, requestTimeout, connectionsCheckingInterval: 5_000 };
  const server = createServer({ ...timeouts, maxHeaderSize: 16 * 1024 });
  server.on("clientError", answerUnreadable);
  server.timeout = STALLED_MS;
  server.maxConnections = MAX_SOCKETS;
  return server;
}
