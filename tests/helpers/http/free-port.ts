import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/** Ports that this process has given; a program may not listen on its own yet. */
const given = new Set<number>();

/** Each worker of Vitest has separate ports, so that two never get the same one at the same time. */
const LANES = 16;
const lane = Number(process.env.VITEST_POOL_ID ?? 0) % LANES;

/**
 * A free port of 127.0.0.1, given once per process: below those that the system gives to connections, one of which
 * could take it before the program listens, and above 10080, which fetch and browsers refuse.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(631, 2000) * LANES + lane;
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
}

/** True if nothing listens on the port of 127.0.0.1. */
const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
