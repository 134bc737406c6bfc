import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { getCompileCacheDir } from "node:module";
import { fileURLToPath } from "node:url";

import type { Logger } from "pino";

import type { MetricValues } from "../config/process/metrics.ts";
import type { Health } from "../config/process/readiness.ts";
import { askApi, askHealth } from "./base/ask-health.ts";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;
/** Longer than the API's own limit for a shutdown (api/program.ts). */
const STOP_MS = 10_000;

/** The last output of the process on stderr: the reason why it did not start. */
const KEPT_ERRORS = 4_000;

type SupervisorOptions = {
  port: number;
  key: string;
  log: Logger;
  /** Adds the process's last lines to an error of the start. */
  keepsErrors?: boolean;
};

/**
 * Runs the embedded commerce API in a separate process, so that its disk access never delays pages, and restarts it
 * when it exits unexpectedly. `ready` resolves when it first listens and rejects when the first start fails.
 */
export function superviseCommerceApi({ port, key, log, keepsErrors = false }: SupervisorOptions) {
  let child: ChildProcess;
  let pause = FIRST_PAUSE_MS;
  let hasListened = false;
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;

  function start(): Promise<void> {
    const { child: forked, readErrors } = forkApi(port, keepsErrors);
    child = forked;
    return new Promise((resolve, reject) => {
      child.on("message", (message) => {
        if ((message as { type?: string }).type !== "listening") return;
        pause = FIRST_PAUSE_MS;
        hasListened = true;
        resolve();
      });
      child.once("close", (code, signal) => {
        const errors = readErrors();
        const reason = errors && `\n\n${errors}`;
        reject(new Error(`the commerce API exited with ${signal ?? code}${reason}`));
      });
      child.once("exit", (code, signal) => {
        if (isStopping || !hasListened) return;
        log.error({ code, signal }, "commerce API exited; restarting it");
        timer = setTimeout(() => {
          if (!isStopping) start().catch(() => log.debug("restart failed"));
        }, pause);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      });
    });
  }

  const origin = `http://127.0.0.1:${port}`;
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;

  /** Lets its requests finish. Returns false when the process had to be killed. */
  async function end(): Promise<boolean> {
    clearTimeout(timer);
    if (hasEnded()) return true;
    const ended = once(child, "exit");
    if (child.connected) child.disconnect(); // it ignores signals, because the terminal also sends them to it
    const kill = setTimeout(() => {
      log.error("the commerce API did not stop; killing it");
      child.kill("SIGKILL");
    }, STOP_MS);
    await ended;
    clearTimeout(kill);
    return child.signalCode === null;
  }

  const ready = start();
  return {
    ready,

    /** Starts the process again from its files. @throws when it ends before it listens; it is then not tried again */
    async restart(): Promise<void> {
      hasListened = false;
      await end();
      if (!isStopping) await start();
    },

    /** Has it read TENANTS_DIR again. Resolves when it has, or has ended. */
    reload: (): Promise<void> => reload(child),

    /** Its metrics from GET /metrics; empty while it does not answer. Never rejects. */
    async readMetrics(): Promise<MetricValues> {
      const answer = await askApi(origin, "/metrics", key);
      return answer?.ok ? ((await answer.json().catch(() => [])) as MetricValues) : [];
    },

    /** True if it can answer requests. Never rejects. */
    async readHealth(): Promise<Health> {
      return hasEnded() ? { problem: "the commerce API has ended", notes: [] } : askHealth(origin, key);
    },

    kill: () => void child.kill("SIGKILL"),

    /** Returns false when the process had to be killed. */
    stop(): Promise<boolean> {
      isStopping = true;
      return end();
    },
  };
}

/** Starts the process of the API. `readErrors` returns the last output on stderr if it is kept. */
function forkApi(port: number, keepsErrors: boolean): { child: ChildProcess; readErrors(): string } {
  const program = fileURLToPath(new URL("./server.ts", import.meta.url));
  // The rest of the settings may be those of an API that runs alone.
  const own = { COMMERCE_API_PORT: String(port), COMMERCE_API_HOST: "127.0.0.1" };
  // Set here, because a program that enables the cache itself has compiled its static imports before.
  const cache = { NODE_COMPILE_CACHE: getCompileCacheDir() };
  const child = fork(program, {
    env: { ...process.env, ...own, ...cache },
    stdio: ["inherit", "inherit", keepsErrors ? "pipe" : "inherit", "ipc"],
  });
  let errors = "";
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    process.stderr.write(text);
    errors = (errors + text).slice(-KEPT_ERRORS);
  });
  return { child, readErrors: () => errors };
}

/** Sends a reload to the process. Resolves when it has read its files, or has ended. */
async function reload(child: ChildProcess): Promise<void> {
  if (!child.connected) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const hear = ({ type }: { type?: string }) => {
    if (type === "reloaded") resolve();
  };
  child.on("message", hear).once("exit", resolve).send({ type: "reload" });
  await promise;
  child.off("message", hear).off("exit", resolve);
}
