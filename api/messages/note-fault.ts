import type { SendingRow } from "../repositories/messages/messages.ts";
import type { Shop } from "../shop/shop.ts";

/** Raises an alarm about wrong settings or registrations at a provider: every message fails until somebody corrects them. */
export function noteFault(
  { tenant, alarms, log }: Shop,
  { channel, provider }: Pick<SendingRow, "channel" | "provider">,
  reason: string,
) {
  log.error({ channel, provider, reason }, "messages fail because of a wrong setting or registration");
  alarms.count(tenant.id, `messages by ${channel}`);
}
