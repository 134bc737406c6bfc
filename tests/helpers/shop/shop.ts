import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { afterAll, beforeAll } from "vitest";

import { auditLedger } from "../../../api/audit/ledger-audit.ts";
import { createSqliteDatabases } from "../../../api/db/sqlite/sqlite.ts";
import { demoSecret } from "../../../config/process/demo-secret.ts";
import { freePort } from "../http/free-port.ts";
import { send } from "../http/http.ts";
import { tokenCookie } from "../http/token-cookies.ts";
import { besideOthers } from "../processes/beside-others.ts";
import { PATIENCE_MS } from "../waiting/patience.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const STOP_MS = 60_000;

export type ShopOptions = {
  /** Brands by folder name, written as tenant.json; absent: the demo brands of the repository. */
  tenants?: Record<string, object>;
  env?: Record<string, string>;
  /** Seeds the demo brands itself, as on a new machine, in place of a copy (prepare-demo.ts). */
  isFirstStart?: boolean;
  /** The folder of the program; absent: the repository's. */
  root?: string;
};

/** Settings with which the copied data would not be found, or could not be read. */
const OTHER_DATA = ["DATA_DIR", "DATABASE_URL", "DATA_KEY", "TENANTS_DIR"];

/** The demo login of every demo brand. */
export const DEMO = { "Email or phone": "demo@awning.test", Password: "Demo@2026" };

/**
 * The whole product as operators run it: `node server.ts` in production mode, in a separate process, on free ports,
 * with a new data folder that is removed at the end. `await using shop = await startShop()`.
 * @throws when it ends or is not ready in time, with its log.
 */
export async function startShop(options: ShopOptions = {}): Promise<Shop> {
  const folder = mkdtempSync(join(tmpdir(), "awning-test-"));
  const dataDir = join(folder, "data");
  const { root = ROOT } = options;
  const tenantsDir = options.tenants ? writeTenants(join(folder, "tenants"), options.tenants) : join(root, "tenants");
  const demoData = takesDemoData(options) ? process.env.TEST_DEMO_DATA : undefined;
  if (demoData !== undefined) cpSync(demoData, dataDir, { recursive: true });
  const [port, apiPort] = [await freePort(), await freePort()];
  const shop = new Shop(
    { folder, root, port, apiPort },
    {
      HOST: "127.0.0.1",
      PORT: String(port),
      COMMERCE_API_PORT: String(apiPort),
      DATA_DIR: dataDir,
      TENANTS_DIR: tenantsDir,
      LOG_LEVEL: "info",
      NODE_ENV: "production",
      ...options.env,
    },
  );
  try {
    await shop.start();
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  return shop;
}

const takesDemoData = ({ tenants, env = {}, isFirstStart }: ShopOptions) =>
  !tenants && !isFirstStart && !OTHER_DATA.some((name) => name in env);

/** One shop for all tests of a file. */
export function useShop(options: () => ShopOptions | Promise<ShopOptions> = () => ({})): () => Shop {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop(await options());
  });
  afterAll(() => shop[Symbol.asyncDispose]());
  return () => shop;
}

type Place = { folder: string; root: string; port: number; apiPort: number };

export class Shop {
  readonly port: number;
  readonly apiPort: number;
  readonly dataDir: string;
  readonly tenantsDir: string;
  /** The output of the processes to stdout and stderr, of all starts. */
  log = "";
  readonly #folder: string;
  readonly #root: string;
  readonly #env: Record<string, string>;
  #process: ChildProcess | undefined;
  /** Resolves when the last start has ended and its log is complete. The API has the same pipes, so it has ended too. */
  #closed: Promise<unknown> = Promise.resolve();

  constructor({ folder, root, port, apiPort }: Place, env: Record<string, string>) {
    this.#folder = folder;
    this.#root = root;
    this.#env = env;
    this.port = port;
    this.apiPort = apiPort;
    this.dataDir = env.DATA_DIR!;
    this.tenantsDir = env.TENANTS_DIR!;
  }

  /** Address of a page: `shop.url("aurora", "/login")` is `http://aurora.localhost:PORT/login`. */
  url = (brand: string, path = "/") => `http://${brand}.localhost:${this.port}${path}`;

