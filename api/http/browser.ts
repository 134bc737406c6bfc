import type { Request } from "express";

import type { Browser } from "../accounts/devices.ts";
import { describeClient } from "../domain/client-name.ts";

/** The browser behind a request, as the storefront passes it on. The device token is a secret, so no key need vouch for it. */
export function browserOf(req: Request): Browser {
  const token = req.get("x-awning-device");
  return {
    token: token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined,
    client: describeClient(req.get("user-agent")),
  };
}
