import { connect, type Socket } from "node:net";

const HEADERS_END = "\r\n\r\n";
const LAST_CHUNK = "\r\n0\r\n\r\n";

/**
 * One keep-alive connection that requests the same page repeatedly and waits each time for the whole answer. It parses only the
 * status and the end of an answer, since the load takes CPU time from the measured program.
 */
export class RawClient {
  readonly #socket: Socket;
  readonly #request: Buffer;
  #answer = Promise.withResolvers<number>();
  #status = 0;
  /** Remaining bytes; Infinity for a body in chunks. */
  #missing = 0;
  /** The last received bytes: the end of a body in chunks may be split. */
  #tail = "";

  constructor(origin: string, path: string, headers: Record<string, string>) {
    const { hostname, port, host } = new URL(origin);
    const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
    this.#request = Buffer.from([`GET ${path} HTTP/1.1`, ...lines].join("\r\n") + HEADERS_END, "latin1");
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.#socket.on("data", (chunk: Buffer) => this.#read(chunk));
    this.#socket.on("error", (error) => this.#answer.reject(error));
    this.#socket.on("close", () => this.#answer.reject(new Error("the connection was closed")));
    this.#answer.promise.catch(() => {}); // prevents an unhandled rejection while no request waits
  }

  /** @returns the status. @throws when the connection ends before the answer does */
  ask(): Promise<number> {
    this.#answer = Promise.withResolvers();
    if (this.#socket.destroyed) throw new Error("the connection is closed");
    this.#status = 0;
    this.#socket.write(this.#request);
    return this.#answer.promise;
  }

  close() {
    this.#answer.promise.catch(() => {});
    this.#socket.destroy();
  }

  #read(chunk: Buffer) {
    if (this.#status === 0) {
      const end = chunk.indexOf(HEADERS_END);
      if (end < 0) return this.#answer.reject(new Error("the headers came in pieces"));
      const head = chunk.toString("latin1", 0, end);
      const length = /^content-length: *(\d+)/im.exec(head)?.[1];
      this.#status = Number(head.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length));
      this.#missing = length === undefined ? Infinity : end + HEADERS_END.length + Number(length);
    }
    this.#missing -= chunk.length;
    this.#tail = (this.#tail + chunk.toString("latin1", Math.max(0, chunk.length - LAST_CHUNK.length))).slice(
      -LAST_CHUNK.length,
    );
    const isWhole = this.#missing === Infinity ? this.#tail === LAST_CHUNK : this.#missing === 0;
    if (isWhole) this.#answer.resolve(this.#status);
    else if (this.#missing < 0) this.#answer.reject(new Error("more came than was announced"));
  }
}
