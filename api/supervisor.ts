import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import type { Logger } from "pino";

import type { MetricValues } from "../config/metrics.ts";
import type { Health } from "./monitoring/readiness.ts";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;
/** What it is asked of itself must be answered so soon. */
const ANSWER_MS = 1_000;
/** Told to stop, it ends by itself before that (api/server.ts). */
const STOP_MS = 10_000;

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

  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => undefined);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;

  const ready = start();
  return {
    ready,
    notifyTenantsChanged: () => void (child.connected && child.send({ type: "tenants-changed" })),

    /** What it says of itself at GET /metrics; nothing while it does not answer. Never rejects. */
    async readMetrics(): Promise<MetricValues> {
      const answer = await ask("/metrics");
      return answer?.ok ? ((await answer.json().catch(() => [])) as MetricValues) : [];
    },

    /** Whether it can answer requests. Never rejects. */
    async readHealth(): Promise<Health> {
      const answer = await ask("/readyz");
      const health: unknown = await answer?.json().catch(() => undefined);
      if (health !== undefined) return health as Health;
      return { problem: `the commerce API ${hasEnded() ? "has ended" : "does not answer"}`, notes: [] };
    },

    /** Ends it at once. */
    kill: () => void child.kill("SIGKILL"),

    /** False when it had to be killed. */
    async stop(): Promise<boolean> {
      isStopping = true;
      if (hasEnded()) return true;
      const ended = once(child, "exit");
      if (child.connected) child.disconnect(); // it heeds no signal, since those of the terminal reach it too
      const timer = setTimeout(() => {
        log.error("the commerce API did not stop, so it is killed");
        child.kill("SIGKILL");
      }, STOP_MS);
      await ended;
      clearTimeout(timer);
      return child.signalCode === null;
    },
  };
}
