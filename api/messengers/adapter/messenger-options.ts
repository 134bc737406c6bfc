import type { Channel, Provider, ProviderName } from "../../../config/brand/messages.ts";
import type { Secrets } from "../../../config/brand/secrets.ts";
import type { Clock } from "../../base/clock.ts";

/** The parts of a messenger: one brand's settings of a channel in tenant.json, and its secrets. */
export type MessengerOptions<Name extends ProviderName> = {
  channel: Channel;
  settings: Extract<Provider, { provider: Name }>;
  secrets: Secrets;
  clock: Clock;
};
