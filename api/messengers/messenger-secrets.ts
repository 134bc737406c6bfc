import { type Channel, CHANNELS } from "../../config/brand/messages.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import { listSecrets, type SecretState, type SecretValues } from "../../config/brand/secrets.ts";
import { messengerSecrets } from "./create-messengers.ts";

/** The variables with the secrets of channels, present or missing. */
export const listMessengerSecrets = (
  { id, messages }: Pick<Tenant, "id" | "messages">,
  secrets: SecretValues,
  channels: readonly Channel[] = CHANNELS,
): SecretState[] =>
  channels.flatMap((channel) => {
    const settings = messages[channel];
    return settings === undefined ? [] : listSecrets(secrets, "MESSAGES", [id, channel], messengerSecrets(settings));
  });
