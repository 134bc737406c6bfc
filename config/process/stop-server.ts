import type { Server } from "node:http";

import type { Logger } from "pino";

import { drain, endKeptConnections } from "./drain.ts";
import type { Readiness } from "./readiness.ts";

const HARD_STOP_MS = 25_000;

type Running = {
  server: Server;
  readiness: Pick<Readiness, "close">;
  /** The process of the embedded API; null when none runs here. */
  api: { kill(): void; stop(): Promise<boolean> } | null;
  /** Ends the storefront after its requests. */
  close(): Promise<unknown>;
  mode: "development" | "production" | "test";
  log: Logger;
};

/** Readiness ends first, so that a load balancer sends no more requests. Then requests under way finish. */
export async function stopServer({ server, readiness, api, close, mode, log }: Running) {
  const endNow = () => {
    api?.kill();
    process.exit(1);
  };
  process.on("SIGINT", endNow).on("SIGTERM", endNow);
  setTimeout(endNow, HARD_STOP_MS).unref();
  readiness.close();
  if (mode === "production") await drain(server);
  else endKeptConnections(server);
  const closed = new Promise((resolve) => server.close(resolve));
  if (mode !== "development") await closed;
  // Open pages keep a connection in development.
  await Promise.all([closed, close()]);
  if ((await api?.stop()) === false) process.exitCode = 1;
  log.info("stopped");
}
