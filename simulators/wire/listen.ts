import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import type { Express } from "express";

export type Listening = { url: string; port: number; close(): Promise<void> };

/** Listens on 127.0.0.1; port 0 takes a free one. `close` also ends calls that hang. */
export async function listen({ app }: { app: Express }, port = 0): Promise<Listening> {
  const server = createServer(app);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const taken = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${taken}`,
    port: taken,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
