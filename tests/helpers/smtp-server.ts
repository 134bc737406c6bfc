import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";

/** A mail server on loopback that takes every message and keeps what it was sent. */
export class SmtpServer {
  /** All messages as they came, one behind the other. */
  received = "";
  readonly #server = createServer((socket) => this.#talk(socket));

  async start(): Promise<this> {
    await once(this.#server.listen(0, "127.0.0.1"), "listening");
    return this;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close = () => new Promise((resolve) => this.#server.close(resolve));

  #talk(socket: Socket) {
    let isData = false;
    let message = "";
    socket.on("error", () => {}); // the shop was killed in the middle
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
      } else if (chunk.startsWith("QUIT")) socket.end("221 bye\r\n");
      else socket.write("250 ok\r\n");
    });
  }
}
