import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { TenantSchema, type Tenant } from "./schema.ts";

/** Why a tenant file was refused: the file, the field (dotted; empty for the whole file) and the reason. */
export type TenantProblem = { file: string; field: string; reason: string };

type Loaded = { tenants: Tenant[]; problems: TenantProblem[] };

/**
 * Reads every `NAME/tenant.json` below `dir`, in the order of the names. A file that is refused is left out and
 * reported; the others load. Hostnames and ids are unique: the file that comes second is refused.
 * @throws when `dir` itself cannot be read.
 */
export function loadTenants(dir: string): Loaded {
  const tenants: Tenant[] = [];
  const problems: TenantProblem[] = [];
  const ownerOf = new Map<string, string>();

  for (const entry of readdirSync(dir, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!entry.isDirectory() || entry.name.startsWith(".")) continue;
    const file = join(dir, entry.name, "tenant.json");
    const parsed = parseTenantFile(file, entry.name);
    if (!Array.isArray(parsed)) {
      const taken = [`id ${parsed.id}`, ...parsed.hostnames].find((name) => ownerOf.has(name));
      if (taken === undefined) {
        for (const name of [`id ${parsed.id}`, ...parsed.hostnames]) ownerOf.set(name, file);
        tenants.push(parsed);
        continue;
      }
      const field = taken.startsWith("id ") ? "id" : "hostnames";
      problems.push({ file, field, reason: `${taken} already belongs to ${ownerOf.get(taken)}` });
    } else problems.push(...parsed);
  }
  return { tenants, problems };
}

function parseTenantFile(file: string, folder: string): Tenant | TenantProblem[] {
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

/** One line for an operator: `tenants/acme/tenant.json: hostnames: …`. */
export const formatProblem = ({ file, field, reason }: TenantProblem) =>
  [file, field, reason].filter((part) => part !== "").join(": ");
