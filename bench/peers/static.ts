// The minimal Node server: one answer, copied with its headers from ORIGIN, for every request.
import { createServer } from "node:http";
import { gunzipSync } from "node:zlib";

import express from "express";
import { request } from "undici";

const { ORIGIN = "", HOST_HEADER = "", ENCODING = "identity", WITH = "node", PORT } = process.env;
const answer = await request(ORIGIN, { headers: { host: HOST_HEADER, "accept-encoding": ENCODING } });
const body = Buffer.from(await answer.body.arrayBuffer());
if (ENCODING === "gzip") gunzipSync(body);
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
  createServer((_req, res) => res.writeHead(200, flat).end(body)).listen(Number(PORT), "127.0.0.1");
}
