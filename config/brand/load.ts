import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { readPages } from "./pages.ts";
import { type Tenant, TenantSchema } from "./schema.ts";

/** Why a brand was refused. `brand` is its folder; `field` is dotted, empty for the whole file. */
export type TenantProblem = { brand: string; file: string; field: string; reason: string };

export type Loaded = { tenants: Tenant[]; problems: TenantProblem[] };

/**
 * Reads every `NAME/tenant.json` below `dir`, sorted by name. Leaves out and reports brands with a faulty file.
 * @throws if `dir` cannot be read, with a text for the operator
 */
export function loadTenants(dir: string): Loaded {
  if (!existsSync(dir)) throw new Error(`there is no folder ${dir}: make a brand in it with "awning brand new"`);
  const tenants: Tenant[] = [];
  const problems: TenantProblem[] = [];
  const ownerOf = new Map<string, string>();

  for (const brand of readdirSync(dir).sort()) {
    // Follows links: the folders of a mounted ConfigMap are links into one that begins with a dot.
    const isFolder = statSync(join(dir, brand), { throwIfNoEntry: false })?.isDirectory() === true;
    if (!isFolder || brand.startsWith(".")) continue;
    const file = join(dir, brand, "tenant.json");
    const parsed = readBrand(join(dir, brand), brand);
    if (!Array.isArray(parsed)) {
      const taken = [`id ${parsed.id}`, ...parsed.hostnames].find((name) => ownerOf.has(name));
      if (taken === undefined) {
        for (const name of [`id ${parsed.id}`, ...parsed.hostnames]) ownerOf.set(name, file);
        tenants.push(parsed);
        continue;
      }
      const field = taken.startsWith("id ") ? "id" : "hostnames";
      problems.push({ brand, file, field, reason: `${taken} already belongs to ${ownerOf.get(taken)}` });
    } else problems.push(...parsed.map((problem) => ({ brand, ...problem })));
  }
  return { tenants, problems };
}

type FileProblem = Omit<TenantProblem, "brand">;

function readBrand(folder: string, name: string): Tenant | FileProblem[] {
  const tenant = parseTenantFile(join(folder, "tenant.json"), name);
  const { pages, problems } = readPages(folder);
  if (Array.isArray(tenant)) return [...tenant, ...problems];
  return problems.length > 0 ? problems : { ...tenant, pages };
}

function parseTenantFile(file: string, folder: string): Tenant | FileProblem[] {
  if (!existsSync(file)) return [{ file, field: "", reason: "is missing: each folder here is a brand and needs one" }];
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    return [{ file, field: "", reason: error instanceof Error ? error.message : String(error) }];
  }
  const parsed = TenantSchema.safeParse(json);
  if (!parsed.success) {
    return parsed.error.issues.map((issue) => ({ file, field: issue.path.join("."), reason: issue.message }));
  }
  if (parsed.data.id !== folder) {
    return [{ file, field: "id", reason: `must be the name of its folder, ${folder}` }];
  }
  return parsed.data;
}

/** The open brands after files changed: those that loaded, and earlier ones whose files are now refused. */
export function keepRefused({ tenants, problems }: Loaded, before: Tenant[]): Tenant[] {
  const refused = problems.map(({ brand }) => brand);
  return [...tenants, ...before.filter(({ id }) => refused.includes(id))];
}

/** One line for an operator: `tenants/acme/tenant.json: hostnames: …`. */
export const formatProblem = ({ file, field, reason }: Omit<TenantProblem, "brand">) =>
  [file, field, reason].filter((part) => part !== "").join(": ");
