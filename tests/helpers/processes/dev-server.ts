import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { freePort } from "../http/free-port.ts";
import { send } from "../http/http.ts";
import { PATIENCE_MS } from "../waiting/patience.ts";
import { besideOthers } from "./beside-others.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
/** The sources of the programs, and the files that Vite reads. */
const COPIED = [
  "api",
  "app",
  "config",
  "console",
  "tenants",
  "server.ts",
  "vite.config.ts",
  "react-router.config.ts",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];
const STOP_MS = 15_000;

/** `npm run dev` on a copy of the project, whose files may be edited. It is removed at the end. */
export class DevServer {
  readonly folder: string;
  readonly port: number;
  /** Both output streams. */
  log = "";
  readonly #process: ChildProcess;

  private constructor(folder: string, port: number, child: ChildProcess) {
    this.folder = folder;
    this.port = port;
    this.#process = child;
    for (const stream of [child.stdout!, child.stderr!])
      stream.setEncoding("utf8").on("data", (text: string) => (this.log += text));
  }

  /**
   * @param demoData a data folder to begin with, as prepare-demo.ts makes it; absent: the demo is seeded
   * @throws when it is not ready in time, with its log
   */
  static async start(demoData?: string): Promise<DevServer> {
    const folder = copyProject();
    const dataDir = join(folder, "data");
    if (demoData !== undefined) cpSync(demoData, dataDir, { recursive: true });
    const [port, apiPort] = [await freePort(), await freePort()];
    const { PATH = "", HOME = "", LANG = "C.UTF-8" } = process.env;
    const child = spawn(process.execPath, ["--conditions=development", "server.ts"], {
      cwd: folder,
      env: {
        PATH,
        HOME,
        LANG,
        NODE_ENV: "development",
        LOG_LEVEL: "info",
        HOST: "127.0.0.1",
        PORT: String(port),
        COMMERCE_API_PORT: String(apiPort),
        DATA_DIR: dataDir,
        NODE_OPTIONS: besideOthers(),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const server = new DevServer(folder, port, child);
    for (const until = Date.now() + PATIENCE_MS; !(await server.#isReady());) {
      if (server.hasEnded || Date.now() > until) {
        await server.stop();
        throw new Error(`The development server did not start:\n${server.log.slice(-4_000)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return server;
  }

  url = (brand: string, path = "/") => `http://${brand}.localhost:${this.port}${path}`;

  get hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  /**
   * Replaces a file of the copy by the project's, with one text replaced. A rename makes it one event: on a busy machine
   * a write can be two, far apart. @throws when the text is not there once
   */
  edit(path: string, from: string, to: string) {
    const parts = readFileSync(join(ROOT, path), "utf8").split(from);
    if (parts.length !== 2) throw new Error(`${path} contains "${from}" ${parts.length - 1} times`);
    const unwatched = join(this.folder, "data", "edited");
    writeFileSync(unwatched, parts.join(to));
    renameSync(unwatched, join(this.folder, path));
  }

  /** @returns the exit code; null when it had to be killed */
  async stop(): Promise<number | null> {
    if (!this.hasEnded) {
      const ended = once(this.#process, "exit");
      this.#process.kill("SIGTERM");
      const timer = setTimeout(() => this.#process.kill("SIGKILL"), STOP_MS);
      await ended;
      clearTimeout(timer);
    }
    rmSync(this.folder, { recursive: true, force: true });
    return this.#process.exitCode;
  }

  [Symbol.asyncDispose] = async () => void (await this.stop());

  #isReady = () =>
    send(`http://127.0.0.1:${this.port}/readyz`).then(
      ({ status }) => status === 200,
      () => false, // not listening yet
    );
}

/** Vite serves its files to browsers, and only files of the project. */
const SERVED = "@react-router";

/** Each package is a separate link, so that Vite's cache lies in the copy. */
function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), "awning-dev-"));
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  mkdirSync(join(folder, "node_modules"));
  for (const name of readdirSync(join(ROOT, "node_modules"))) {
    const [from, to] = [join(ROOT, "node_modules", name), join(folder, "node_modules", name)];
    if (name === SERVED) cpSync(from, to, { recursive: true });
    else if (!name.startsWith(".")) symlinkSync(from, to);
  }
  return folder;
}
