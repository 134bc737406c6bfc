import type { Channel, Provider } from "../../config/brand/messages.ts";
import { canonicalOrigin } from "../../config/brand/origin.ts";
import type { Tenant } from "../../config/brand/schema.ts";
import { secretVariable } from "../../config/brand/secrets.ts";

/** The address that the operator enters at a provider. `secret` is the variable that goes with it, and `as` its place. */
export type ReceiptAddress = { url: string; as: "key" | "verify token"; secret: string };

/** The address for receipts, with KEY in place of the secret; null if each message names it to the provider. */
export function findReceiptAddress(
  tenant: Pick<Tenant, "id" | "origin" | "hostnames">,
  channel: Channel,
  settings: Provider,
): ReceiptAddress | null {
  const url = `${canonicalOrigin(tenant)}/message-receipt/${channel}`;
  const variable = (name: string) => secretVariable("MESSAGES", [tenant.id, channel], name);
  const withKey = { url: `${url}?key=KEY`, as: "key", secret: variable("CALLBACK_KEY") } as const;
  if (settings.provider === "msg91") return withKey;
  if (settings.provider !== "whatsapp") return null;
  return settings.host === "meta" ? { url, as: "verify token", secret: variable("VERIFY_TOKEN") } : withKey;
}

/** The step for the operator, in words. */
export const describeReceiptAddress = ({ url, as, secret }: ReceiptAddress) =>
  as === "key"
    ? `enter ${url} at the provider as the address for delivery reports, with the value of ${secret} in place of KEY`
    : `enter ${url} at the provider as the address of the webhook, with the value of ${secret} as its verify token`;
