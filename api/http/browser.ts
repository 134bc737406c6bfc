import type { Request } from "express";

import type { Browser } from "../accounts/devices.ts";
import { describeClient } from "../domain/client-name.ts";

/**
 * The browser of a request, as the storefront reports it. The device token is a secret itself, so it needs no forward
 * key.
 */
export function browserOf(req: Request): Browser {
  const token = req.get("x-awning-device");
  return {
    token: token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined,
    client: describeClient(req.get("user-agent")),
  };
}
