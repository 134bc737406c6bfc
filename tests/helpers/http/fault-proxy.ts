import { connect, createServer, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

import { LocalServer } from "./local-server.ts";

/** A fault between a client and its server; every part is optional. */
export type Fault = {
  /** Delay of each piece of an answer. */
  latencyMs?: number;
  /** Answers drip: this number of bytes, ten times a second. */
  bytesPerTenth?: number;
  /** The proxy reads everything and never answers. */
  isBlackhole?: boolean;
  /** The connection is reset after this number of answered bytes; 0: as soon as it opens. */
  cutAfterBytes?: number;
  /**
   * Looks at the client's data. `lose`: it never arrives and the connection is reset; `lose-answer`: it arrives, the
   * connection is reset when the server has answered.
   */
  judge?: (sent: Buffer) => "pass" | "lose" | "lose-answer";
};

/** A TCP connection that fails as networks do, in front of a port of this machine; `fault` may be changed at any time. */
export class FaultProxy extends LocalServer {
  fault: Fault = {};
  readonly #target: { host: string; port: number };
  readonly #sockets = new Set<Socket>();
  protected override readonly server = createServer((client) => this.#pass(client));

  constructor(target: { host?: string; port: number }) {
    super();
    this.#target = { host: "127.0.0.1", ...target };
  }

  /** Ends all connections, as a router does that is switched off and on. */
  cutAll() {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  protected override endConnections() {
    this.cutAll();
  }

  #pass(client: Socket) {
    const server = connect(this.#target);
    let answered = 0;
    let isAnswerLost = false;
    let queue = Promise.resolve();
    const reset = () => {
      client.resetAndDestroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on("close", () => {
        this.#sockets.delete(socket);
        queue = queue.then(() => void (socket === client ? server.destroy() : client.destroy()));
      });
      socket.on("error", () => {}); // the fault causes it; "close" follows
    }
    if (this.fault.cutAfterBytes === 0) return reset();

    client.on("data", (chunk) => {
      const verdict = this.fault.judge?.(chunk) ?? "pass";
      if (verdict === "lose") return reset();
      isAnswerLost ||= verdict === "lose-answer";
      if (!this.fault.isBlackhole) server.write(chunk);
    });
    server.on("data", (chunk) => {
      if (isAnswerLost) return reset();
      queue = queue.then(async () => {
        const { latencyMs = 0, bytesPerTenth = chunk.length, cutAfterBytes = Infinity } = this.fault;
        if (latencyMs > 0) await wait(latencyMs);
        for (let at = 0; at < chunk.length && !client.destroyed; at += bytesPerTenth) {
          const piece = chunk.subarray(at, Math.min(at + bytesPerTenth, at + cutAfterBytes - answered));
          answered += piece.length;
          client.write(piece);
          if (answered >= cutAfterBytes) return client.end(reset);
          if (bytesPerTenth < chunk.length) await wait(100);
        }
      }) as Promise<void>;
    });
  }
}
