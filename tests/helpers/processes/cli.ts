import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const DATA_KEY = Buffer.alloc(32, 7).toString("base64"); // as in test-api.ts

type Ran = { code: number | null; stdout: string; stderr: string };
type Where = { dataDir: string; url: string | undefined };

/** Runs `awning ARGS` as an operator does, with only the environment given here. */
export async function runCli(args: string[], { env = {}, input = "" }: { env?: object; input?: string } = {}) {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, ["cli/awning.ts", ...args], { env: { PATH, NODE_COMPILE_CACHE, ...env } });
  child.stdin.on("error", () => {}); // it may exit without reading
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code, stdout, stderr } as Ran;
}

/** The command line for the databases of a test, with these brands in a folder of their own. */
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
    run: (args: string[], { input = "", ...more }: { input?: string; env?: object } = {}) =>
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
