// React alone: a page of the same elements and texts, built and rendered for each request after the same calls.
import { createServer } from "node:http";
import { Writable } from "node:stream";

import { parseDocument } from "htmlparser2";
import { createElement, type ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { Pool, request } from "undici";

const { ORIGIN = "", HOST_HEADER = "", COOKIE = "", API = "", TOKEN = "", CALLS = "", PORT } = process.env;
const page = await request(ORIGIN, { headers: { host: HOST_HEADER, cookie: COOKIE } });
const document = parseDocument(await page.body.text());
const api = new Pool(new URL(API).origin);
const paths = CALLS.split(" ").map((path) => new URL(API).pathname + path);

type ChildNode = (typeof document.children)[number];

const PROPS: Record<string, string> = { class: "className", for: "htmlFor", charset: "charSet", tabindex: "tabIndex" };

/** The node as an element; attributes keep their names, except those that React spells otherwise. */
function toElement(node: ChildNode, key: number): ReactNode {
  if (node.type === "text") return node.data;
  if (node.type !== "tag" && node.type !== "script" && node.type !== "style") return null;
  const props: Record<string, unknown> = { key };
  for (const [name, value] of Object.entries(node.attribs)) {
    if (name === "value" || name === "checked") continue;
    props[PROPS[name] ?? name] = value;
  }
  return createElement(node.name, props, ...node.children.map(toElement));
}

createServer(async (_req, res) => {
  for (const path of paths) {
    const answer = await api.request({ method: "GET", path, headers: { authorization: `Bearer ${TOKEN}` } });
    JSON.parse(await answer.body.text());
  }
  const chunks: Buffer[] = [];
  const collect = new Writable({
    write: (chunk, _encoding, done) => (chunks.push(Buffer.from(chunk)), done()),
    final: (done) => (res.writeHead(200, { "Content-Type": "text/html" }).end(Buffer.concat(chunks)), done()),
  });
  const root = document.children.map(toElement).find((element) => element !== null && typeof element === "object");
  const { pipe } = renderToPipeableStream(root, { progressiveChunkSize: 1 << 24, onAllReady: () => pipe(collect) });
}).listen(Number(PORT), "127.0.0.1");
