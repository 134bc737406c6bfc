import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

import type { Logger } from "pino";

import type { MetricValues } from "../config/metrics.ts";
import type { Health } from "../config/readiness.ts";
import { askApi, askHealth } from "./ask-health.ts";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;
/** Longer than the API's own limit for a shutdown (api/program.ts). */
const STOP_MS = 10_000;

type SupervisorOptions = { port: number; key: string; log: Logger };

/**
 * Runs the embedded commerce API in a separate process, so that its disk access never delays pages, and restarts it
 * when it exits unexpectedly. `ready` resolves when it first listens and rejects when the first start fails.
 */
export function superviseCommerceApi({ port, key, log }: SupervisorOptions) {
  const program = fileURLToPath(new URL("./server.ts", import.meta.url));
  let child: ChildProcess;
  let pause = FIRST_PAUSE_MS;
  let hasListened = false;
  let isStopping = false;

  function start(): Promise<void> {
    // The rest of the settings may be those of an API that runs alone.
    const own = { COMMERCE_API_PORT: String(port), COMMERCE_API_HOST: "127.0.0.1" };
    child = fork(program, { env: { ...process.env, ...own } });
    return new Promise((resolve, reject) => {
      child.on("message", (message) => {
        if ((message as { type?: string }).type !== "listening") return;
        pause = FIRST_PAUSE_MS;
        hasListened = true;
        resolve();
      });
      child.once("exit", (code, signal) => {
        reject(new Error(`the commerce API exited with ${signal ?? code}`));
        if (isStopping || !hasListened) return;
        log.error({ code, signal }, "commerce API exited; restarting it");
        setTimeout(() => {
          if (!isStopping) start().catch(() => log.debug("restart failed"));
        }, pause);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      });
    });
  }

  const origin = `http://127.0.0.1:${port}`;
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;

  const ready = start();
  return {
    ready,
    reload: () => void (child.connected && child.send({ type: "reload" })),

    /** Its metrics from GET /metrics; empty while it does not answer. Never rejects. */
    async readMetrics(): Promise<MetricValues> {
      const answer = await askApi(origin, "/metrics", key);
      return answer?.ok ? ((await answer.json().catch(() => [])) as MetricValues) : [];
    },

    /** Whether it can answer requests. Never rejects. */
    async readHealth(): Promise<Health> {
      return hasEnded() ? { problem: "the commerce API has ended", notes: [] } : askHealth(origin, key);
    },

    kill: () => void child.kill("SIGKILL"),

    /** Returns false when the process had to be killed. */
    async stop(): Promise<boolean> {
      isStopping = true;
      if (hasEnded()) return true;
      const ended = once(child, "exit");
      if (child.connected) child.disconnect(); // it ignores signals, because the terminal also sends them to it
      const timer = setTimeout(() => {
        log.error("the commerce API did not stop; killing it");
        child.kill("SIGKILL");
      }, STOP_MS);
      await ended;
      clearTimeout(timer);
      return child.signalCode === null;
    },
  };
}
