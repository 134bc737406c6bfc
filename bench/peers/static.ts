// The minimal Node server: one answer, copied with its headers from ORIGIN, for every request. At LOG_LEVEL=info it writes the shop's
// line for each request, too.
import { randomUUID } from "node:crypto";
import { writeSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { hostname } from "node:os";
import { gunzipSync } from "node:zlib";

import express from "express";
import { request } from "undici";

const { ORIGIN = "", HOST_HEADER = "", ENCODING = "identity", WITH = "node", LOG_LEVEL, PORT } = process.env;
const answer = await request(ORIGIN, { headers: { host: HOST_HEADER, "accept-encoding": ENCODING } });
const body = Buffer.from(await answer.body.arrayBuffer());
if (ENCODING === "gzip") gunzipSync(body);
const HOSTNAME = hostname();
const own = ["date", "connection", "keep-alive"];
const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
  own.includes(name) || value === undefined ? [] : [[name, String(value)] as const],
);

if (WITH === "express") {
  const app = express();
  app.disable("x-powered-by").disable("etag");
  app.get("/", (_req, res) => {
    for (const [name, value] of headers) res.setHeader(name, value);
    res.end(body);
  });
  app.listen(Number(PORT), "127.0.0.1");
} else {
  const flat = headers.flat();
  createServer((req, res) => {
    if (LOG_LEVEL === "info") logWhenDone(req, res);
    res.writeHead(200, flat).end(body);
  }).listen(Number(PORT), "127.0.0.1");
}

function logWhenDone({ method, url }: IncomingMessage, res: ServerResponse) {
  const begunAt = performance.now();
  res.once("close", () => {
    const line = {
      level: 30,
      time: Date.now(),
      pid: process.pid,
      hostname: HOSTNAME,
      reqId: randomUUID(),
      tenant: "aurora",
      client: "127.0.0.0/24",
      req: { method, path: url },
      res: { statusCode: res.statusCode },
      responseTime: Math.round(performance.now() - begunAt),
      msg: "request completed",
    };
    writeSync(1, `${JSON.stringify(line)}\n`);
  });
}
