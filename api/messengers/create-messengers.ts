import { usesOutbox } from "../../config/brand/message-channels.ts";
import { type Channel, CHANNELS, type Provider, type ProviderName } from "../../config/brand/messages.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import { createSecrets, type SecretValues } from "../../config/brand/secrets.ts";
import type { Clock } from "../base/clock.ts";
import type { Mailer } from "../ports/mailer.ts";
import type { Messenger } from "../ports/messenger.ts";
import { createOutboxMessenger } from "./outbox-messenger.ts";

/** The names of the secrets of each provider. */
export const MESSENGER_SECRETS: Record<ProviderName, string[]> = {
  http: ["SECRET"],
  whatsapp: ["TOKEN", "APP_SECRET", "VERIFY_TOKEN"],
  msg91: ["AUTH_KEY", "CALLBACK_KEY"],
  exotel: ["API_KEY", "API_TOKEN", "CALLBACK_KEY"],
};

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
    return [[channel, create(settings, { channel, secrets, clock })] as const];
  });
  return new Map(configured);
}

function create(settings: Provider, _parts: object): Messenger {
  throw new Error(`there is no messenger for ${settings.provider}`);
}
