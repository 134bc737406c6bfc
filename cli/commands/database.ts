import { findServer } from "../../api/db/servers/servers.ts";
import { CommandError, defineCommand } from "../command/command.ts";
import { withDatabases } from "../command/open-shop.ts";
import { readEnv } from "../command/read-env.ts";
import { secureBrands } from "../database/secure-database.ts";

const secure = defineCommand({
  name: "database secure",
  args: ["[BRAND]"],
  more: `
You can run it again at any time. A running shop uses the new roles after a restart. The user of DATABASE_URL
needs CREATEROLE; without it, the command prints the statements for an administrator.`,
  audited: "if possible",
  async run({ args, terminal }) {
    const env = readEnv(terminal);
    const brandsOf = new Map<string, string[]>();
    await withDatabases(terminal, args["[BRAND]"], async ({ id, database }) => {
      const { name, url } = findServer(env, database);
      if (url !== undefined) brandsOf.set(name, [...(brandsOf.get(name) ?? []), id]);
    });
    if (brandsOf.size === 0) throw new CommandError("without DATABASE_URL, each brand already has its own database");
    for (const [name, brands] of brandsOf) await secureBrands({ name, url: env.databaseUrls[name]! }, brands);
    await withDatabases(terminal, args["[BRAND]"], async () => {}); // opening grants the tables
    const brands = [...brandsOf.values()].flat();
    for (const brand of brands) terminal.print(`${brand} has a role that can reach only its own schema.`);
    terminal.print("Restart the shop, so that it uses the roles.");
  },
});

export const commands = [secure];
