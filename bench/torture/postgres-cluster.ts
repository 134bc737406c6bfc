import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, globSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client } from "pg";

import { Balancer } from "../../tests/helpers/http/balancer.ts";
import { freePort } from "../../tests/helpers/http/free-port.ts";

const USER = "awning";

/**
 * A PostgreSQL server from Debian's binaries, with a standby that has each transaction before it is acknowledged. `name` resolves
 * to the server that accepts writes. PostgreSQL refuses to run as root: then it runs as the system user postgres.
 * @throws if the binaries are missing
 */
export async function startCluster() {
  const bin = globSync("/usr/lib/postgresql/*/bin").toSorted().at(-1);
  if (bin === undefined) throw new Error("PostgreSQL's server is missing: apt-get install postgresql");
  const folder = mkdtempSync(join(tmpdir(), "awning-cluster-"));
  const idOf = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  const owner = process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : {};
  if ("uid" in owner) chownSync(folder, owner.uid!, owner.gid!);
  chmodSync(folder, 0o700);
  const options = { ...owner, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8" } };
  const pathOf = (tool: string) => join(bin, tool);
  const run = (tool: string, ...args: string[]) =>
    execFileSync(pathOf(tool), args, { ...options, stdio: ["ignore", "ignore", "pipe"] });
  const children: ChildProcess[] = [];

  async function start(name: string) {
    const port = await freePort();
    const settings = [`port=${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=100"];
    const args = ["-D", join(folder, name), ...settings.flatMap((setting) => ["-c", setting])];
    const server = spawn(pathOf("postgres"), args, { ...options, stdio: "ignore" });
    children.push(server);
    process.once("exit", () => server.kill("SIGKILL"));
    const url = `postgres://${USER}@127.0.0.1:${port}/postgres`;
    for (let tries = 0; !(await ask(url, "select 1").catch(() => null)); tries++) {
      if (tries > 300 || server.exitCode !== null) throw new Error(`PostgreSQL's ${name} does not start`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return { server, port, url };
  }

  const name = await new Balancer().start();
  const end = async () => {
    for (const child of children) child.kill("SIGKILL");
    await name[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    run("initdb", "-D", join(folder, "primary"), "-U", USER, "-A", "trust", "-E", "UTF8");
    const primary = await start("primary");
    mkdirSync(join(folder, "standby"), { mode: 0o700 });
    if ("uid" in owner) chownSync(join(folder, "standby"), owner.uid!, owner.gid!);
    const from = `host=127.0.0.1 port=${primary.port} user=${USER}`;
    run("pg_basebackup", "-D", join(folder, "standby"), "-d", from, "-R", "-X", "stream", "-c", "fast");
    const standby = await start("standby");
    // Set after the copy, so that the standby waits for no other server once it is alone.
    await ask(primary.url, "alter system set synchronous_standby_names = '*'");
    await ask(primary.url, "select pg_reload_conf()");
    name.targets = [primary.port];
    await ask(primary.url, "create database awning");

    return {
      url: `postgres://${USER}@127.0.0.1:${name.port}/awning`,
      /** Kills the primary and promotes the standby. Resolves when the standby accepts writes. */
      async failOver() {
        const ended = once(primary.server, "exit");
        primary.server.kill("SIGQUIT"); // at once, without a checkpoint: after SIGKILL its children would continue
        await ended;
        run("pg_ctl", "promote", "-D", join(folder, "standby"), "-w");
        name.targets = [standby.port];
      },
      [Symbol.asyncDispose]: end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

async function ask(connectionString: string, statement: string) {
  const client = new Client({ connectionString });
  client.on("error", () => {}); // the query fails as well, and reports it
  await client.connect();
  return client.query(statement).finally(() => client.end());
}
