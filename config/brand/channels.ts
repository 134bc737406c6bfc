import { isLoopbackDemo } from "./loopback.ts";
import { type Channel, CHANNELS, type MessageKind, type Messages, type MessageTemplate } from "./messages.ts";

/** The parts of a tenant that decide about its channels. */
type Brand = Parameters<typeof isLoopbackDemo>[0] & { messages: Messages; languages: string[] };

/** True if a brand has a provider for the channel, or shows its messages on the outbox page of a demo. */
export const hasChannel = (tenant: Omit<Brand, "languages">, channel: Channel): boolean =>
  tenant.messages[channel] !== undefined || isLoopbackDemo(tenant);

/** True if a brand without providers shows its messages on the outbox page of the demo. */
export const usesOutbox = (tenant: Omit<Brand, "languages">, channel: Channel): boolean =>
  isLoopbackDemo(tenant) && tenant.messages[channel] === undefined;

/**
 * The templates of a kind of message on a channel, by language. Undefined if the channel has no provider, or no template of this
 * kind in a language of the brand.
 */
export function templatesOf(
  tenant: Brand,
  kind: MessageKind,
  channel: Channel,
): Record<string, MessageTemplate> | undefined {
  if (usesOutbox(tenant, channel)) return {};
  const templates = tenant.messages.templates[kind]?.[channel];
  if (tenant.messages[channel] === undefined || templates === undefined) return undefined;
  return tenant.languages.some((code) => Object.hasOwn(templates, code)) ? templates : undefined;
}

/** True if a brand can send a kind of message to phones. */
export const sendsToPhones = (tenant: Brand, kind: MessageKind): boolean =>
  CHANNELS.some((channel) => templatesOf(tenant, kind, channel) !== undefined);
