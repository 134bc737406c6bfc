import { randomUUID } from "node:crypto";

import type { Logger } from "pino";

import { outcomeOf } from "../../../config/process/request-times.ts";
import { loggedNetwork, readIpAddress } from "../../../config/typed/ip-address.ts";
import type { RequestMetrics } from "../request-metrics.server.ts";
import type { IsTrustedProxy } from "./proxy.server.ts";
import type { Step } from "./step.ts";

/** The request ids that a proxy may set. */
const SAFE_ID = /^[\w.-]{8,64}$/;

type Options = {
  log: Logger;
  isTrustedProxy: IsTrustedProxy;
  metrics?: RequestMetrics;
  /** Returns the path without its secret, if it has one. */
  loggedPath(path: string): string;
};

/**
 * Gives a request its id and client address, and logs and counts it when it ends. Never logged: cookies, queries (they may
 * contain a code), bodies, secret paths. Of the address, only the network is logged.
 */
export function logRequests({ log, isTrustedProxy, metrics, loggedPath }: Options): Step {
  const isLogged = log.isLevelEnabled("info");

  return (next) => (req, res) => {
    const path = req.url!.split("?")[0]!;
    req.loggedPath = loggedPath(path);
    req.isSecret = req.loggedPath !== path;
    const { remoteAddress = "" } = req.socket;
    const id = isTrustedProxy(remoteAddress, 0) ? req.headers["x-request-id"] : undefined;
    req.requestId = typeof id === "string" && SAFE_ID.test(id) ? id : randomUUID();
    req.clientAddress = findClient(remoteAddress, req.headers["x-forwarded-for"], isTrustedProxy);
    if (!isLogged && metrics === undefined) return next(req, res);
    const begunAt = performance.now();
    const { method = "" } = req; // Express may rewrite it

    res.once("close", () => {
      const { id } = req.site.tenant;
      const { statusCode, writableFinished: isComplete } = res;
      const ms = performance.now() - begunAt;
      metrics?.countAnswer(id, method, req.routePattern ?? "other", outcomeOf(statusCode, isComplete), ms / 1_000);
      if (!isLogged) return;
      log.info(
        {
          reqId: req.requestId,
          tenant: id,
          client: loggedNetwork(req.clientAddress),
          req: { method, path: req.loggedPath },
          res: { statusCode },
          responseTime: Math.round(ms),
        },
        isComplete ? "request completed" : "request aborted",
      );
    });
    next(req, res);
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
