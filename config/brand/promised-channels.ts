import { templatesOf } from "./channels.ts";
import { type Channel, CHANNEL_NAMES, CHANNELS } from "./messages.ts";

type Sender = Parameters<typeof templatesOf>[0] & { deliveryChannels: string[] };

/** The missing part without which a channel sends no message about vouchers; undefined if it can send. */
function findLack(tenant: Sender, channel: Channel): string | undefined {
  if (tenant.messages[channel] === undefined) return `messages.${channel} has no provider`;
  if (templatesOf(tenant, "vouchers", channel) !== undefined) return undefined;
  return `messages.templates.vouchers.${channel} has no template in a language of the brand`;
}

/** A sentence for each channel that `deliveryChannels` promise although nothing sends vouchers by it. */
export const findUnsentChannels = (tenant: Sender): string[] =>
  CHANNELS.filter((channel) => tenant.deliveryChannels.includes(CHANNEL_NAMES[channel])).flatMap((channel) => {
    const lack = findLack(tenant, channel);
    return lack === undefined ? [] : [`name ${CHANNEL_NAMES[channel]}, but ${lack}`];
  });

/** The channels by which vouchers are announced although `deliveryChannels` do not name them. */
export const findUnnamedChannels = (tenant: Sender): Channel[] =>
  CHANNELS.filter(
    (channel) => findLack(tenant, channel) === undefined && !tenant.deliveryChannels.includes(CHANNEL_NAMES[channel]),
  );
