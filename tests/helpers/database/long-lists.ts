import type { TenantDatabase } from "../../../api/db/database.ts";
import { waitAtStart } from "../../../api/db/locks.ts";

/** Rows in one statement. */
const BATCH = 500;

/** A list's longest part that is sent at once, and some more. */
export const LONG = 10_007;
/** When the first of the listed people signed up and ordered (ms); each of the others did so a millisecond later. */
export const LONG_SINCE = 1_000_000;

const idOf = (prefix: string, at: number) => `${prefix}-${String(at).padStart(5, "0")}`;

const personOf = (at: number) => ({
  id: idOf("listed", at),
  username: at % 10 === 3 ? `=Asha, "${at}"` : `Asha ${at}`,
  email: `listed.${at}@example.test`,
  email_key: `listed.${at}@example.test`,
  email_verified_at: at % 2 ? 1 : null,
  phone: null,
  password_hash: "",
  coins: 0,
  created_at: LONG_SINCE + at,
});

const orderOf = (at: number) => ({
  id: idOf("long", at),
  user_id: idOf("listed", at),
  order_number: `LONG${at}`,
  fingerprint: "",
  status: "expired" as const,
  total: 100,
  amount: 100,
  coins: 0,
  balance_after: 0,
  redirect_url: "",
  notify_url: "",
  cart_cleared: 0,
  created_at: LONG_SINCE + at,
  updated_at: LONG_SINCE,
  expires_at: LONG_SINCE,
  review: null,
  terms_version: null,
  terms_accepted_at: null,
  review_reason: null,
  mailbox_key: null,
  payer_key: null,
  short_reference: `LNG${String(at).padStart(6, "0")}`,
});

/** Adds so many shoppers with one order each, which the books do not contain. */
export const addLongLists = (db: TenantDatabase) =>
  db.transaction(async (tx) => {
    for (let from = 0; from < LONG; from += BATCH) {
      const places = Array.from({ length: Math.min(BATCH, LONG - from) }, (_none, at) => from + at);
      await tx.insertInto("users").values(places.map(personOf)).execute();
      await tx.insertInto("orders").values(places.map(orderOf)).execute();
    }
  });

/** Takes the orders away again, for the check of the books at the end. */
export const removeLongLists = (db: TenantDatabase) =>
  db.transaction(async (tx) => {
    await waitAtStart(tx); // on a busy machine it takes longer than PostgreSQL's two seconds
    await tx.deleteFrom("orders").where("id", "like", "long-%").execute();
  });
