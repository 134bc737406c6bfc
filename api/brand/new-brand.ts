import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { loadTenants } from "../../config/brand/load.ts";
import { type Tenant, TenantSchema } from "../../config/brand/schema.ts";
import { makeFolder } from "../../config/process/make-folder.ts";
import { chooseBrandColours, drawBrand } from "../card-art/brand-art.ts";

export type NewBrand = {
  id: string;
  hostnames: string[];
  /** Its display name. */
  name: string;
  email?: string;
  /** `#rrggbb`; chosen from the name if absent. */
  colour?: string;
  /** Its own backend, in place of the embedded API. */
  api?: string;
  /** The console edits it from now on. */
  editedIn?: "console";
};

/** A brand's folder holds no secret, and the shop may run as another user. */
const READABLE = { folder: 0o755, file: 0o644 };

/** The reason against a new brand; `fields` are those of tenant.json. */
export class NewBrandError extends Error {
  readonly fields: Record<string, string>;
  constructor(message: string, fields: Record<string, string>) {
    super(message);
    this.fields = fields;
  }
}

/**
 * Creates a brand's folder: tenant.json, and a placeholder logo, banner and icon. A running shop opens it at once.
 * @param prepare runs before the folder of a valid brand is written; it throws for one that must not be written
 * @returns the folder. @throws NewBrandError with all problems that would stop the shop from opening it
 */
export async function createBrand(
  dir: string,
  brand: NewBrand,
  prepare: (tenant: Tenant) => void | Promise<void>,
): Promise<string> {
  const { tenant, colours } = describe(dir, brand);
  const parsed = parseBrand(dir, tenant);
  await prepare(parsed);
  const folder = join(dir, brand.id);
  writeFolder(folder, { ...(await drawBrand(brand.name, colours)), "tenant.json": toFile(tenant) });
  return folder;
}

/** True if this very brand's folder exists, unchanged since createBrand wrote it. */
export function isAsCreated(dir: string, brand: NewBrand): boolean {
  const file = join(dir, brand.id, "tenant.json");
  return existsSync(file) && readFileSync(file, "utf8") === toFile(describe(dir, brand).tenant);
}

/** The files that createBrand writes. */
function describe(dir: string, { id, hostnames, name, email, colour, api, editedIn }: NewBrand) {
  const chosen = chooseBrandColours(name);
  const colours = { ...chosen, primary: colour ?? chosen.primary, button: colour ?? chosen.button };
  const tenant = {
    ...(existsSync(join(dir, "tenant.schema.json")) ? { $schema: "../tenant.schema.json" } : {}),
    id,
    hostnames,
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
    ...(editedIn && { editedIn }),
  };
  return { tenant, colours };
}

const toFile = (tenant: object) => `${JSON.stringify(tenant, null, 2)}\n`;

const taken = (folder: string) => new NewBrandError(`${folder} already exists`, { id: "is taken by another brand" });

/** @throws NewBrandError */
function parseBrand(dir: string, tenant: { id: string; hostnames: string[] }): Tenant {
  const parsed = TenantSchema.safeParse(tenant);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => [path.join("."), message] as const);
    const lines = problems.map(([field, reason]) => `  ${field}: ${reason}`);
    throw new NewBrandError(["the brand is not valid:", ...lines].join("\n"), Object.fromEntries(problems));
  }
  makeFolder(dir, READABLE.folder);
  const folder = join(dir, tenant.id);
  if (existsSync(folder)) throw taken(folder);
  for (const { id, hostnames } of loadTenants(dir).tenants) {
    const taken = tenant.hostnames.find((hostname) => hostnames.includes(hostname));
    if (taken === undefined) continue;
    const reason = `${taken} belongs to brand ${id}`;
    throw new NewBrandError(reason, { hostnames: reason });
  }
  return parsed.data;
}

/** Writes all files at once, so that a running shop never reads only some of them. */
function writeFolder(folder: string, files: Record<string, string>) {
  const draft = mkdtempSync(`${folder.replace(/[^/\\]+$/, ".new-")}`);
  try {
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(draft, name), content);
      chmodSync(join(draft, name), READABLE.file);
    }
    chmodSync(draft, READABLE.folder);
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    // Somebody else was faster.
    if (["ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) throw taken(folder);
    throw error;
  }
}
