import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

import { BROWSERS, findBrowser } from "../browser/find-browser.ts";

type LockPackage = { version?: string; optional?: boolean; devOptional?: boolean };

/** Packages of the lock that are missing or of another version; optional ones may be missing (other platforms). */
export function packagesUnlikeLock(): string[] {
  const packagesOf = (file: string): Record<string, LockPackage> =>
    existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
  const installed = packagesOf("node_modules/.package-lock.json");
  return Object.entries(packagesOf("package-lock.json"))
    .filter(([path, { version, optional, devOptional }]) => {
      if (path === "") return false;
      const found = installed[path];
      return found ? found.version !== version : !optional && !devOptional;
    })
    .map(([path, { version }]) => `${path.replace(/^.*node_modules\//, "")} ${version}`);
}

/** Installs missing browsers on Debian as root. @returns install instructions for one that is still missing */
export function missingBrowser(): string | undefined {
  const names = ["chromium", "firefox"] as const;
  const missing = names.filter((name) => !findBrowser(name)).map((name) => BROWSERS[name].debianPackage);
  if (missing.length > 0 && process.getuid?.() === 0 && existsSync("/etc/debian_version")) {
    spawnSync("apt-get", ["update"], { stdio: "inherit" });
    spawnSync("apt-get", ["install", "--yes", "--no-install-recommends", ...missing], { stdio: "inherit" });
  }
  const stillMissing = names.find((name) => !findBrowser(name));
  return stillMissing && BROWSERS[stillMissing].missing;
}
