import { accessSync, constants } from "node:fs";
import { dirname, join } from "node:path";

import { pino } from "pino";

import type { Env } from "../../api/base/env.ts";
import { createServers, findServer } from "../../api/db/servers/servers.ts";
import { CommandError, defineCommand, UsageError } from "../command/command.ts";
import { findEmbedded } from "../command/open-shop.ts";
import { readEnv } from "../command/read-env.ts";
import type { Terminal } from "../command/terminal.ts";
import { setTenantField } from "../command/write-tenant-file.ts";
import { finishMove, moveBrand, undoMove } from "../database/move.ts";

const move = defineCommand({
  name: "move",
  args: ["BRAND"],
  more: `
The data are copied while the brand is open. Then it closes for seconds: what has changed is copied, every table is compared
by number and checksum, the books are reconciled, and tenant.json names the new server. Before that, the API, the worker
and the command line need the server's variable; the storefront does not. Killed at any moment, the command goes on when it is run again. The old data stay until --finish.`,
  options: {
    to: { value: "SERVER", about: "the variable that holds the server's URL, such as DATABASE_URL_EAST" },
    undo: { about: "go back to the old server, unless somebody has written to the new one" },
    finish: { about: "drop the old data" },
  },
  audited: "if possible",
  async run({ args: { BRAND: brand }, options: { to, undo, finish }, terminal }) {
    if ([to, undo, finish].filter((option) => option !== undefined).length !== 1)
      throw new UsageError("give one of --to, --undo and --finish");
    const env = readEnv(terminal);
    const { tenant } = findEmbedded(env.TENANTS_DIR, brand);
    const current = findServer(env, tenant.database);
    const file = join(env.TENANTS_DIR, brand, "tenant.json");
    const say = (line: string) => terminal.print(line);
    const request = { env, brand, current, say, pointTo: (server: string) => writeServer(file, server, say) };
    if (undo) return undoMove(request);
    if (finish) return finishMove(request);
    const target = findTarget(terminal, env, to!);
    if (!isWritable(file))
      say(`note: ${file} cannot be written here: the brand stays closed until you change it as told at the end`);
    await migrateIfOpen(env, brand, tenant.database);
    await moveBrand(request, target);
  },
});

export const commands = [move];

/** @throws CommandError unless `to` is a PostgreSQL server that the environment names */
function findTarget(terminal: Terminal, env: Env, to: string) {
  if (/^postgres(ql)?:/.test(to)) {
    terminal.printError(
      "awning: warning: everybody on this machine can read a URL on the command line; name its variable",
    );
    const [found] = Object.entries(env.databaseUrls).find(([, url]) => url === to) ?? [];
    if (found === undefined)
      throw new CommandError(
        "tenant.json holds no URLs: set DATABASE_URL_NAME to this one for every program, and give --to DATABASE_URL_NAME",
      );
    return { name: found, url: to };
  }
  if (to === "sqlite") throw new CommandError("a brand moves to PostgreSQL only");
  const url = env.databaseUrls[to];
  if (url === undefined) throw new CommandError(`${to} is not set: it must hold the URL of the new server`);
  return { name: to, url };
}

/** Migrates the tables to this version, like every start. A brand that a move has set aside stays as it is. */
async function migrateIfOpen(env: Env, brand: string, database: string | undefined) {
  const databases = createServers(env, pino({ level: "silent" }));
  try {
    await (await databases.open(brand, database)).close();
  } catch (error) {
    if ((error as Error).name !== "BrandClosedError") throw error;
  } finally {
    await databases.close();
  }
}

function isWritable(file: string) {
  try {
    accessSync(dirname(file), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function writeServer(file: string, server: string, say: (line: string) => void) {
  if (setTenantField(file, "database", server)) say(`Wrote "database": "${server}" to ${file}.`);
  else say(`${file} cannot be written. The brand is closed until it says: "database": "${server}"`);
}
