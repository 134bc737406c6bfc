import { type Channel, CHANNEL_NAMES, type Provider } from "../../config/brand/messages.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import { MissingSecret, type SecretValues } from "../../config/brand/secrets.ts";
import { systemClock } from "../base/clock.ts";
import { Unreachable } from "../base/unreachable.ts";
import { createMessengers } from "../messengers/create-messengers.ts";
import { listMessengerSecrets } from "../messengers/messenger-secrets.ts";
import type { MessengerFinding } from "../ports/messenger.ts";

/** Tries the credentials of a provider with a harmless call. It sends no message. */
export async function tryMessenger(
  tenant: Tenant,
  channel: Channel,
  settings: Provider,
  secrets: SecretValues,
): Promise<MessengerFinding[]> {
  const changed = { ...tenant, messages: { ...tenant.messages, [channel]: settings } };
  const missing = listMessengerSecrets(changed, secrets, [channel]).flatMap(({ problem }): MessengerFinding[] =>
    problem === null ? [] : [{ level: "error", text: problem }],
  );
  if (missing.length > 0) return missing;
  const messenger = createMessengers(changed, { secrets, clock: systemClock, outbox: NO_OUTBOX }).get(channel)!;
  if (messenger.check === undefined)
    return [
      { level: "ok", text: `${CHANNEL_NAMES[channel]}: the secrets are present; only a test message tries them` },
    ];
  try {
    return await messenger.check();
  } catch (error) {
    if (!(error instanceof Unreachable) && !(error instanceof MissingSecret)) throw error;
    return [{ level: "error", text: error.message }];
  }
}

/** A channel with a provider has no outbox. */
const NO_OUTBOX = {
  send: () => Promise.reject(new Error("a channel with a provider has no outbox")),
};
