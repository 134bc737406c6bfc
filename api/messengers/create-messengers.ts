import { usesOutbox } from "../../config/brand/channels.ts";
import { type Channel, CHANNELS, type Provider, type ProviderName } from "../../config/brand/messages.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import { createSecrets, type SecretValues } from "../../config/brand/secrets.ts";
import type { Clock } from "../base/clock.ts";
import type { Mailer } from "../ports/mailer.ts";
import type { Messenger } from "../ports/messenger.ts";
import type { MessengerOptions } from "./adapter/messenger-options.ts";
import { reportMissingSecrets } from "./adapter/outcomes.ts";
import { createExotelMessenger } from "./exotel/exotel-messenger.ts";
import { createHttpMessenger } from "./http/http-messenger.ts";
import { createMsg91Messenger } from "./msg91/msg91-messenger.ts";
import { createOutboxMessenger } from "./outbox-messenger.ts";
import { createWhatsAppMessenger } from "./whatsapp/whatsapp-messenger.ts";

const SECRETS: Record<ProviderName, string[]> = {
  http: ["SECRET"],
  whatsapp: ["TOKEN", "APP_SECRET", "VERIFY_TOKEN"],
  msg91: ["AUTH_KEY", "CALLBACK_KEY"],
  exotel: ["API_KEY", "API_TOKEN", "CALLBACK_KEY"],
};
/** 360dialog forwards Meta's callbacks without Meta's signature. */
const SECRETS_OF_360DIALOG = ["TOKEN", "CALLBACK_KEY"];

/** The names of the secrets that a provider needs. */
export const messengerSecrets = (settings: Provider): string[] =>
  settings.provider === "whatsapp" && settings.host === "360dialog" ? SECRETS_OF_360DIALOG : SECRETS[settings.provider];

/** `outbox` shows the messages of a demo without providers. */
type Options = { secrets: SecretValues; clock: Clock; outbox: Pick<Mailer, "send"> };

/** The brand's messengers by channel. It makes no remote call and reads no secret. */
export function createMessengers(
  tenant: Tenant,
  { secrets: values, clock, outbox }: Options,
): ReadonlyMap<Channel, Messenger> {
  const configured = CHANNELS.flatMap((channel) => {
    if (usesOutbox(tenant, channel)) return [[channel, createOutboxMessenger(channel, outbox)] as const];
    const settings = tenant.messages[channel];
    if (settings === undefined) return [];
    const secrets = createSecrets(values, "MESSAGES", tenant.id, channel);
    return [[channel, reportMissingSecrets(create(settings, { channel, secrets, clock }))] as const];
  });
  return new Map(configured);
}

function create(settings: Provider, parts: Omit<MessengerOptions<never>, "settings">): Messenger {
  switch (settings.provider) {
    case "http":
      return createHttpMessenger({ ...parts, settings });
    case "whatsapp":
      return createWhatsAppMessenger({ ...parts, settings });
    case "msg91":
      return createMsg91Messenger({ ...parts, settings });
    case "exotel":
      return createExotelMessenger({ ...parts, settings });
  }
}
