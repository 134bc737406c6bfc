import { connect, type Socket } from "node:net";

import { request } from "undici";

import { ForeignHost } from "../../tests/helpers/backend/foreign-host.ts";
import { load } from "../load.ts";
import { signIn, startShop } from "../shop.ts";
import type { Row } from "../table.ts";
import { inParallel, Tally } from "./apis.ts";
import { startStorefront, writeBrands } from "./storefronts.ts";

type Shop = Awaited<ReturnType<typeof startShop>>;

/** Duration of a flood before its cost is measured. */
const WAVE_MS = 4_000;

/** Loads a page that is rendered for each visitor, to measure an attack's cost for other visitors. */
const others = ({ program, host }: Shop, seconds: number) =>
  load({ program, path: "/search?q=gift", headers: { host } }, { seconds, connections: 8 });

/** Loads the catalogue for a minute, without the page cache: each page is rendered. */
export async function pages(seconds = Number(process.env.SECONDS ?? 60)): Promise<Row[]> {
  await using shop = await startShop({ PAGE_CACHE_MB: "0" });
  const target = { program: shop.program, headers: { host: shop.host } };
  await load(target, { seconds: 3, connections: 64 });
  const { perSecond, p99, failed, requests } = await load(target, { seconds, connections: 64 });
  const what = `catalogue, 64 sockets for ${seconds} s`;
  return [
    { what: `${what}: pages a second`, value: perSecond, unit: "", goal: 350, isAtLeast: true },
    { what: `${what}: p99`, value: p99, unit: "ms", goal: 300 },
    { what: `${what}: answers without a page`, value: failed, unit: "", goal: 0, detail: `${requests} pages` },
  ];
}

/** Thousands of sockets that send a header a second, and never the last. */
export async function slowClients(count = Number(process.env.N ?? 8_000)): Promise<Row[]> {
  await using shop = await startShop();
  await others(shop, 2);
  const calm = await others(shop, 3);
  const sockets: Socket[] = [];
  let open = 0;
  for (let at = 0; at < count; at++) {
    const socket = connect(shop.program.port, "127.0.0.1");
    socket.on("connect", () => (open++, socket.write(`GET / HTTP/1.1\r\nHost: ${shop.host}\r\n`)));
    socket.on("error", () => {});
    socket.on("close", () => open--);
    sockets.push(socket);
    if (at % 200 === 199) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const drip = setInterval(() => sockets.forEach((socket) => socket.writable && socket.write("X-Slow: 1\r\n")), 1_000);
  const figures = await others(shop, 5);
  const held = open;
  const resident = shop.program.residentBytes() / 1024 / 1024;
  const from = performance.now();
  while (open > 0 && performance.now() - from < 60_000) await new Promise((resolve) => setTimeout(resolve, 250));
  clearInterval(drip);
  sockets.forEach((socket) => socket.destroy());
  const what = `${count} slow clients`;
  return [
    {
      what: `${what}: p99 of the others`,
      value: figures.p99,
      unit: "ms",
      goal: 150,
      detail: `calm ${Math.round(calm.p99)} ms; ${held} held`,
    },
    { what: `${what}: errors of the others`, value: figures.failed, unit: "", goal: 0 },
    { what: `${what}: all closed after`, value: 5 + (performance.now() - from) / 1000, unit: "s", goal: 20 },
    { what: `${what}: resident memory`, value: resident, unit: "MB", goal: 700 },
  ];
}

/** A hundred uploads at once that never end. */
export async function endlessBodies(count = Number(process.env.N ?? 100)): Promise<Row[]> {
  await using shop = await startShop();
  await others(shop, 1);
  const before = shop.program.residentBytes();
  const answers = new Tally();
  let slowest = 0;
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, shop.program.residentBytes())), 50);
  await Promise.all(
    Array.from({ length: count }, async () => {
      const from = performance.now();
      const status = await sendEndlessly(shop);
      slowest = Math.max(slowest, performance.now() - from);
      answers.add(status);
    }),
  );
  clearInterval(watch);
  const what = `${count} endless bodies at once`;
  return [
    {
      what: `${what}: neither answered 413 nor cut`,
      value: answers.others(413, "cut"),
      unit: "",
      goal: 0,
      detail: String(answers),
    },
    { what: `${what}: the slowest answer`, value: slowest, unit: "ms", goal: 1_000 },
    { what: `${what}: resident memory grew by`, value: (peak - before) / 1024 / 1024, unit: "MB", goal: 50 },
  ];
}

/** Sends chunks until the server answers or hangs up. @returns the status; "cut" if there was none */
function sendEndlessly({ program, host }: Shop): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(program.port, "127.0.0.1");
    const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
    let answer = "";
    const finish = () => {
      resolve(answer.split(" ")[1] ?? "cut");
      socket.destroy();
    };
    const send = () => {
      while (socket.writable && socket.write(chunk));
    };
    socket.on("data", (data) => ((answer += data), finish()));
    socket.on("error", finish).on("close", finish).on("drain", send);
    socket.write(
      `POST /login HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nTransfer-Encoding: chunked\r\nContent-Type: application/x-www-form-urlencoded\r\n\r\n`,
    );
    send();
  });
}

/**
 * Guesses passwords as fast as possible, while others load the catalogue. First it guesses one shopper's password from one
 * network, and that shopper then logs in elsewhere. Then each guess has a new account and a new network, so that each one is
 * hashed.
 */
