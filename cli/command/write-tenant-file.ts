import { chmodSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * Sets one field of a tenant.json, after its id if it is new, and keeps everything else. The file is replaced atomically, so that
 * a running shop never reads a part of it.
 * @returns false if the file may not be written
 */
export function setTenantField(file: string, field: string, value: unknown): boolean {
  const { $schema, id, ...rest } = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  const isKnown = field in rest;
  const next = { ...($schema !== undefined && { $schema }), id, ...(!isKnown && { [field]: value }), ...rest };
  if (isKnown) next[field as keyof typeof next] = value;
  const draft = join(dirname(file), `.tenant.json-${process.pid}`);
  try {
    writeFileSync(draft, `${JSON.stringify(next, null, 2)}\n`);
    chmodSync(draft, statSync(file).mode); // independent of this process's umask: the shop may run as another user
    renameSync(draft, file);
    return true;
  } catch (error) {
    if (["EACCES", "EROFS", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}
