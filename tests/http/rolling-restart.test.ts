import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";

import { Client } from "undici";
import { expect, test } from "vitest";

import { send } from "../helpers/http/http.ts";
import { preload } from "../helpers/processes/preload.ts";
import { startShop } from "../helpers/shop/shop.ts";
import { waitUntil } from "../helpers/waiting/patience.ts";

// One process is replaced by the next behind a balancer, which keeps its connections and stops using a process that is
// not ready or sends Connection: close.

/** See server.ts. */
const LONGER_THAN_DRAIN_MS = 1_500;

/** A connection that is kept between requests. An answer's status and Connection header; "lost" where none came. */
function keepConnection(port: number, host: string, method: "GET" | "POST") {
  const client = new Client(`http://127.0.0.1:${port}`, { pipelining: 1 });
  const origin = `http://${host}:${port}`;
  const form = { "content-type": "application/x-www-form-urlencoded", origin };
  return {
    async ask() {
      try {
        const { statusCode, headers, body } = await client.request({
          method,
          path: "/login",
          headers: { host: `${host}:${port}`, ...(method === "POST" ? form : {}) },
          body: method === "POST" ? "username=&password=" : undefined,
        });
        await body.dump();
        return `${method} ${statusCode} ${headers.connection}`;
      } catch {
        return "lost";
      }
    },
    close: () => client.destroy(),
  };
}

const keepConnections = (port: number, host: string) =>
  Array.from({ length: 12 }, (_, index) => keepConnection(port, host, index % 2 === 0 ? "GET" : "POST"));

const askAll = async (connections: ReturnType<typeof keepConnections>) => {
  const answers = await Promise.all(connections.map((connection) => connection.ask()));
  return [...new Set(answers)].sort();
};

test("becomes unready first on a signal to the group, then answers every kept connection a last time [OPS-03]", async () => {
  await using shop = await startShop({ tenants: { acme: {} } });
  const connections = keepConnections(shop.port, "acme.localhost");
  expect(await askAll(connections)).toEqual(["GET 200 keep-alive", "POST 400 keep-alive"]);
  const [api] = shop.childPids();

  process.kill(api!, "SIGTERM");
  shop.signal("SIGTERM");
  await waitUntil(async () => (await send(shop.url("acme", "/readyz"))).status === 503, 5);
  // On connections that were idle when the stop began, to the storefront and through it to the API.
  expect(await askAll(connections)).toEqual(["GET 200 close", "POST 400 close"]);
  expect(shop.childPids()).toEqual([api]);
  expect(await shop.ended()).toBe(0);
  expect(shop.log).not.toContain("restarting it");
  await Promise.all(connections.map((connection) => connection.close()));
});

test("answers every request that reached a slow process before it closes", async () => {
  await using shop = await startShop({ tenants: { acme: {} } });
  shop.signal("SIGTERM");
  await waitUntil(async () => (await send(shop.url("acme", "/readyz"))).status === 503, 5);
  shop.signal("SIGSTOP");
  const connections = keepConnections(shop.port, "acme.localhost");
  const answers = askAll(connections);
  await new Promise((resolve) => setTimeout(resolve, LONGER_THAN_DRAIN_MS));
  shop.signal("SIGCONT");
  expect(await answers).toEqual(["GET 200 close", "POST 400 close"]);
  expect(await shop.ended()).toBe(0);
  await Promise.all(connections.map((connection) => connection.close()));
});

/** Shortens the 25 s of server.ts to two. */
const SOONER = `const { setTimeout } = globalThis;
globalThis.setTimeout = (run, ms, ...args) => setTimeout(run, ms === 25_000 ? 2_000 : ms, ...args);`;

test("does not wait for a client that never finishes [OPS-03]", async () => {
  const env = { NODE_OPTIONS: preload(SOONER) };
  await using shop = await startShop({ tenants: { acme: {} }, env });
  const head = ["POST /login HTTP/1.1", `Host: acme.localhost:${shop.port}`, "Sec-Fetch-Site: same-origin"];
  const client = connect(shop.port, "127.0.0.1").on("error", () => {}); // its end is the point of it
  client.write(`${head.join("\r\n")}\r\nContent-Length: 9\r\n\r\nname`);
  await waitUntil(async () => (await send(shop.url("acme", "/readyz"))).status === 200);
  const [api] = shop.childPids();
  // If it does not end, it is killed after a minute, and there is no code.
  expect(await shop.stop()).toBe(1);
  await waitUntil(() => !existsSync(`/proc/${api}`));
  client.destroy();
});

test("control: with server.close() alone the same connections lose their requests", async () => {
  const program = `const server = require("node:http").createServer((req, res) => res.end("ok"));
    server.listen(0, "127.0.0.1", () => console.log(server.address().port));
    process.on("SIGTERM", () => { server.close(); console.log("closing"); });`;
  const plain = spawn(process.execPath, ["-e", program]);
  const said = async () => String((await once(plain.stdout, "data"))[0]).trim();
  const port = Number(await said());
  const connections = keepConnections(port, "acme.localhost");
  expect(await askAll(connections)).toEqual(["GET 200 keep-alive", "POST 200 keep-alive"]);
  plain.kill("SIGTERM");
  expect(await said()).toBe("closing");
  expect(await askAll(connections)).toEqual(["lost"]);
  await Promise.all(connections.map((connection) => connection.close()));
});
