import { createBrand, NewBrandError } from "../../api/brand/new-brand.ts";
import { createRole, hasLeftData } from "../../api/brand/new-database.ts";
import type { Places } from "../../api/db/servers/servers.ts";
import { hasStaff } from "../../api/repositories/staff/members.ts";
import { CommandError, defineCommand } from "../command/command.ts";
import { explainFailure } from "../command/explain-failure.ts";
import { withStaffData } from "../command/open-staff.ts";
import { readEnv } from "../command/read-env.ts";
import type { Terminal } from "../command/terminal.ts";

const newBrand = defineCommand({
  name: "brand new",
  args: ["NAME"],
  more: `
NAME is the name of the folder and the database: lower-case letters, digits and dashes. Never change it. A running shop
opens the brand at once; a public one as soon as "awning check" finds no problems. tenants/README.md explains the files.`,
  options: {
    hostname: {
      value: "H",
      isRequired: true,
      about: "its shop's hostname, without port; several with commas, the main one first",
    },
    name: { value: "TEXT", isRequired: true, about: "its display name" },
    email: { value: "E", about: "the address to which its shoppers write" },
    colour: { value: "#RRGGBB", about: "its main colour; chosen from the name if absent" },
    api: { value: "URL", about: "its own backend, in place of the embedded API" },
  },
  audited: "if possible",
  async run({ args: { NAME: id }, options, terminal }) {
    const { hostname, name, email, colour, api } = options;
    const env = readEnv(terminal);
    const brand = { id, name, hostnames: hostname.split(","), email, colour, api };
    const folder = await createBrand(env.TENANTS_DIR, brand, async () => {
      if (api !== undefined) return;
      await refuseLeftStaff(terminal, id);
      await prepareDatabase(terminal, env, id);
    }).catch((error: unknown) => {
      throw error instanceof NewBrandError ? new CommandError(error.message) : error;
    });
    terminal.print(`Created ${folder}. Fill in legal, coins and branding.about_us, then run: awning check`);
  },
});

export const commands = [newBrand];

/** A staff that cannot be read is only a note. @throws CommandError if members of a removed brand would be those of the new one */
async function refuseLeftStaff(terminal: Terminal, id: string) {
  const isLeft = await withStaffData(terminal, ({ db, clock }) => hasStaff(db.read, id, clock.now())).catch(
    (error: unknown) => {
      const line = error instanceof CommandError ? error.message : explainFailure(error);
      if (line === undefined) throw error;
      terminal.print(`note: roles in an earlier ${id} were not looked for: ${line}`);
      return false;
    },
  );
  if (!isLeft) return;
  throw new CommandError(
    `members still have roles in a brand ${id} that was removed, or are invited to it, and would get into the new shop. ` +
      "Choose another NAME, or take their roles and invitations away in the console first.",
  );
}

/** A database that is unreachable or refuses roles is only a note. @throws CommandError if it holds data of another brand */
async function prepareDatabase(terminal: Terminal, places: Places, id: string) {
  try {
    if (await hasLeftData(places, id))
      throw new CommandError(
        `there are data of a brand ${id} that was removed: the new shop would open with them. Choose another NAME, or take ` +
          "its database away first.",
      );
    const note = await createRole(places, id);
    if (note !== undefined) terminal.print(`note: ${id} has no role of its own in the database: ${note}`);
  } catch (error) {
    const line = error instanceof CommandError ? undefined : explainFailure(error);
    if (line === undefined) throw error;
    terminal.print(
      `note: the database was neither looked at for data of an earlier ${id}, nor has it a role for it: ${line}`,
    );
  }
}
