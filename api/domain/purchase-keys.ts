import { codeHashes } from "./encryption.ts";
import type { TenantKeys } from "./keys.ts";
import { mailboxOf } from "./mailbox.ts";

// What the limits of a day count by, besides the account. Orders keep an HMAC: anyone who reads the database finds neither
// address nor handle in it, and cannot try them out. Each is under the current key alone: for a day after DATA_KEY has
// changed, orders under the former key count for their own shopper only.

/** Of an address that was confirmed: one that was only typed may be anybody's. */
export const mailboxKey = (keys: TenantKeys, email: string) => keyOf(keys, `mailbox ${mailboxOf(email)}`);

/** Of what a gateway reports as the payer's (PaymentReport). */
export const payerKey = (keys: TenantKeys, payer: string) => keyOf(keys, `payer ${payer.trim().toLowerCase()}`);

const keyOf = (keys: TenantKeys, name: string) => codeHashes(keys, "purchase", name)[0];
