import { env } from "#app/env.server.ts";

import { isLoopbackHostname } from "../../../config/loopback.ts";

/** What the API cannot know of the storefront; undefined where nothing is in the way of such a hostname. */
export function whyRefused(hostname: string, consoleHostname: string): string | undefined {
  if (hostname === consoleHostname) return "This is the console's own hostname.";
  const isNone = !/^[a-z0-9.-]+$/.test(hostname); // which the API says, with what else is wrong
  if (isNone || isLoopbackHostname(hostname) || env.missingForPublic.length === 0) return undefined;
  return `A public hostname needs settings of the deployment that are missing: ${env.missingForPublic.join(", ")}.`;
}
