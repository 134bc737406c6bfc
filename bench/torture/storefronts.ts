import { once } from "node:events";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client, request } from "undici";

import { ForeignHost } from "../../tests/helpers/backend/foreign-host.ts";
import { tokenCookie } from "../../tests/helpers/http/token-cookies.ts";
import { Program, STOREFRONT } from "../program.ts";
import { SECRET } from "../shop.ts";
import type { Row } from "../table.ts";
import { inParallel, Tally } from "./apis.ts";

/** A folder of brands, each with the URL of its API, for processes of the storefront alone. */
export function writeBrands(apis: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "awning-torture-"));
  for (const [id, url] of Object.entries(apis)) {
    mkdirSync(join(folder, id));
    const tenant = { id, hostnames: [`${id}.localhost`], api: { url } };
    writeFileSync(join(folder, id, "tenant.json"), JSON.stringify(tenant));
  }
  return folder;
}

/** A storefront for those brands. All storefronts share the session secret. */
export const startStorefront = (folder: string, brand: string, core: number | null = 0) =>
  Program.start(STOREFRONT, {
    env: { TENANTS_DIR: folder, COMMERCE_API_PORT: "0", SESSION_SECRET: SECRET },
    host: `${brand}.localhost`,
    core,
  });

/**
 * One storefront after the other is replaced while clients with keep-alive connections load pages and send forms. Each client
 * acts as a balancer does. It uses the newest program that is ready, and leaves one that announces its end.
 */
export async function restarts(replacements = 20, requests = Number(process.env.N ?? 200_000)): Promise<Row[]> {
  const CLIENTS = 200;
  await using host = await new ForeignHost().start();
  const folder = writeBrands({ shop: host.url });
  const answers = new Tally();
  let current = await startStorefront(folder, "shop", null);
  let sent = 0;
  let isOver = false;

  const clients = Array.from({ length: CLIENTS }, async (_, index) => {
    const method = index % 4 === 3 ? "POST" : "GET";
    let program = current;
    let client = new Client(program.origin);
    const follow = async () => {
      await client.close();
      program = current;
      client = new Client(program.origin);
    };
    while (!isOver) {
      if (program !== current) await follow();
      sent++;
      try {
        const headers = { host: `shop.localhost:${program.port}`, origin: `http://shop.localhost:${program.port}` };
        const form = { ...headers, "content-type": "application/x-www-form-urlencoded" };
        const answer = await client.request({
          method,
          path: "/login",
          headers: method === "POST" ? form : headers,
          body: method === "POST" ? "username=&password=" : null,
        });
        await answer.body.dump();
        answers.add(`${method} ${answer.statusCode}`);
      } catch (error) {
        answers.add((error as NodeJS.ErrnoException).code ?? String(error));
        await follow();
      }
    }
    await client.close();
  });

  for (let at = 1; at <= replacements; at++) {
    while (sent < (at * requests) / (replacements + 1)) await new Promise((resolve) => setTimeout(resolve, 20));
    const next = await startStorefront(folder, "shop", null);
    const former = current;
    current = next;
    await former.stop();
  }
  while (sent < requests) await new Promise((resolve) => setTimeout(resolve, 20));
  isOver = true;
  await Promise.all(clients);
  await current.stop();
  // An empty login gets 400, which is correct.
  const wrong = answers.others("GET 200", "POST 400");
  const what = `${replacements} storefronts replaced under ${CLIENTS} kept connections`;
  return [
    { what: `${what}: wrong answers and lost connections`, value: wrong, unit: "", goal: 0, detail: String(answers) },
    { what: `${what}: requests`, value: sent, unit: "", goal: requests, isAtLeast: true },
  ];
}

/** A backend whose first access tokens have all expired. It finds shoppers by token, and records each refresh's process. */
async function startLapsedHost() {
  const refreshes = new Tally();
  const server = createServer(async (req, res) => {
    const [, process, ...path] = req.url!.split("?")[0]!.split("/");
    let body = "";
    for await (const chunk of req) body += chunk;
    const answer = (status: number, value: unknown) =>
      res.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (path[1] === "refreshtoken") {
      const { refresh_token } = JSON.parse(body) as { refresh_token: string };
      refreshes.add(`${process} ${refresh_token}`);
      return answer(200, { access_token: refresh_token.replace("refresh", "good") });
    }
    const token = /^Bearer (\w+)-token-(\d+)$/.exec(req.headers.authorization ?? "");
    const username = `Shopper ${token?.[2]}.`;
    if (path[0] === "edit-profile" || path[0] === "user-data")
      return token?.[1] === "good" ? answer(200, { username, coins: 0 }) : answer(401, { detail: "expired" });
    if (path[0] === "cart") return token?.[1] === "good" ? answer(200, []) : answer(401, { detail: "expired" });
    return answer(200, {});
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    refreshes,
    /** The URL of the backend for one storefront process. */
    urlFor: (process: string) => `http://127.0.0.1:${port}/${process}`,
    [Symbol.asyncDispose]: async () => void server.close(),
  };
}

/** Sessions whose tokens have just expired, each with eight requests at once, over two storefronts. */
export async function refreshStorm(sessions = Number(process.env.N ?? 1_000)): Promise<Row[]> {
  const CALLS = 8;
  await using host = await startLapsedHost();
  await using first = await startStorefront(writeBrands({ shop: host.urlFor("first") }), "shop", null);
  await using second = await startStorefront(writeBrands({ shop: host.urlFor("second") }), "shop", null);
  const answers = new Tally();
  let crossed = 0;
  const seconds = await inParallel(sessions, 25, async (id) => {
    const cookie = [
      await tokenCookie("shop", "access_token", `old-token-${id}`, SECRET),
      await tokenCookie("shop", "refresh_token", `refresh-token-${id}`, SECRET),
    ].join("; ");
    const calls = Array.from({ length: CALLS }, async (_, at) => {
      const program = at % 2 === 0 ? first : second;
      const headers = { host: `shop.localhost:${program.port}`, cookie };
      const answer = await request(`${program.origin}/profile`, { headers });
      const text = await answer.body.text();
      const names = new Set(text.match(/Shopper \d+\./g));
      const isOwn = names.has(`Shopper ${id}.`);
      if (names.size > (isOwn ? 1 : 0)) crossed++;
      answers.add(answer.statusCode === 200 && !isOwn ? "200 without the name" : answer.statusCode);
    });
    await Promise.all(calls);
  });
  const keys = ["first", "second"].flatMap((process) =>
    Array.from({ length: sessions }, (_, id) => `${process} refresh-token-${id}`),
  );
  const most = keys.reduce((max, key) => Math.max(max, host.refreshes.of(key)), 0);
  const what = `${sessions} lapsed sessions with ${CALLS} calls at once, two storefronts`;
  return [
    { what: `${what}: most refreshes of one session and process`, value: most, unit: "", goal: 1 },
    { what: `${what}: signed out or failed`, value: answers.others(200), unit: "", goal: 0, detail: String(answers) },
    { what: `${what}: another shopper's page`, value: crossed, unit: "", goal: 0, detail: `${seconds.toFixed(1)} s` },
  ];
}
