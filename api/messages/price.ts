import type { Channel } from "../../config/brand/messages.ts";
import type { Tenant } from "../../config/brand/schema.ts";

/** The price of one message on a channel, in hundredths of a paisa. */
export const priceOf = ({ messages }: Pick<Tenant, "messages">, channel: Channel): number =>
  Math.round((messages[channel]?.paise ?? 0) * 100);
