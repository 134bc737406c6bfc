import type { Generated, Kysely, Transaction } from "kysely";

import type { FormTables } from "./schema-desk.ts";

/** Like Reader and Writer of a brand. */
export type StaffReader = Kysely<StaffSchema>;
export type StaffWriter = Transaction<StaffSchema>;

/** The staff's database: the users of the console, and the actions of these users and of the command line. */
type StaffSchema = {
  members: Members;
  grants: Grants;
  recovery_codes: { /** SHA-256, base64url. */ code_hash: string; member_id: string };
  passkeys: Passkeys;
  /** The challenges that passkeys have signed, until they expire: each counts once. */
  used_challenges: { /** Base64url. */ challenge: string; expires_at: number };
  sessions: StaffSessions;
  invitations: Invitations;
  audit: Audit;
  /** One row: the last entry of `audit`. */
  audit_head: { id: number; number: number; hash: string; /** See staff/trail-key.ts. */ sealed_key: string | null };
  brand_drafts: BrandDrafts;
  brand_versions: BrandVersions;
  brand_pictures: BrandPictures;
} & FormTables;

type Members = {
  id: string;
  email: string;
  /** `email` in lower case: unique. */
  email_key: string;
  name: string;
  password_hash: string;
  /** Encrypted; null for the demo's member, who needs no code. */
  totp_secret: string | null;
  /** The time step of the last code that was accepted, so that none counts twice. */
  totp_step: Generated<number>;
  created_at: number;
  disabled_at: number | null;
  /** When the member switched the morning mail off. */
  morning_mail_off_at: Generated<number | null>;
};

/** A member's role in one brand; `brand` "*" stands for all. */
type Grants = { member_id: string; role: string; brand: string };

/** A member's passkeys. Their private keys are in the member's devices. */
type Passkeys = {
  /** The credential's id, base64url. */
  id: string;
  member_id: string;
  /** Such as "Laptop", as the member typed it. */
  name: string;
  /** COSE, base64url. */
  public_key: string;
  /** The passkey's own count of its signatures; always 0 for synchronised passkeys. */
  counter: number;
  /** JSON: the transports by which browsers reach it, such as ["internal"]. */
  transports: string;
  created_at: number;
  used_at: number | null;
};

type StaffSessions = {
  /** SHA-256 of the token, base64url. */
  token_hash: string;
  /** The session's id in lists and for ending it. */
  id: string;
  member_id: string;
  /** Such as "Firefox on Linux". */
  client: string;
  created_at: number;
  used_at: number;
  /** The time at which the member last entered a code or used a passkey. */
  confirmed_at: number;
};

/** A one-time link, to a new account or to a new password and app for `member_id`. */
type Invitations = {
  token_hash: string;
  email: string;
  /** `email` in lower case: unique with `brand`. */
  email_key: string;
  /** The address of the member who made it, or "command line". */
  invited_by: string;
  role: string;
  brand: string;
  /** Encrypted: the secret that the invitation's page shows. */
  totp_secret: string;
  member_id: string | null;
  created_at: number;
  expires_at: number;
};

/** Rows are never changed or deleted. */
type Audit = {
  /** Counts from 1 without a gap. */
  number: number;
  at: number;
  /** A member's e-mail address, or "command line". */
  actor: string;
  /** The network of a member, or the system's user. */
  origin: string;
  brand: string | null;
  /** Such as "order.refund". */
  act: string;
  /** Such as an order's number. */
  subject: string;
  /** JSON. */
  before: string | null;
  /** JSON. */
  after: string | null;
  reason: string | null;
  /** SHA-256 of the previous entry's hash and of this one. */
  hash: string;
  /** HMAC of `hash` with the audit's key, base64url; null in entries that are older than the key. */
  mac: string | null;
};

/** The unpublished changes of a brand: one draft for all of its members. */
type BrandDrafts = {
  brand: string;
  /** JSON of BrandFiles. */
  files: string;
  /** The hash of the files on which the draft is based. */
  base: string;
  changed_by: string;
  changed_at: number;
};

/** The published versions of a brand. */
type BrandVersions = {
  brand: string;
  /** Counts from 1 in each brand. */
  number: number;
  /** JSON of BrandFiles. */
  files: string;
  /** JSON: the fields that differ from the previous version. */
  changed: string;
  made_by: string;
  made_at: number;
  reason: string | null;
  /** Null until all of its files are written. */
  written_at: number | null;
};

/** The pictures for brands' folders, already written or not. */
type BrandPictures = {
  brand: string;
  /** Such as "logo-abcdefgh.webp": the letters come from the hash of the content. */
  file: string;
  /** Base64. */
  content: string;
  added_at: number;
};
