import { readFileSync } from "node:fs";

export type LockedPackage = {
  version: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
};

/** package-lock.json's packages by their path; the project itself has the path "". */
export function readLock(): Map<string, LockedPackage> {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  return new Map(Object.entries(packages));
}

/** True for packages that `npm ci --omit=dev` installs and the image contains. Optional packages are for some platforms only. */
export const isShipped = ({ dev, devOptional }: LockedPackage) => !dev && !devOptional;

/** `node_modules/a/node_modules/@b/c` is `@b/c`. */
export const nameOf = (path: string) => path.split("node_modules/").at(-1)!;

/** The path of `name` as Node resolves it from the package at `path`: inside, then in each folder above. */
export function resolveFrom(lock: Map<string, LockedPackage>, path: string, name: string): string | null {
  const own = `${path}${path && "/"}node_modules/${name}`;
  if (lock.has(own)) return own;
  if (path === "") return null;
  const above = path.lastIndexOf("node_modules/");
  return resolveFrom(lock, path.slice(0, Math.max(above - 1, 0)), name);
}
