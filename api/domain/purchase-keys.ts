import { codeHashes } from "./encryption.ts";
import type { TenantKeys } from "./keys.ts";
import { mailboxOf } from "./mail/mailbox.ts";

// The keys by which daily limits count orders, in addition to the account. Orders store an HMAC, so that nobody who reads the
// database can find or guess an address or a UPI handle. Only the current key is used: for a day after DATA_KEY changes, orders
// under the former key count only for their own shopper.

/**
 * The key of a confirmed address, because an unconfirmed one may belong to anybody. In the audit it shows the gifts that went to
 * one mailbox.
 */
export const mailboxKey = (keys: TenantKeys, email: string) => keyOf(keys, `mailbox ${mailboxOf(email)}`);

/** The key of a phone number, for a limit or for the audit. */
export const phoneKey = (keys: TenantKeys, phone: string) => keyOf(keys, `phone ${phone}`);

/** The key of the payer that a gateway reports (PaymentReport). */
export const payerKey = (keys: TenantKeys, payer: string) => keyOf(keys, `payer ${payer.trim().toLowerCase()}`);

const keyOf = (keys: TenantKeys, name: string) => codeHashes(keys, "purchase", name)[0];

type Confirmed = { confirmedEmail?: string; confirmedPhone?: string | null };

/**
 * The key by which the limits of a day count the purchases of a buyer: the mailbox, else the phone. A number can move from one
 * account to another, and its limits follow it. Null for neither.
 */
export function buyerKey(keys: TenantKeys, { confirmedEmail, confirmedPhone }: Confirmed): string | null {
  if (confirmedEmail !== undefined) return mailboxKey(keys, confirmedEmail);
  return confirmedPhone == null ? null : phoneKey(keys, confirmedPhone);
}
