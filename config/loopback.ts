import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Tenant } from "./schema.ts";

/**
 * Names that mean this machine (RFC 6761): there a demo may run over http with secrets of its own making. Anybody can
 * write them into a Host header, so whether a request is answered under one depends on where its connection comes from
 * (app/tenant/nearness.server.ts).
 */
export const isLoopbackHostname = (hostname: string) =>
  hostname === "localhost" || hostname.endsWith(".localhost") || /^127(\.\d{1,3}){3}$/.test(hostname);

/** True for a brand with a name that others can reach. */
export const isPublic = ({ hostnames }: Pick<Tenant, "hostnames">) => !hostnames.every(isLoopbackHostname);

/** True for a demo whose names all mean this machine: it may show what others must not see, such as its mail. */
export const isLoopbackDemo = (tenant: Tenant) => tenant.seed === "demo" && !isPublic(tenant);

/** True while no brand is public, so that this is a demo or a developer's machine. */
export const areAllLoopback = (tenants: Tenant[]) => !tenants.some(isPublic);

/**
 * The secret `name` (base64 of 32 random bytes) of a demo, made once and kept under `dataDir` with mode 0600.
 * Real deployments pass their secrets in the environment.
 */
export function demoSecret(dataDir: string, name: string): string {
  const file = join(dataDir, `${name}.demo-secret`);
  mkdirSync(dataDir, { recursive: true });
  try {
    // "wx": of two processes that start at once, one writes and both read the same secret.
    writeFileSync(file, randomBytes(32).toString("base64"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8");
}
