import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";

import { request } from "undici";

const HEADERS_END = "\r\n\r\n";

/**
 * A backend that costs almost nothing: it calls the backend at `url` once for each path, and then always sends the same bytes. It
 * supports only GET, and one request at a time on a connection.
 */
export async function startRecordedHost(url: string) {
  const { origin, pathname } = new URL(url);
  const answers = new Map<string, Buffer>();

  async function record(path: string) {
    const { statusCode, headers, body } = await request(origin + path);
    const bytes = Buffer.from(await body.arrayBuffer());
    const lines = [`HTTP/1.1 ${statusCode} Recorded`, `content-type: ${headers["content-type"]}`];
    const head = [...lines, `content-length: ${bytes.length}`].join("\r\n") + HEADERS_END;
    const answer = Buffer.concat([Buffer.from(head), bytes]);
    answers.set(path, answer);
    return answer;
  }

  const server = createServer({ noDelay: true }, (socket) => {
    socket.on("error", () => socket.destroy());
    socket.on("data", async (chunk: Buffer) => {
      const text = chunk.toString("latin1");
      if (!text.startsWith("GET ") || text.indexOf(HEADERS_END) !== text.length - HEADERS_END.length)
        return socket.destroy(new Error("not one whole GET"));
      const path = text.slice("GET ".length, text.indexOf(" ", "GET ".length));
      socket.write(answers.get(path) ?? (await record(path)));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}${pathname}`, [Symbol.asyncDispose]: async () => void server.close() };
}
