import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Requests of one connection that may wait for their turn. Browsers and proxies send the next once they were answered. */
const MAX_WAITING = 32;

/**
 * Begins a connection's next request once the answer before it has left. Node begins all that were sent together, and
 * keeps the answers of a client that reads none of them. A connection with more waiting than a few dozen is closed.
 */
export function oneAtATime(listener: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, [IncomingMessage, ServerResponse][]>();

  function begin(req: IncomingMessage, res: ServerResponse, queue: [IncomingMessage, ServerResponse][]) {
    res.once("close", () => {
      const next = queue.shift();
      if (next && !req.socket.destroyed) begin(...next, queue);
      else waiting.delete(req.socket);
    });
    listener(req as Parameters<RequestListener>[0], res as Parameters<RequestListener>[1]);
  }

  return (req, res) => {
    const queue = waiting.get(req.socket);
    if (queue === undefined) {
      const empty: [IncomingMessage, ServerResponse][] = [];
      waiting.set(req.socket, empty);
      begin(req, res, empty);
    } else if (queue.length < MAX_WAITING) queue.push([req, res]);
    else req.socket.destroy();
  };
}
