import { templatesOf } from "../../config/brand/channels.ts";
import { type Channel, CHANNELS, type MessageKind, type MessageTemplate } from "../../config/brand/messages.ts";
import type { Tenant } from "../../config/brand/schema.ts";

/** Codes go by SMS first, because phones offer a code from an SMS; all else by WhatsApp, which costs less and shows more. */
const ORDER: Record<MessageKind, Channel[]> = {
  vouchers: [...CHANNELS],
  gift: [...CHANNELS],
  "card-expiry": [...CHANNELS],
  "sign-in-code": [...CHANNELS].reverse(),
  "coins-lapse": [...CHANNELS],
};

/** A demo without providers "sends" to its own outbox page, which needs no templates. */
const DEMO_TEMPLATE: MessageTemplate = { id: "demo", values: [] };

/** The channels on which a brand can send a kind of message, in the order in which they are tried. */
export const channelsFor = (tenant: Tenant, kind: MessageKind): Channel[] =>
  ORDER[kind].filter((channel) => templatesOf(tenant, kind, channel) !== undefined);

type Found = { language: string; template: MessageTemplate };

/** The template of a kind in the reader's language, else in the brand's first language that has one. */
export function findTemplate(
  tenant: Tenant,
  { kind, channel, language }: { kind: MessageKind; channel: Channel; language: string },
): Found | undefined {
  const templates = templatesOf(tenant, kind, channel);
  if (templates === undefined) return undefined;
  const found = [language, ...tenant.languages].find((code) => Object.hasOwn(templates, code));
  return found === undefined ? { language, template: DEMO_TEMPLATE } : { language: found, template: templates[found]! };
}
