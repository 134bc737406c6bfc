import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** A gateway's or supplier's answer; "cut" breaks the connection after the request was read. */
export type ScriptedAnswer = { status?: number; body: unknown; headers?: Record<string, string> } | "cut";

export type SeenRequest = { key: string; headers: NodeJS.Dict<string | string[]>; text: string };

/**
 * An HTTP server on 127.0.0.1 that answers from a script. A key is "GET /path?query"; its answers are given one after the
 * other, and the last one from then on. A request without a script is answered 418 and named in `unscripted`.
 */
export async function startScriptedServer() {
  const scripts = new Map<string, ScriptedAnswer[]>();
  const requests: SeenRequest[] = [];
  const unscripted: string[] = [];
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => {
      const key = `${req.method} ${req.url}`;
      requests.push({ key, headers: req.headers, text: Buffer.concat(chunks).toString("utf8") });
      const answers = scripts.get(key);
      const answer = answers !== undefined && answers.length > 1 ? answers.shift() : answers?.[0];
      if (answer === undefined) unscripted.push(key);
      if (answer === "cut") return req.socket.destroy();
      const { status = 200, body, headers } = answer ?? { status: 418, body: "no script" };
      res.writeHead(status, { "content-type": "application/json", ...headers });
      res.end(typeof body === "string" ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    unscripted,
    on(key: string, ...answers: [ScriptedAnswer, ...ScriptedAnswer[]]) {
      scripts.set(key, answers);
    },
    /** The JSON bodies of the requests with this key. */
    bodiesOf: (key: string) =>
      requests.filter((request) => request.key === key).map(({ text }) => JSON.parse(text) as Record<string, unknown>),
    reset() {
      scripts.clear();
      requests.length = 0;
      unscripted.length = 0;
    },
    close: () => new Promise<void>((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}
