import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate } from "node:timers/promises";

import { afterEach, expect, test, vi } from "vitest";

import { createConnections, createTransport } from "#app/commerce/transport.server.ts";

import { Balancer } from "../../../helpers/http/balancer.ts";

afterEach(() => vi.useRealTimers());

/** A replica of a backend that answers its own name. */
async function startReplica(name: string) {
  const server = createServer((_, res) => res.end(JSON.stringify(name))).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, close: () => new Promise((done) => server.close(done)) };
}

test("gives an added replica its share, though the connections to the first one are busy all the time", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const [first, second] = [await startReplica("first"), await startReplica("second")];
  await using balancer = await new Balancer().start();
  balancer.targets = [first.port];
  const connections = createConnections();
  const { send } = createTransport(connections, `http://127.0.0.1:${balancer.port}`);
  const ask = async () => {
    const answer = await send({ method: "GET", path: "/" });
    await setImmediate(); // the connection is free for the next call
    return answer;
  };
  expect(await ask()).toEqual({ ok: true, value: "first" });

  balancer.targets = [first.port, second.port];
  const asked = [];
  for (let seconds = 0; seconds <= 40; seconds += 10) {
    asked.push(await ask());
    vi.setSystemTime(Date.now() + 10_000);
  }
  const answer = (value: string) => ({ ok: true, value });
  expect(asked).toEqual(["first", "first", "first", "first", "second"].map(answer));
  await connections.close();
  await Promise.all([first.close(), second.close()]);
});
