import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/**
 * The server's behaviour: `take` every message, stay `silent`, answer `busy` and hang up, or
 * `refuse` each recipient.
 */
export type SmtpManner = "take" | "silent" | "busy" | "refuse";

/** A mail server on loopback that by default takes every message, and keeps the received ones. */
export class SmtpServer {
  /** All received messages, concatenated. */
  received = "";
  manner: SmtpManner;
  /** Number of connections so far. */
  connections = 0;
  readonly #sockets = new Set<Socket>();
  readonly #server = createServer((socket) => this.#talk(socket));

  constructor(manner: SmtpManner = "take") {
    this.manner = manner;
  }

  async start(): Promise<this> {
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
    return this;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close() {
    for (const socket of this.#sockets) socket.destroy();
    return new Promise((resolve) => this.#server.close(resolve));
  }

  #talk(socket: Socket) {
    let isData = false;
    let message = "";
    this.connections++;
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("error", () => {}); // the shop was killed in the middle
    if (this.manner === "silent") return void socket.resume();
    if (this.manner === "busy") return void socket.end("421 busy\r\n");
    socket.setEncoding("utf8").write("220 test\r\n");
    socket.on("data", (chunk: string) => {
      if (isData) {
        message += chunk;
        if (!message.endsWith("\r\n.\r\n")) return;
        this.received += message;
        [isData, message] = [false, ""];
        socket.write("250 taken\r\n");
      } else if (chunk.startsWith("DATA")) {
        isData = true;
        socket.write("354 go on\r\n");
      } else if (chunk.startsWith("RCPT") && this.manner === "refuse") socket.write(`550 no ${chunk.slice(8)}`);
      else if (chunk.startsWith("QUIT")) socket.end("221 bye\r\n");
      else socket.write("250 ok\r\n");
    });
  }
}
