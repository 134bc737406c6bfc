import { chmodSync, existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { chooseBrandColours, drawBrand } from "../../api/card-art/brand-art.ts";
import { readEnv } from "../../api/env.ts";
import { makeFolder } from "../../config/make-folder.ts";
import { TenantSchema } from "../../config/schema.ts";
import { CommandError, defineCommand } from "../command.ts";
import { explainFailure } from "../explain-failure.ts";
import { readTenants } from "../open-shop.ts";
import { createBrandRoles } from "../secure-database.ts";

const create = defineCommand({
  name: "brand new",
  args: ["NAME"],
  about: "Creates the folder of a new brand: tenant.json, and a placeholder logo, banner and icon.",
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
  async run({ args: { NAME: id }, options }) {
    const { hostname, name, email, colour, api } = options;
    const { TENANTS_DIR: dir, DATABASE_URL } = readEnv();
    const chosen = chooseBrandColours(name);
    const colours = { ...chosen, primary: colour ?? chosen.primary, button: colour ?? chosen.button };
    const tenant = {
      ...(existsSync(join(dir, "tenant.schema.json")) ? { $schema: "../tenant.schema.json" } : {}),
      id,
      hostnames: hostname.split(","),
      ...(api !== undefined && { api: { url: api } }),
      branding: {
        organization_name: name,
        logo_url: "/media/brand/logo.svg",
        ...(email === undefined ? {} : { email }),
        primary_color: colours.primary,
        secondary_color: colours.secondary,
        button_color: colours.button,
        button_text_color: "#ffffff",
      },
    };
    process.umask(0o022); // a brand's folder holds no secret, and the shop may run as another user
    refuseUnlessValid(dir, tenant);
    writeFolder(join(dir, id), { ...drawBrand(name, colours), "tenant.json": `${JSON.stringify(tenant, null, 2)}\n` });
    if (api === undefined && DATABASE_URL !== undefined)
      await tryCreateRole({ name: "DATABASE_URL", url: DATABASE_URL }, id);
    console.log(`Created ${join(dir, id)}. Fill in legal, coins and about_us, then run: awning check`);
  },
});

export const commands = [create];

/** The folder already exists, so a database that is unreachable or refuses roles is only a note. */
async function tryCreateRole(server: { name: string; url: string }, brand: string) {
  try {
    await createBrandRoles(server, [brand]);
  } catch (error) {
    const line = error instanceof CommandError ? error.message : explainFailure(error);
    if (line === undefined) throw error;
    console.log(`note: ${brand} has no role of its own in the database: ${line}`);
  }
}

/** @throws CommandError with all problems that would stop the shop from opening it */
function refuseUnlessValid(dir: string, tenant: { id: string; hostnames: string[] }) {
  const parsed = TenantSchema.safeParse(tenant);
  if (!parsed.success) {
    const lines = parsed.error.issues.map(({ path, message }) => `  ${path.join(".")}: ${message}`);
    throw new CommandError(["the brand is not valid:", ...lines].join("\n"));
  }
  makeFolder(dir);
  if (existsSync(join(dir, tenant.id))) throw new CommandError(`${join(dir, tenant.id)} already exists`);
  for (const { id, hostnames } of readTenants(dir).tenants) {
    const taken = tenant.hostnames.find((hostname) => hostnames.includes(hostname));
    if (taken !== undefined) throw new CommandError(`${taken} belongs to brand ${id}`);
  }
}

/** Writes all files at once, so that a running shop never sees a part of them. */
function writeFolder(folder: string, files: Record<string, string>) {
  const draft = mkdtempSync(`${folder.replace(/[^/\\]+$/, ".new-")}`);
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(draft, name), content);
    chmodSync(draft, 0o755); // mkdtemp makes it private
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}
