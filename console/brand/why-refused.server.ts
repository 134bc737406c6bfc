import { env } from "#app/base/env.server.ts";

import { isLoopbackHostname } from "../../config/brand/loopback.ts";

/** The storefront's reason for refusing a hostname, which the API cannot check; undefined if there is none. */
export function whyRefused(hostname: string, consoleHostname: string): string | undefined {
  if (hostname === consoleHostname) return "This is the console's own hostname.";
  const isNone = !/^[a-z0-9.-]+$/.test(hostname); // the API reports it, with its other errors
  if (isNone || isLoopbackHostname(hostname) || env.missingForPublic.length === 0) return undefined;
  return `A public hostname needs settings of the deployment that are missing: ${env.missingForPublic.join(", ")}.`;
}
