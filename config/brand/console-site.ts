import { areAllLoopback, isLoopbackHostname } from "./loopback.ts";
import type { Tenant } from "./schema.ts";

const DEFAULT = "console.localhost";

/** The hostname of the console: CONSOLE_HOSTNAME, or console.localhost while no brand is public; else it is off. */
export const findConsole = (setting: string | undefined, tenants: Tenant[]): string | undefined =>
  setting ?? (areAllLoopback(tenants) ? DEFAULT : undefined);

/** @param port the storefront's, for a hostname of this machine */
export const consoleOrigin = (hostname: string, port: number): string =>
  isLoopbackHostname(hostname) ? `http://${hostname}:${port}` : `https://${hostname}`;
