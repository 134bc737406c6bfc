import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable, Writable } from "node:stream";

import { runCommand } from "../../../cli/run-command.ts";

const DATA_KEY = Buffer.alloc(32, 7).toString("base64"); // as in test-api.ts

export type Ran = { code: number | null; stdout: string; stderr: string };
type Where = { dataDir: string; url: string | undefined };

export type Surroundings = { env?: object; input?: string | Buffer };

/** Runs `awning ARGS` in this process, with only the environment given here. */
export async function runCli(args: string[], { env = {}, input = "" }: Surroundings = {}): Promise<Ran> {
  const streams = openStreams({ env, input });
  const code = await runCommand(args, streams);
  return { code, stdout: streams.stdout.text, stderr: streams.stderr.text };
}

/** Streams for a command in this process. Both outputs keep their text. */
export function openStreams({ env = {}, input = "" }: Surroundings = {}) {
  const { PATH } = process.env;
  const stdin = Readable.from([Buffer.from(input)]);
  return { env: { PATH, ...env }, stdin, stdout: new Collector(), stderr: new Collector() };
}

class Collector extends Writable {
  readonly #chunks: Buffer[] = [];

  get text(): string {
    return Buffer.concat(this.#chunks).toString();
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void) {
    this.#chunks.push(chunk);
    done();
  }
}

/** The command line for the databases of a test, with these brands in a new folder. */
export function createCli({ dataDir, url }: Where, brands: Record<string, object>) {
  const tenantsDir = join(dataDir, "tenants");
  mkdirSync(tenantsDir, { recursive: true });
  for (const [id, more] of Object.entries(brands)) {
    mkdirSync(join(tenantsDir, id), { recursive: true });
    const tenant = { id, hostnames: [`${id}.localhost`], ...more };
    writeFileSync(join(tenantsDir, id, "tenant.json"), JSON.stringify(tenant));
  }
  const env = { TENANTS_DIR: tenantsDir, DATA_DIR: dataDir, DATA_KEY, ...(url && { DATABASE_URL: url }) };
  return {
    env,
    run: (args: string[], { input = "", ...more }: { input?: string | Buffer; env?: object } = {}) =>
      runCli(args, { env: { ...env, ...more.env }, input }),
    /** Runs a command that must succeed. @returns its output */
    async ok(...args: string[]): Promise<string> {
      const ran = await runCli(args, { env });
      if (ran.code !== 0) throw new Error(`awning ${args.join(" ")} ended with ${ran.code}: ${ran.stderr}`);
      return ran.stdout;
    },
    async json(...args: string[]) {
      return JSON.parse(await this.ok(...args, "--json"));
    },
  };
}

export type Cli = ReturnType<typeof createCli>;
