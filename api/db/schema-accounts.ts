import type { Generated } from "kysely";

import type { MailKind } from "../domain/mail/mail-kinds.ts";

/** The tables of accounts and mail. */
export type AccountTables = {
  email_verifications: EmailVerifications;
  password_resets: PasswordResets;
  devices: Devices;
  device_codes: DeviceCodes;
  phone_codes: PhoneCodes;
  phone_networks: PhoneNetworks;
  budgets: Budgets;
  outbox: Outbox;
  sandbox_mails: SandboxMails;
};

/** A link that proves an e-mail address. */
type EmailVerifications = {
  /** SHA-256 of the token, base64url. */
  token_hash: string;
  user_id: string;
  expires_at: number;
  /** An address that becomes the account's by the proof; null for the address that the account has. */
  new_email: string | null;
};

/**
 * One password reset: the shopper exchanges its code for a token, and the token sets the password. Then the row is
 * deleted.
 */
type PasswordResets = {
  /** SHA-256 of the transaction id that the browser holds, base64url. */
  id: string;
  /** Null for an unknown login. Such a reset is stored like any other, but no code matches it. */
  user_id: string | null;
  /** `keyId:HMAC` of the code and the id. */
  code_hash: string;
  /** SHA-256 of the token that replaced the correct code. Once it is set, no code is accepted. */
  token_hash: string | null;
  /** Codes tried; after the correct one, passwords tried. */
  tries: Generated<number>;
  expires_at: number;
  /**
   * SHA-256 of a device token: first of the browser that began the reset, if it is a device of the account, later of the browser
   * that entered the code.
   */
  device_hash: string | null;
};

/** A known device. A browser has one token, which may belong to several accounts. */
type Devices = {
  /** SHA-256 of the token, base64url. */
  token_hash: string;
  user_id: string;
  /** Browser and system, such as "Firefox on Linux"; empty if the browser sent no name. */
  client: string;
  created_at: number;
  /** The last login with the right password; null until the first one after a sign-up on it. */
  last_seen_at: number | null;
  /** The time at which a mailed code was entered on it; null until then. */
  confirmed_at: number | null;
};

/** A mailed code that confirms the device of a session. A newer code replaces it. */
type DeviceCodes = {
  session_id: string;
  user_id: string;
  /** `keyId:HMAC` of the code and the session. */
  code_hash: string;
  tries: Generated<number>;
  expires_at: number;
};

/**
 * A code sent to a phone. Rows stay for a day, because their times and uses are counted. The code lapses at `expires_at`, or once
 * a code of the number is used.
 */
type PhoneCodes = {
  /** SHA-256 of the transaction id that the browser holds, base64url. */
  id: string;
  /** Ten digits. */
  phone: string;
  /** The signed-in account that confirms the number; null for a sign-in. */
  user_id: string | null;
  /**
   * The group by which codes and tries count: the hash of a device token, if the account with this number has the device; "known
   * networks" for the networks from which it signed in; null for others.
   */
  device_hash: string | null;
  /** `keyId:HMAC` of the code and the id. */
  code_hash: string;
  tries: Generated<number>;
  created_at: number;
  expires_at: number;
  /** The time of the right code, after which the shopper still decides about an account of long ago. */
  passed_at: Generated<number | null>;
  used_at: Generated<number | null>;
};

/** A network from which an account signed in by phone, as a keyed hash of both. */
type PhoneNetworks = { user_id: string; net_hash: string; seen_at: number };

/** The count of an action in the window that ends at `ends_at`. */
type Budgets = { name: string; used: number; ends_at: number };

/** Mail to send, written with the change that causes it. The message is composed when it is sent. */
type Outbox = {
  id: string;
  kind: MailKind;
  /** The id of its subject, such as an order or a reset. Unique with `kind`. */
  about: string;
  /** For a mail that was sent once more: its former subject, because `about` is then its own id. */
  earlier_about: string | null;
  /** Why it was taken from the queue without a mail; null for one that was sent or waits. */
  not_mailed: Generated<"no address" | "goes to a phone" | "nothing to send" | null>;
  /** Encrypted data that cannot be looked up at delivery; null if there is none, and after delivery. */
  sealed: string | null;
  tries: number;
  next_try_at: number;
  /** The mail is dropped after this time; null for never. */
  expires_at: number | null;
  delivered_at: number | null;
  created_at: number;
  /** The id of the request that caused it (base/request-id.ts). */
  request_id: string | null;
};

/** The sandbox mailbox of demo brands; only api/mail reads it. */
type SandboxMails = {
  id: string;
  /** The message, encrypted. */
  sealed: string;
  created_at: number;
};
