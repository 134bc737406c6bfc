import type { Secrets } from "../../../config/brand/secrets.ts";
import { areEqualSecrets } from "../../../config/process/equal-secrets.ts";
import type { Callback } from "../../ports/messenger.ts";

/** True if the address of an unsigned callback holds the secret CALLBACK_KEY as `key`. */
export function hasCallbackKey(secrets: Secrets, { query }: Pick<Callback, "query">): boolean {
  const given = query.get("key") ?? "";
  return secrets.read("CALLBACK_KEY").some((secret) => areEqualSecrets(given, secret));
}

/** The address for receipts with the current CALLBACK_KEY. */
export function withCallbackKey(secrets: Secrets, receiptUrl: string): string {
  const url = new URL(receiptUrl);
  url.searchParams.set("key", secrets.read("CALLBACK_KEY")[0]!);
  return url.href;
}