export async function loginFlood(seconds = 20): Promise<Row[]> {
  await using shop = await startShop({ TRUST_PROXY: "1" });
  const attempt = async (username: string, password: string, address: string) => {
    const answer = await request(`${shop.program.origin}/login`, {
      method: "POST",
      headers: {
        host: shop.host,
        origin: `http://${shop.host}`,
        "x-forwarded-for": address,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ username, password }).toString(),
    });
    await answer.body.text();
    return answer.statusCode;
  };
  /** Keeps 64 guesses running while `measure` runs. */
  const flood = async <Value>(guess: (index: number) => Promise<number>, measure: () => Promise<Value>) => {
    const statuses = new Tally();
    let isOver = false;
    const guesses = inParallel(Infinity, 64, async (index) => {
      if (isOver) throw new Error("over");
      statuses.add(await guess(index));
    }).catch(() => 0);
    const value = await measure();
    isOver = true;
    await guesses;
    return { value, statuses };
  };

  await others(shop, 1);
  const calm = await others(shop, 3);
  const detail = `calm ${Math.round(calm.p99)} ms`;
  const fromOne = await flood(
    (index) => attempt("demo@awning.test", `Wrong@${index}`, "192.168.7.9"),
    // The first wave runs code for the first time.
    async () => [await others(shop, WAVE_MS / 1000), await others(shop, seconds - WAVE_MS / 1000)] as const,
  );
  const owner = await attempt("demo@awning.test", "Demo@2026", "192.168.7.10");
  const fromAll = await flood(
    (index) =>
      attempt(`nobody-${index}@awning.test`, "Wrong@2026", `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`),
    () => others(shop, seconds / 2),
  );
  const [firstWave, later] = fromOne.value;
  const what = `login flood, ${seconds} s`;
  return [
    { what: `${what}: p99 of the others, first wave`, value: firstWave.p99, unit: "ms", goal: 200, detail },
    { what: `${what}: p99 of the others`, value: later.p99, unit: "ms", goal: 200, detail: String(fromOne.statuses) },
    { what: `${what}: passwords checked`, value: fromOne.statuses.of(400), unit: "", goal: 5 },
    {
      what: `${what}: the owner logs in from elsewhere`,
      value: owner === 303 ? 1 : 0,
      unit: "",
      goal: 1,
      isAtLeast: true,
    },
    {
      what: `${what}: p99 of the others, guesses from everywhere`,
      value: fromAll.value.p99,
      unit: "ms",
      goal: 200,
      detail: String(fromAll.statuses),
    },
  ];
}

/** Two brands with separate backends: one hangs with 500 pending pages, and the other must not slow down. */
export async function hungHost(count = Number(process.env.N ?? 500)): Promise<Row[]> {
  await using calm = await new ForeignHost().start();
  await using hung = await new ForeignHost().start();
  const folder = writeBrands({ calm: calm.url, hung: hung.url });
  await using program = await startStorefront(folder, "calm");
  const headers = { host: `calm.localhost:${program.port}` };
  const ask = (seconds: number) => load({ program, path: "/search?q=card", headers }, { seconds, connections: 8 });
  await ask(2);
  const before = await ask(4);
  for (const call of ["GET /search/", "GET /home/", "GET /products/"]) hung.hold(call);
  let isOver = false;
  const flood = inParallel(Infinity, count, async () => {
    if (isOver) throw new Error("over");
    const answer = await request(`${program.origin}/search?q=card`, {
      headers: { host: `hung.localhost:${program.port}` },
    });
    await answer.body.text();
  }).catch(() => 0);
  const during = await ask(6);
  isOver = true;
  hung.heal();
  await flood;
  return [
    {
      what: `a hanging backend with ${count} pending pages: p99 of the other brand`,
      value: during.p99 / before.p99,
      unit: "×",
      goal: 2,
      detail: `${Math.round(before.p99)} ms, then ${Math.round(during.p99)} ms`,
    },
    {
      what: `a hanging backend with ${count} pending pages: errors of the other brand`,
      value: during.failed,
      unit: "",
      goal: 0,
    },
  ];
}

/** Tabs that poll an order's state every two seconds, the first time while the process is cold. */
export async function pollers(count = Number(process.env.N ?? 2_000), seconds = 10): Promise<Row[]> {
  await using shop = await startShop();
  const { cookie } = await signIn(shop.program, shop.host);
  const first: number[] = [];
  const later: number[] = [];
  const statuses = new Tally();
  const end = performance.now() + seconds * 1000;
  await Promise.all(
    Array.from({ length: count }, async (_, at) => {
      await new Promise((resolve) => setTimeout(resolve, (at / count) * 2_000));
      for (let latencies = first; performance.now() < end; latencies = later) {
        const from = performance.now();
        const answer = await request(`${shop.program.origin}/order-state?orderid=unknown`, {
          headers: { host: shop.host, cookie },
        });
        await answer.body.text();
        latencies.push(performance.now() - from);
        statuses.add(answer.statusCode);
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, 2_000 - (performance.now() - from))));
      }
    }),
  );
  const what = `${count} tabs that poll`;
  return [
    { what: `${what}: p99`, value: p99(later), unit: "ms", goal: 200, detail: String(statuses) },
    { what: `${what}: p99 of their first polls, on a new process`, value: p99(first), unit: "ms", goal: 2_000 },
    { what: `${what}: answers of 500 and above`, value: statuses.others(200, 304, 404), unit: "", goal: 0 },
  ];
}

const p99 = (latencies: number[]) => latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * 0.99)]!;
