import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { request } from "undici";

import { Balancer } from "../http/balancer.ts";
import { freePort } from "../http/free-port.ts";
import { PATIENCE_MS } from "../waiting/patience.ts";
import { besideOthers } from "./beside-others.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const STOP_MS = 60_000;

/** One process of a program, which can be killed and started again on the same port. */
export class Replica {
  log = "";
  readonly port: number;
  readonly #script: string;
  readonly #env: Record<string, string>;
  #process: ChildProcess | undefined;
  /** Resolves when the process has ended and its log is complete. */
  #closed: Promise<unknown> = Promise.resolve();

  /** @param port where it answers /readyz */
  constructor(script: string, port: number, env: Record<string, string>) {
    this.#script = script;
    this.port = port;
    this.#env = env;
  }

  /** Resolves when it is ready. @throws when it ends, or is not ready in time, with the end of its log */
  async start() {
    this.spawn();
    const deadline = Date.now() + PATIENCE_MS;
    while ((await this.readiness()) !== 200) {
      if (!this.isRunning || Date.now() > deadline) throw new Error(`${this.#script}:\n${this.log.slice(-4_000)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Begins the process, and waits for nothing. */
  spawn() {
    const { PATH = "", HOME = "", NODE_COMPILE_CACHE } = process.env;
    const NODE_OPTIONS = besideOthers(this.#env.NODE_OPTIONS);
    const common = { PATH, HOME, NODE_COMPILE_CACHE, NODE_ENV: "production", LOG_LEVEL: "info" };
    const env = { ...common, ...this.#env, NODE_OPTIONS };
    const child = spawn(process.execPath, [this.#script], { cwd: ROOT, env });
    this.#process = child;
    this.#closed = once(child, "close");
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (this.log += text));
    const kill = () => child.kill("SIGKILL");
    process.once("exit", kill);
    child.once("exit", () => process.off("exit", kill));
  }

  /** The status of /readyz; undefined while nothing answers. */
  readiness = (): Promise<number | undefined> =>
    this.ask("/readyz").then(
      ({ status }) => status,
      () => undefined,
    );

  /** A GET to its port. */
  async ask(path: string, headers: Record<string, string> = {}): Promise<{ status: number; text: string }> {
    const { statusCode, body } = await request(`http://127.0.0.1:${this.port}${path}`, { headers });
    return { status: statusCode, text: await body.text() };
  }

  get isRunning() {
    const child = this.#process;
    return child !== undefined && child.exitCode === null && child.signalCode === null;
  }

  signal = (name: NodeJS.Signals) => void this.#process!.kill(name);

  async kill9() {
    this.#process?.kill("SIGKILL");
    await this.#closed;
  }

  /** Waits until it ends without a signal. @returns its exit code */
  async ended(): Promise<number | null> {
    await this.#closed;
    return this.#process!.exitCode;
  }

  /** SIGTERM. @returns the exit code; null when it had to be killed after a minute */
  async stop(): Promise<number | null> {
    if (!this.isRunning) return this.#process?.exitCode ?? null;
    this.signal("SIGTERM");
    const timer = setTimeout(() => this.#process!.kill("SIGKILL"), STOP_MS);
    const code = await this.ended();
    clearTimeout(timer);
    return code;
  }
}

/** This machine, written so that the API takes it for another network and answers nobody without FORWARD_KEY. */
export const LOOPBACK_WITH_KEY = "127.1";

export const SECRETS = {
  FORWARD_KEY: "only-for-tests-only-for-tests",
  SESSION_SECRET: "only-for-tests-only-for-tests-only-for-tests",
  DATA_KEY: Buffer.alloc(32, 7).toString("base64"),
};

type Options = {
  /** Settings of all programs: TENANTS_DIR, DATABASE_URL, REDIS_URL, LOG_LEVEL … */
  env: Record<string, string>;
  replicas?: number;
};

export type Deployment = Awaited<ReturnType<typeof startDeployment>>;

/**
 * Storefronts, APIs that do no background work, and one worker, each in a separate process; one port leads to the
 * storefronts, and one to the APIs. The storefronts have no writable folder.
 * @throws when one is not ready in time, with its log
 */
export async function startDeployment({ env, replicas = 2 }: Options) {
  const folder = mkdtempSync(join(tmpdir(), "awning-deployment-"));
  const entrance = await new Balancer().start();
  const service = await new Balancer().start();
  const common = { ...SECRETS, DATA_DIR: folder, STOREFRONT_URL: `http://127.0.0.1:${entrance.port}`, ...env };
  const several = <Value>(make: (port: number) => Value) =>
    Promise.all(Array.from({ length: replicas }, async () => make(await freePort())));

  const apis = await several((port) => {
    const own = { COMMERCE_API_HOST: LOOPBACK_WITH_KEY, COMMERCE_API_PORT: String(port), BACKGROUND_WORK: "0" };
    return new Replica("api/server.ts", port, { ...common, ...own });
  });
  const storefronts = await several((port) => {
    const own = { PORT: String(port), COMMERCE_API_URL: `http://127.0.0.1:${service.port}`, DATA_DIR: "/proc/awning" };
    return new Replica("server.ts", port, { ...common, ...own });
  });
  const metricsPort = await freePort();
  const worker = new Replica("api/worker.ts", metricsPort, { ...common, METRICS_PORT: String(metricsPort) });
  const all = [...apis, ...storefronts, worker];
  const endAll = async () => {
    await Promise.all(all.map((replica) => replica.kill9()));
    await entrance[Symbol.asyncDispose]();
    await service[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  };
  service.targets = apis.map(({ port }) => port);
  entrance.targets = storefronts.map(({ port }) => port);
  try {
    await Promise.all(all.map((replica) => replica.start()));
  } catch (error) {
    await endAll();
    throw error;
  }
  return {
    apis,
    storefronts,
    worker,
    /** Of the APIs and the worker: the mail of demo brands is in it. */
    dataDir: folder,
    /** Leads to the APIs. */
    service,
    /** Address of a page; each connection goes to the next storefront. */
    url: (brand: string, path = "/") => `http://${brand}.localhost:${entrance.port}${path}`,
    [Symbol.asyncDispose]: endAll,
  };
}
