import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Requests of one connection that may wait for their turn. Browsers and proxies send the next once they were answered. */
const MAX_WAITING = 32;

/** On a socket while an answer is under way: what came after it. A property, since this is in the way of every request. */
const WAITING = Symbol("waiting");
type Waiting = [IncomingMessage, ServerResponse][];
type WithWaiting = Socket & { [WAITING]?: Waiting | null };

/**
 * Begins a connection's next request once the answer before it has left. Node begins all that were sent together, and
 * keeps the answers of a client that reads none of them. A connection with more waiting than a few dozen is closed.
 */
export function oneAtATime(listener: RequestListener): RequestListener {
  function begin(req: IncomingMessage, res: ServerResponse) {
    const socket: WithWaiting = req.socket;
    res.on("close", () => {
      const next = socket[WAITING]?.shift();
      if (next && !socket.destroyed) begin(...next);
      else socket[WAITING] = undefined;
    });
    listener(req as Parameters<RequestListener>[0], res as Parameters<RequestListener>[1]);
  }

  return (req, res) => {
    const socket: WithWaiting = req.socket;
    if (socket[WAITING] === undefined) {
      socket[WAITING] = null;
      begin(req, res);
    } else if ((socket[WAITING] ??= []).length < MAX_WAITING) socket[WAITING].push([req, res]);
    else socket.destroy();
  };
}
