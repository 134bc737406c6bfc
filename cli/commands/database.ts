import { readEnv } from "../../api/env.ts";
import { CommandError, defineCommand } from "../command.ts";
import { withDatabases } from "../open-shop.ts";
import { createBrandRoles } from "../secure-database.ts";

const secure = defineCommand({
  name: "database secure",
  args: ["[BRAND]"],
  about: "On PostgreSQL gives a brand, or each of them, a role that can reach its own schema only.",
  more: `
It may be run again at any time. A running shop works in the new roles once it is restarted. The user of DATABASE_URL
needs CREATEROLE; without it the statements for an administrator are printed.`,
  async run({ args }) {
    const { DATABASE_URL: url } = readEnv();
    if (url === undefined) throw new CommandError("without DATABASE_URL each brand has a database of its own already");
    const brands: string[] = [];
    await withDatabases(args["[BRAND]"], async ({ id }) => void brands.push(id));
    await createBrandRoles(url, brands);
    await withDatabases(args["[BRAND]"], async () => {}); // opening grants the tables
    for (const brand of brands) console.log(`${brand} has a role that can reach its own schema only.`);
    console.log("Restart the shop, so that it works in them.");
  },
});

export const commands = [secure];
