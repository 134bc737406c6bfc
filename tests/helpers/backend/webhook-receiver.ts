import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export type Received = { path: string; headers: IncomingHttpHeaders; text: string; json: any };

/** A shop's server that takes notifications, answers `status` and keeps what it got. */
export async function startReceiver() {
  const receiver = { status: 200, received: [] as Received[] };
  const server = createServer(async (req, res) => {
    const body = await text(req);
    receiver.received.push({ path: req.url!, headers: req.headers, text: body, json: JSON.parse(body) });
    res.writeHead(receiver.status).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/payment-notification`;
  return Object.assign(receiver, {
    url,
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
}