  /** Address of a call of the embedded API. */
  apiUrl = (brand: string, path: string) => `http://127.0.0.1:${this.apiPort}/${brand}${path}`;

  /** A session's cookies with these tokens, as the shop signs them. */
  async cookieWith(brand: string, tokens: { access_token?: string; refresh_token?: string }): Promise<string> {
    const secret = this.#env.SESSION_SECRET ?? demoSecret(this.dataDir, "session");
    const names = ["access_token", "refresh_token"] as const;
    const given = names.flatMap((name) => (tokens[name] === undefined ? [] : [[name, tokens[name]] as const]));
    return (await Promise.all(given.map(([name, token]) => tokenCookie(brand, name, token, secret)))).join("; ");
  }

  async start() {
    const { PATH = "", HOME = "", LANG = "C.UTF-8", NODE_COMPILE_CACHE } = process.env;
    const NODE_OPTIONS = besideOthers(this.#env.NODE_OPTIONS);
    const env = { PATH, HOME, LANG, NODE_COMPILE_CACHE, ...this.#env, NODE_OPTIONS };
    const child = spawn(process.execPath, ["server.ts"], { cwd: this.#root, env });
    this.#process = child;
    this.#closed = once(child, "close");
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => (this.log += text));
    }
    const deadline = Date.now() + PATIENCE_MS;
    while (!(await this.#isReady())) {
      if (child.exitCode !== null || Date.now() > deadline) {
        await this.kill9();
        throw new Error(`The shop did not start:\n${this.log.slice(-4000)}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** SIGTERM, as an operator stops it. @returns the exit code; null when it had to be killed after a minute. */
  async stop(): Promise<number | null> {
    this.signal("SIGTERM");
    const timer = setTimeout(() => this.signal("SIGKILL"), STOP_MS);
    const code = await this.ended();
    clearTimeout(timer);
    return code;
  }

  /** Waits until the process ends without a signal. @returns its exit code. */
  async ended(): Promise<number | null> {
    await this.#closed;
    return this.#process!.exitCode;
  }

  /** The pid of the storefront's own process. */
  get pid(): number {
    return this.#process!.pid!;
  }

  /** Sends the storefront's own process a signal. */
  signal = (name: NodeJS.Signals) => void this.#process!.kill(name);

  /** Kills the process without warning. Resolves when the API has ended too. */
  async kill9() {
    this.signal("SIGKILL");
    await this.#closed;
  }

  /** The processes that the storefront has started, usually the commerce API (Linux). */
  childPids(): number[] {
    const { pid } = this.#process ?? {};
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
    return children.trim().split(" ").filter(Boolean).map(Number);
  }

  async [Symbol.asyncDispose]() {
    await this.kill9(); // a stop drains for a second, which only its own test needs
    try {
      await this.auditBooks();
    } finally {
      rmSync(this.#folder, { recursive: true, force: true });
    }
  }

  /** @throws unless the books of every brand reconcile, as they must after every kill, cut or refusal */
  async auditBooks() {
    const databases = createSqliteDatabases(this.dataDir);
    const brands = readdirSync(this.dataDir).flatMap((name) => /^([a-z].*)\.db$/.exec(name)?.[1] ?? []);
    const differences: string[] = [];
    for (const brand of brands) {
      const db = await databases.open(brand);
      differences.push(...(await auditLedger({ db })));
      await db.close();
    }
    if (differences.length > 0) throw new Error(`The books differ: ${differences.join("; ")}`);
  }

  #isReady = () =>
    send(`http://127.0.0.1:${this.port}/readyz`).then(
      ({ status }) => status === 200,
      () => false, // not listening yet
    );
}

function writeTenants(dir: string, tenants: Record<string, object>): string {
  for (const [id, tenant] of Object.entries(tenants)) {
    mkdirSync(join(dir, id), { recursive: true });
    writeFileSync(join(dir, id, "tenant.json"), JSON.stringify({ id, hostnames: [`${id}.localhost`], ...tenant }));
  }
  return dir;
}
