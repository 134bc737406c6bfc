import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

type ReceivedEvent = { path: string; headers: Record<string, string>; text: string; json: any };

/** An operator's system that takes events. `answer` returns its answer to each, by default 204. */
export async function startEventReceiver() {
  const receiver = {
    received: [] as ReceivedEvent[],
    answer: (res: ServerResponse, _event: ReceivedEvent): void => void res.writeHead(204).end(),
  };
  const server = createServer(async (req, res) => {
    const body = await text(req);
    const event = {
      path: req.url!,
      headers: req.headers as Record<string, string>,
      text: body,
      json: JSON.parse(body),
    };
    receiver.received.push(event);
    receiver.answer(res, event);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${port}/events`,
    /** The types that came, in their order. */
    types: () => receiver.received.map(({ json }) => json.type as string),
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
}
