import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Pipelined requests that may wait on one connection. Browsers and proxies do not pipeline. */
const MAX_WAITING = 32;

/** Requests that wait while an answer is under way. Stored on the socket, since this runs on every request. */
const WAITING = Symbol("waiting");
type Waiting = [IncomingMessage, ServerResponse][];
type WithWaiting = Socket & { [WAITING]?: Waiting | null };

/** Handles a connection's requests in turn. Node would start all pipelined ones and buffer answers nobody reads. */
export function serializePipelinedRequests(listener: RequestListener): RequestListener {
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
