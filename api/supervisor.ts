import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Logger } from "pino";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;
const METRICS_DEADLINE_MS = 1_000;

type SupervisorOptions = { port: number; log: Logger };

/**
 * Runs the embedded commerce API in a process of its own, so that pages never wait on its disk, and starts it again
 * when it ends on its own. `ready` resolves with its first listening; it rejects when the very first start fails.
 */
export function superviseCommerceApi({ port, log }: SupervisorOptions) {
  const program = fileURLToPath(new URL("./server.ts", import.meta.url));
  let child: ChildProcess;
  let pause = FIRST_PAUSE_MS;
  let hasListened = false;
  let isStopping = false;

  function start(): Promise<void> {
    child = fork(program, { env: { ...process.env, COMMERCE_API_PORT: String(port) } });
    return new Promise((resolve, reject) => {
      child.on("message", (message) => {
        if ((message as { type?: string }).type !== "listening") return;
        pause = FIRST_PAUSE_MS;
        hasListened = true;
        resolve();
      });
      child.once("exit", (code, signal) => {
        reject(new Error(`the commerce API ended with ${signal ?? code}`));
        if (isStopping || !hasListened) return;
        log.error({ code, signal }, "commerce API ended; starting it again");
        setTimeout(() => {
          if (!isStopping) start().catch(() => log.debug("that start failed too"));
        }, pause);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      });
    });
  }

  const ready = start();
  return {
    ready,
    notifyTenantsChanged: () => void (child.connected && child.send({ type: "tenants-changed" })),
    /** What it says of itself at GET /metrics; "" while it does not answer. */
    readMetrics: () =>
      fetch(`http://127.0.0.1:${port}/metrics`, { signal: AbortSignal.timeout(METRICS_DEADLINE_MS) })
        .then((answer) => (answer.ok ? answer.text() : ""))
        .catch(() => ""),
    async stop() {
      isStopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      if (child.connected) child.disconnect(); // it heeds no signal, since those of the terminal reach it too
      await once(child, "exit");
    },
  };
}
