import type { Logger } from "pino";

import type { Payments } from "../../config/brand/schema.ts";
import type { Secrets } from "../../config/brand/secrets.ts";
import type { Clock } from "../base/clock.ts";

/** The input for a remote gateway: one brand's settings in tenant.json, and its secrets. */
export type GatewayOptions<Kind extends Payments["gateway"]> = {
  /** The brand's id, for gateways whose accounts brands can share. */
  brand: string;
  settings: Extract<Payments, { gateway: Kind }>;
  secrets: Secrets;
  clock: Clock;
  log: Logger;
};
