import { isLoopbackDemo, type PlacedBrand } from "./loopback.ts";
import { type Channel, CHANNELS, type MessageKind, type Messages, type MessageTemplate } from "./messages.ts";

type Brand = PlacedBrand & { messages: Messages; languages: string[] };

/** True if a brand without providers shows its messages on the outbox page of the demo. */
export const usesOutbox = (brand: Brand, channel: Channel): boolean =>
  isLoopbackDemo(brand) && brand.messages[channel] === undefined;

/**
 * The templates of a kind of message on a channel, by language. Undefined if the channel has no provider, or no template of this
 * kind in a language of the brand.
 */
export function templatesOf(
  brand: Brand,
  kind: MessageKind,
  channel: Channel,
): Record<string, MessageTemplate> | undefined {
  if (usesOutbox(brand, channel)) return {};
  const templates = brand.messages.templates[kind]?.[channel];
  if (brand.messages[channel] === undefined || templates === undefined) return undefined;
  return brand.languages.some((code) => Object.hasOwn(templates, code)) ? templates : undefined;
}

/** True if a brand can send a kind of message to phones. */
export const sendsToPhones = (brand: Brand, kind: MessageKind): boolean =>
  CHANNELS.some((channel) => templatesOf(brand, kind, channel) !== undefined);
