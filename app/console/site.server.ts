import { env } from "#app/env.server.ts";

import { TenantSchema } from "../../config/schema.ts";

/**
 * The console is a site beside the brands' sites: its requests, cookies and log lines name this id, which no brand can
 * have. Undefined if CONSOLE_HOSTNAME is off.
 */
export const consoleTenant =
  env.CONSOLE_HOSTNAME === undefined
    ? undefined
    : { ...TenantSchema.parse({ id: "console", hostnames: [env.CONSOLE_HOSTNAME] }), id: "_console" };
