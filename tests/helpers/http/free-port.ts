import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * A free port of 127.0.0.1: below those that the system gives to connections, one of which could take it before the
 * program listens, and above 10080, which fetch and browsers refuse.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_081, 32_000);
    if (await isFree(port)) return port;
  }
}

/** True if nothing listens on the port of 127.0.0.1. */
const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
