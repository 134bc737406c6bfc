import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

import { request } from "undici";

import { freePort } from "../tests/helpers/http/free-port.ts";

const TICKS_PER_SECOND = 100;
const START_MS = 60_000;
const STOP_MS = 10_000;

/** The storefront as `npm start` runs it: Node's options and the script. */
export const STOREFRONT = readFileSync("package.json", "utf8")
  .match(/"start": ".* node (.*)"/)![1]!
  .split(" ");

/** A measured server in a separate process. It runs on the first core if there are two, and ends with the bench. */
export class Program {
  readonly #process: ChildProcess;
  readonly origin: string;
  #log = "";

  private constructor(child: ChildProcess, origin: string) {
    this.#process = child;
    this.origin = origin;
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding("utf8").on("data", (text: string) => (this.#log = (this.#log + text).slice(-4_000)));
    const kill = () => child.kill("SIGKILL");
    process.once("exit", kill);
    child.once("exit", () => process.off("exit", kill));
  }

  /**
   * @param command the arguments of `node`: options, a script, its arguments; the script listens on PORT
   * @param host the Host header of the request that shows that it is ready
   * @throws when it does not answer within a minute, with the end of its log
   */
  static async start(command: string[], { env = {}, host = "127.0.0.1", path = "/", core = 0 as number | null } = {}) {
    const port = await freePort();
    const node = [process.execPath, ...command];
    const [file, ...args] = core !== null && isPinned ? ["taskset", "-c", String(core), ...node] : node;
    const child = spawn(file!, args, {
      env: { ...process.env, NODE_ENV: "production", LOG_LEVEL: "warn", ...env, PORT: String(port) },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const program = new Program(child, `http://127.0.0.1:${port}`);
    const deadline = Date.now() + START_MS;
    const isUp = () =>
      request(program.origin + path, { headers: { host: `${host}:${port}` }, headersTimeout: 5_000 })
        .then(({ body, statusCode }) => body.text().then(() => statusCode < 500))
        .catch(() => false);
    while (!(await isUp())) {
      if (child.exitCode !== null || Date.now() > deadline)
        throw new Error(`${command.join(" ")} is not up:\n${program.#log}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return program;
  }

  get port() {
    return Number(new URL(this.origin).port);
  }

  /** User and system time of all its threads so far, in ms; the processes that it started do not count. */
  cpuMs(): number {
    const fields = readFileSync(`/proc/${this.#process.pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND;
  }

  /** Resident memory in bytes. */
  residentBytes(): number {
    return residentBytesOf(this.pid);
  }

  get pid() {
    return this.#process.pid!;
  }

  async stop() {
    if (this.#process.exitCode !== null) return;
    const ended = once(this.#process, "exit");
    this.#process.kill("SIGTERM");
    const timer = setTimeout(() => this.#process.kill("SIGKILL"), STOP_MS);
    await ended;
    clearTimeout(timer);
  }

  [Symbol.asyncDispose] = () => this.stop();
}

/** With two cores the server has one, the load the other. */
const isPinned = process.platform === "linux" && availableParallelism() > 1;

export const residentBytesOf = (pid: number) => Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * 4096;

export const openFilesOf = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;

/** The process that a program has started: the storefront's API. */
export const childOf = (pid: number) => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ")[0]);
