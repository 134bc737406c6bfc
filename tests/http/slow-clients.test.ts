import { readdirSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";

import { afterEach, describe, expect, test, vi } from "vitest";

import { send } from "../helpers/http/http.ts";
import { sendRaw } from "../helpers/http/raw.ts";
import { preload } from "../helpers/processes/preload.ts";
import { useShop } from "../helpers/shop/shop.ts";
import { waitUntil } from "../helpers/waiting/patience.ts";

// Clients that are slow on purpose, too many, or that send requests unlike any browser's.

/** Divides the limits on sockets by 50, so that the test needs fewer of them. */
const SMALLER = `import { Server } from "node:http";
const listen = Server.prototype.listen;
Server.prototype.listen = function (...to) {
  if (this.maxConnections) this.maxConnections /= 50;
  return listen.apply(this, to);
};`;

const shop = useShop(() => ({
  env: { NODE_OPTIONS: preload(SMALLER) },
}));
const host = () => `Host: aurora.localhost:${shop().port}`;
const sockets: Socket[] = [];
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

type Client = { socket: Socket; answer: string; isClosed: boolean };

/** A client that sends so much and then nothing. */
function open(text: string): Client {
  const client: Client = { socket: connect(shop().port, "127.0.0.1"), answer: "", isClosed: false };
  sockets.push(client.socket);
  client.socket.setEncoding("utf8").on("error", () => {}); // "close" follows
  client.socket.on("data", (more) => (client.answer += more));
  client.socket.on("close", () => (client.isClosed = true));
  client.socket.write(text);
  return client;
}
const isServed = async () => (await send(shop().url("aurora", "/privacy"))).status === 200;
const megabytesOf = () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${shop().pid}/status`, "utf8"))![1]) / 1024;
const fdsOf = () => readdirSync(`/proc/${shop().pid}/fd`).length;

describe("slow clients", () => {
  test("get ten seconds for the headers and twenty for the body [RES-01]", async () => {
    const heads = Array.from({ length: 200 }, () => open(`GET / HTTP/1.1\r\n${host()}\r\nX-Slow: `));
    const form = [
      "POST /login HTTP/1.1",
      host(),
      `Origin: ${new URL(shop().url("aurora")).origin}`,
      "Content-Type: application/x-www-form-urlencoded",
      "Content-Length: 500",
    ];
    const bodies = Array.from({ length: 200 }, () => open(`${form.join("\r\n")}\r\n\r\nusername=`));
    const drip = setInterval(() => [...heads, ...bodies].forEach(({ socket }) => socket.write("x")), 1_000);
    try {
      expect(await isServed()).toBe(true);
      // Node's own limits are a minute and five.
      await vi.waitUntil(() => heads.every(({ isClosed }) => isClosed), { timeout: 50_000, interval: 200 });
      expect(await isServed()).toBe(true);
      await waitUntil(() => bodies.every(({ isClosed }) => isClosed));
    } finally {
      clearInterval(drip);
    }
    // A client that still writes is reset; the others get an answer.
    expect(heads.map(({ answer }) => answer.split("\r\n")[0])).toContain("HTTP/1.1 408 Request Timeout");
    expect(await isServed()).toBe(true);
  });

  test("reach a limit of connections, which recovers afterwards [RES-02]", async () => {
    const before = fdsOf();
    const flood = Array.from({ length: 400 }, () => open(""));
    await waitUntil(() => flood.filter(({ isClosed }) => isClosed).length >= 190);
    expect(fdsOf() - before).toBeLessThanOrEqual(200);
    flood.forEach(({ socket }) => socket.destroy());
    await waitUntil(() => isServed().catch(() => false));
  });
});

const request = (path: string) => `GET ${path} HTTP/1.1\r\n${host()}\r\n\r\n`;
const statusesIn = (answer: string) => answer.match(/HTTP\/1\.1 \d{3}/g) ?? [];

describe("pipelined requests", () => {
  test("are answered in order [RES-02]", async () => {
    const paths = ["/privacy", "/no-such-page", "/healthz", "/terms-conditions", "/cart", "/privacy"];
    const client = open(paths.map(request).join(""));
    await waitUntil(() => statusesIn(client.answer).length === paths.length);
    expect(statusesIn(client.answer).map((line) => line.slice(-3))).toEqual(["200", "404", "200", "200", "302", "200"]);
    client.socket.write(request("/healthz"));
    await waitUntil(() => statusesIn(client.answer).length === paths.length + 1);
  });

  test("hold no memory when they are never read: too many end the connection [RES-02]", async () => {
    expect(await isServed()).toBe(true);
    const before = megabytesOf();
    const greedy = Array.from({ length: 10 }, (_, index) => open(request(`/privacy?${index}`).repeat(2_000)));
    for (const { socket } of greedy) socket.pause();
    expect(await isServed()).toBe(true);
    greedy.forEach(({ socket }) => socket.resume());
    await waitUntil(() => greedy.every(({ isClosed }) => isClosed));
    expect(greedy.map(({ answer }) => statusesIn(answer).length).filter((count) => count > 50)).toEqual([]);
    expect(megabytesOf() - before).toBeLessThan(300);
  });
});

const ODD_REQUESTS: [expected: RegExp, ...lines: string[]][] = [
  [/^HTTP\/1\.1 (403|405|501) /, "TRACE / HTTP/1.1"],
  [/^HTTP\/1\.1 (405|501) /, "TRACE / HTTP/1.1", "Sec-Fetch-Site: same-origin"],
  [/^HTTP\/1\.1 (405|501) /, "PROPFIND /cart HTTP/1.1", "Sec-Fetch-Site: same-origin"],
  [/^(HTTP\/1\.1 (400|405|501) |$)/, "CONNECT aurora.localhost:80 HTTP/1.1"],
  [/^(HTTP\/1\.1 (400|405|501) |$)/, "CONNECT / HTTP/1.1", "Sec-Fetch-Site: same-origin"],
  [/^HTTP\/1\.1 (400|501) /, "NONSENSE / HTTP/1.1"],
  [/^HTTP\/1\.1 200 /, "GET /privacy HTTP/1.1", "Upgrade: websocket", "Sec-WebSocket-Key: x"],
  [/^HTTP\/1\.1 200 /, "GET /privacy HTTP/1.1", "Upgrade: h2c", "HTTP2-Settings: x"],
  [/^HTTP\/1\.1 417 /, "GET /privacy HTTP/1.1", "Expect: the-unexpected"],
  [/^HTTP\/1\.1 200 /, "GET /privacy HTTP/1.1", "__proto__: x", "constructor: y", "hasOwnProperty: z", "toString: w"],
  [/^HTTP\/1\.1 40\d /, "GET /%00 HTTP/1.1", "__proto__: 1"],
  [/^HTTP\/1\.1 400 /, "PRI * HTTP/2.0", "", "SM", ""],
  [/^HTTP\/1\.1 (400|404) /, "OPTIONS * HTTP/1.1"],
];
test.each(ODD_REQUESTS)("%s to %j %j [RES-07]", async (expected, first, ...more) => {
  const logged = shop().log.length;
  const last = more.some((line) => /^Upgrade/.test(line)) ? "Connection: close, Upgrade" : "Connection: close";
  const answer = await sendRaw(shop().port, first, host(), ...more, last, "", "").catch(() => "");
  expect(answer).toMatch(expected);
  expect(answer.split("\r\n\r\n")[1] ?? "").not.toMatch(/at .*\.(js|ts):\d+/);
  expect(await isServed()).toBe(true);
  expect(shop().log.slice(logged)).not.toMatch(/"level":[56]0/);
});
