import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { makeFolder } from "./make-folder.ts";

/** A demo's secret (base64 of 32 random bytes), created once. Real deployments set secrets in the environment. */
export function demoSecret(dataDir: string, name: string): string {
  const file = join(dataDir, `${name}.demo-secret`);
  makeFolder(dataDir);
  try {
    // "wx": if two processes start at once, one writes and both read the same secret.
    writeFileSync(file, randomBytes(32).toString("base64"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8");
}
