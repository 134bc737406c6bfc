import { gunzipSync } from "node:zlib";

import { Agent, request } from "undici";

import type { send } from "../../tests/helpers/http/http.ts";
import { TextBrowser } from "../../tests/helpers/text-browser/page.ts";

/** All browsers share it, as behind a proxy, which keeps its connections. */
const agent = new Agent();

/** A browser that requests compressed answers over keep-alive connections, and reports the bytes and the ms of each answer. */
export function createBrowser(onAnswer: (bytes: number, tookMs: number) => void): TextBrowser {
  const sendOne: typeof send = async (url, { method = "GET", headers = {}, body } = {}) => {
    const { host, port, pathname, search } = new URL(url);
    const asked = performance.now();
    const answer = await request(`http://127.0.0.1:${port}${pathname}${search}`, {
      method: method as "GET",
      headers: { host, "accept-encoding": "gzip", ...headers },
      body,
      dispatcher: agent,
    });
    const sent = Buffer.from(await answer.body.arrayBuffer());
    onAnswer(sent.length, performance.now() - asked);
    const text = answer.headers["content-encoding"] === "gzip" ? gunzipSync(sent) : sent;
    if (answer.statusCode >= 400) throw new Error(`${method} ${pathname} answered ${answer.statusCode}`);
    return { url, status: answer.statusCode, headers: answer.headers, text: text.toString() };
  };
  return new TextBrowser("fetch-metadata", sendOne);
}
