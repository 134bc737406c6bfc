import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

import { LocalServer } from "./local-server.ts";

/**
 * One port of this machine for several replicas, as a Kubernetes Service is one name: each connection goes to the next
 * one that takes it.
 */
export class Balancer extends LocalServer {
  /** Ports of replicas; may be changed at any time. */
  targets: number[] = [];
  #turn = 0;
  readonly #sockets = new Set<Socket>();
  protected override readonly server = createServer((client) => void this.#pass(client));

  protected override endConnections() {
    for (const socket of this.#sockets) socket.destroy();
  }

  async #pass(client: Socket) {
    client.on("error", () => {}); // "close" follows
    this.#watch(client);
    const first = this.#turn++;
    for (let at = 0; at < this.targets.length; at++) {
      const server = connect(this.targets[(first + at) % this.targets.length]!, "127.0.0.1");
      const isOpen = await once(server, "connect").then(
        () => true,
        () => false, // this replica is gone: the next one
      );
      if (!isOpen) continue;
      server.on("error", () => {}); // "close" follows
      this.#watch(server);
      client.on("close", () => server.destroy());
      server.on("close", () => client.destroy());
      client.pipe(server).pipe(client);
      return;
    }
    client.destroy();
  }

  #watch(socket: Socket) {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket));
  }
}
