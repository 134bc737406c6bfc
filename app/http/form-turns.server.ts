import type { RequestHandler } from "express";
import { Gauge, Registry } from "prom-client";

import { keepSpan } from "../../config/process/tracing.ts";
import { networkOf } from "../../config/typed/ip-address.ts";
import { isSafeMethod } from "./safe-methods.ts";

/** The most forms of one network that a brand handles at once, and the most that wait. */
const AT_ONCE = 4;
const MAX_WAITING = 250;
/** In seconds. */
const RETRY_AFTER = "2";

type Line = { underWay: number; waiting: (() => void)[] };

/**
 * Lets the forms of one network take turns. A flood from one network then costs no more than a few busy shoppers. Beyond the
 * queue they are refused with 429, before anything is rendered.
 */
export function takeTurns({
  atOnce = AT_ONCE,
  maxWaiting = MAX_WAITING,
  registry = new Registry(),
} = {}): RequestHandler {
  const lines = new Map<string, Line>();
  new Gauge({
    name: "awning_forms",
    help: "Forms that are being worked on, and that wait for others of their network",
    labelNames: ["state"],
    registers: [registry],
    collect() {
      const all = [...lines.values()];
      this.set(
        { state: "running" },
        all.reduce((sum, { underWay }) => sum + underWay, 0),
      );
      this.set(
        { state: "waiting" },
        all.reduce((sum, { waiting }) => sum + waiting.length, 0),
      );
    },
  });
  return (req, res, next) => {
    if (isSafeMethod(req.method)) return next();
    // Its place would never be released.
    if (res.closed) return;
    const key = `${req.site.tenant.id} ${networkOf(req.clientAddress)}`;
    const line = lines.get(key) ?? { underWay: 0, waiting: [] };
    lines.set(key, line);
    if (line.underWay >= atOnce && line.waiting.length >= maxWaiting) {
      res.setHeader("Retry-After", RETRY_AFTER);
      return next({ status: 429 });
    }

    let hasBegun = false;
    const begin = keepSpan(() => {
      hasBegun = true;
      line.underWay++;
      next();
    });
    res.once("close", () => {
      if (!hasBegun) return void line.waiting.splice(line.waiting.indexOf(begin), 1); // its client has left
      line.underWay--;
      line.waiting.shift()?.();
      if (line.underWay === 0) lines.delete(key);
    });
    if (line.underWay < atOnce) begin();
    else line.waiting.push(begin);
  };
}
