import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

import type { Logger } from "pino";

import { loggedNetwork, readIpAddress } from "../../config/ip-address.ts";
import { loggedPath } from "./sensitive-paths.server.ts";

/** The request ids that a proxy may set. */
const SAFE_ID = /^[\w.-]{8,64}$/;

type IsTrustedProxy = (address: string, hop: number) => boolean;

/**
 * Gives a request its id and client address, and logs one line when it ends. Never logged: cookies, queries (they may
 * hold a code), bodies, secret paths. Of the address, only the network is logged.
 */
export function createRequestLog(log: Logger, isTrustedProxy: IsTrustedProxy) {
  return function begin(req: IncomingMessage, res: ServerResponse) {
    const begunAt = performance.now();
    const { remoteAddress = "" } = req.socket;
    const id = isTrustedProxy(remoteAddress, 0) ? req.headers["x-request-id"] : undefined;
    req.requestId = typeof id === "string" && SAFE_ID.test(id) ? id : randomUUID();
    req.clientAddress = findClient(remoteAddress, req.headers["x-forwarded-for"], isTrustedProxy);
    // Express rewrites req.url.
    const { method, url = "" } = req;

    res.once("close", () =>
      log.info(
        {
          reqId: req.requestId,
          tenant: req.site.tenant.id,
          client: loggedNetwork(req.clientAddress),
          req: { method, path: loggedPath(url.split("?")[0]!) },
          res: { statusCode: res.statusCode },
          responseTime: Math.round(performance.now() - begunAt),
        },
        res.writableFinished ? "request completed" : "request aborted",
      ),
    );
  };
}

/** The nearest address that is not a trusted proxy. Some gateways write `ADDRESS:PORT`. */
function findClient(remoteAddress: string, forwarded: string | string[] = "", isTrustedProxy: IsTrustedProxy): string {
  let address = remoteAddress;
  const hops = String(forwarded).split(",").filter(Boolean);
  for (let hop = 0; hop < hops.length && isTrustedProxy(address, hop); hop++) {
    const named = hops.at(-1 - hop)!;
    address = readIpAddress(named) ?? named.trim();
  }
  return address;
}
