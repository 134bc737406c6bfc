import type { Generated } from "kysely";

import type { MailKind } from "../domain/mail-kinds.ts";

/** The tables of accounts and mail. */
export type AccountTables = {
  email_verifications: EmailVerifications;
  password_resets: PasswordResets;
  devices: Devices;
  device_codes: DeviceCodes;
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
};

/** One "forgot my password": first its code is tried, then its token sets the password, then it is gone. */
type PasswordResets = {
  /** SHA-256 of the transaction that the asker holds, base64url. */
  id: string;
  /** Null for a name that nobody has: such a reset is kept like any other, and its code fits nothing. */
  user_id: string | null;
  /** `keyId:HMAC` of the code and the id. */
  code_hash: string;
  /** SHA-256 of the token that the right code was exchanged for; from then on no code is taken. */
  token_hash: string | null;
  /** Codes tried; after the right one, passwords tried. */
  tries: Generated<number>;
  expires_at: number;
  /** SHA-256 of the browser's device token: where it was begun if the account knows that; then where the code was typed. */
  device_hash: string | null;
};

/** A browser that an account knows. One browser has one token, which several accounts may know. */
type Devices = {
  /** SHA-256 of the token, base64url. */
  token_hash: string;
  user_id: string;
  /** In words such as "Firefox on Linux"; empty where it did not say. */
  client: string;
  created_at: number;
  /** The last login with the right password; null for the browser of a sign-up until then. */
  last_seen_at: number | null;
  /** When a code that was mailed to the account was entered on it; null until then. */
  confirmed_at: number | null;
};

/** A mailed code that confirms the device of a session; a newer one takes its place. */
type DeviceCodes = {
  session_id: string;
  user_id: string;
  /** `keyId:HMAC` of the code and the session. */
  code_hash: string;
  tries: Generated<number>;
  expires_at: number;
};

/** How often something was done in the window that ends at `ends_at`. */
type Budgets = { name: string; used: number; ends_at: number };

/** What is to be sent, written with the change that causes it. The message is made when it is sent. */
type Outbox = {
  id: string;
  kind: MailKind;
  /** The id of what it is about: an order, a reset. Unique with `kind`. */
  about: string;
  /** What cannot be looked up when it is sent, sealed; null where there is nothing, and once it is sent. */
  sealed: string | null;
  tries: number;
  next_try_at: number;
  /** From then on it is of no use and is dropped; null for never. */
  expires_at: number | null;
  delivered_at: number | null;
  created_at: number;
  /** Of the request that caused it (request-id.ts). */
  request_id: string | null;
};

/** The mailbox that demo brands show in place of a real one; nothing but api/mail reads it. */
type SandboxMails = {
  id: string;
  /** The message, sealed. */
  sealed: string;
  created_at: number;
};
