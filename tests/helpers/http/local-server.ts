import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";

/** A test's server on a free port of this machine. */
export abstract class LocalServer {
  protected abstract readonly server: Server;

  async start(): Promise<this> {
    await once(this.server.listen(0, "127.0.0.1"), "listening");
    return this;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  async [Symbol.asyncDispose]() {
    this.endConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Those that are open would keep the server from closing. */
  protected abstract endConnections(): void;
}
