import { setTimeout as sleep } from "node:timers/promises";

import type { Writer } from "../db/database.ts";
import { endingOf } from "../domain/cards/card-ending.ts";
import { rehashIdentity } from "../domain/cards/card-identity.ts";
import { canUnseal, codeHashes, reseal, unseal } from "../domain/encryption.ts";
import type { KeyPurpose } from "../domain/keys.ts";
import { mailOwner } from "../mail/sealed-mail.ts";
import { messageOwner } from "../messages/queue-message.ts";
import { listEncryptedSamples } from "../repositories/audit/encrypted-samples.ts";
import {
  countByKey,
  type KeyedRow,
  lastExpiry,
  listKeyedRows,
  lockKeyedRows,
  updateKeyedRow,
} from "../repositories/audit/keyed-rows.ts";
import { couponHash } from "../repositories/coins/coupons.ts";
import type { Shop } from "../shop/shop.ts";

type Remade =
  "vouchers" | "coupons" | "outbox" | "messages" | "sandbox_mails" | "webhooks" | "event_endpoints" | "job_files";
/** `lapses`: only the hash is stored, so it cannot be derived again, but it is useless after `expires_at`. */
type Stored = { what: string; column: string } & (
  { table: Remade } | { table: "password_resets" | "device_codes" | "phone_codes"; lapses: true }
);

/** The columns that each purpose's keys encrypt or derive. A new purpose does not compile without an entry. */
const STORED: Record<KeyPurpose, Stored[]> = {
  voucher: [
    { what: "card numbers", table: "vouchers", column: "card_number_sealed" },
    { what: "PINs", table: "vouchers", column: "pin_sealed" },
    { what: "claim links", table: "vouchers", column: "claim_url_sealed" },
  ],
  "voucher-fingerprint": [{ what: "card fingerprints", table: "vouchers", column: "fingerprint" }],
  "card-identity": [{ what: "card identities", table: "vouchers", column: "identity" }],
  "card-ending": [{ what: "last digits of cards", table: "vouchers", column: "ending" }],
  coupon: [
    { what: "coupon codes", table: "coupons", column: "code_sealed" },
    { what: "coupon hashes", table: "coupons", column: "code_hash" },
  ],
  mail: [
    { what: "queued mails", table: "outbox", column: "sealed" },
    { what: "queued messages to phones", table: "messages", column: "sealed" },
    { what: "sandbox mails", table: "sandbox_mails", column: "sealed" },
  ],
  webhook: [{ what: "payment notifications", table: "webhooks", column: "sealed" }],
  endpoint: [
    { what: "endpoints' secrets", table: "event_endpoints", column: "secret_sealed" },
    { what: "endpoints' former secrets", table: "event_endpoints", column: "old_secret_sealed" },
  ],
  job: [{ what: "files of jobs", table: "job_files", column: "sealed" }],
  "reset-code": [{ what: "reset codes", table: "password_resets", column: "code_hash", lapses: true }],
  "device-code": [{ what: "device codes", table: "device_codes", column: "code_hash", lapses: true }],
  "phone-code": [{ what: "phone codes", table: "phone_codes", column: "code_hash", lapses: true }],
  purchase: [], // looked up under the current key only, for a day
  "access-token": [], // held by browsers, for limits.accessTokenMs
  payment: [], // signed when a notification is sent, and good for five minutes
  backup: [], // files keep their original key
  "staff-browser": [], // held by browsers; the older keys stay valid for them
  "passkey-challenge": [], // valid for five minutes
  form: [], // for the second answer to a form, within a day
  totp: [],
  audit: [], // in the database of the staff (staff/rotate-staff-keys.ts)
};
const ALL_STORED = Object.values(STORED).flat();

/** Encrypts and derives a row's columns again with the current keys. @throws when the row does not open */
const REMAKE: Record<Remade, (shop: Shop, row: KeyedRow) => object> = {
  vouchers({ keys, tenant }, row) {
    const owner = { tenantId: tenant.id, id: row.id };
    const again = (sealed: unknown) => (sealed === null ? null : reseal(keys, "voucher", String(sealed), owner));
    const cardNumber = unseal(keys, "voucher", String(row.card_number_sealed), owner);
    return {
      card_number_sealed: again(row.card_number_sealed),
      pin_sealed: again(row.pin_sealed),
      claim_url_sealed: again(row.claim_url_sealed),
      fingerprint: codeHashes(keys, "voucher-fingerprint", cardNumber)[0],
      ending: codeHashes(keys, "card-ending", endingOf(cardNumber))[0],
      ...(row.identity != null && { identity: rehashIdentity(keys, String(row.identity), { cardNumber, id: row.id }) }),
    };
  },
  coupons({ keys, tenant }, row) {
    const owner = { tenantId: tenant.id, id: row.id };
    const code = unseal(keys, "coupon", String(row.code_sealed), owner);
    return {
      code_sealed: reseal(keys, "coupon", String(row.code_sealed), owner),
      code_hash: couponHash({ keys }, code),
    };
  },
  outbox: (shop, row) => ({ sealed: reseal(shop.keys, "mail", String(row.sealed), mailOwner(shop, row as never)) }),
  messages: (shop, row) => ({ sealed: reseal(shop.keys, "mail", String(row.sealed), messageOwner(shop, row)) }),
  sandbox_mails: ({ keys, tenant }, row) => ({
    sealed: reseal(keys, "mail", String(row.sealed), { tenantId: tenant.id, id: row.id }),
  }),
  webhooks: ({ keys, tenant }, row) => ({
    sealed: reseal(keys, "webhook", String(row.sealed), { tenantId: tenant.id, id: row.id }),
  }),
  event_endpoints({ keys, tenant }, row) {
    const owner = { tenantId: tenant.id, id: row.id };
    const again = (sealed: unknown) => (sealed === null ? null : reseal(keys, "endpoint", String(sealed), owner));
    return { secret_sealed: again(row.secret_sealed), old_secret_sealed: again(row.old_secret_sealed) };
  },
  job_files: ({ keys, tenant }, row) => ({
    sealed: reseal(keys, "job", String(row.sealed), { tenantId: tenant.id, id: row.id }),
  }),
};

export type KeyUse = {
  what: string;
  key: string;
  count: number;
  /** The time (ms) at which the last of them lapses, for entries that cannot be derived again. */
  until?: number;
};

/** Counts the stored values of each key. */
export async function listKeyUses({ db, clock }: Shop): Promise<KeyUse[]> {
  const uses: KeyUse[] = [];
  for (const stored of ALL_STORED) {
    for (const { key, count } of await countByKey(db.read, stored.table, stored.column)) {
      if (!("lapses" in stored)) uses.push({ what: stored.what, key, count });
      else {
        const until = await lastExpiry(db.read, stored.table, stored.column, key, clock.now());
        if (until !== undefined) uses.push({ what: stored.what, key, count, until });
      }
    }
  }
  return uses;
}

/** The rows of one transaction. A running shop has to wait for it. */
const BATCH = 100;

export type Rotation = { remade: number; unreadable: number };

/**
 * Encrypts and derives again, with the current key, everything from older keys. It can be killed and run again, and can run
 * beside an open shop: after each batch it leaves the database free for twice as long as the batch took.
 */
export async function rotateKeys(shop: Shop): Promise<Rotation> {
  const total = { remade: 0, unreadable: 0 };
  for (const table of Object.keys(REMAKE) as Remade[]) {
    const columns = columnsOf(table);
    for (let after: string | undefined = ""; after !== undefined;) {
      const rows: KeyedRow[] = await listKeyedRows(shop.db.read, { table, columns, after, limit: BATCH });
      after = rows.at(-1)?.id;
      const ids = rows.filter((row) => isOfOlderKey(shop, table, row)).map(({ id }) => id);
      if (ids.length === 0) continue;
      const started = performance.now();
      const batch = await shop.db.transaction((tx) => remake(tx, shop, table, ids));
      total.remade += batch.remade;
      total.unreadable += batch.unreadable;
      await sleep(2 * (performance.now() - started));
    }
  }
  return total;
}

const columnsOf = (table: Remade) => ALL_STORED.filter((stored) => stored.table === table).map(({ column }) => column);

function isOfOlderKey({ keys }: Shop, table: Remade, row: KeyedRow): boolean {
  const current = `${keys.current("voucher").id}:`;
  return columnsOf(table).some((column) => row[column] !== null && !String(row[column]).startsWith(current));
}

async function remake(tx: Writer, shop: Shop, table: Remade, ids: string[]) {
  const locked = await lockKeyedRows(tx, table, ids);
  const rows = locked.filter((row) => isOfOlderKey(shop, table, row)); // a mail may have been sent since
  let remade = 0;
  for (const row of rows) {
    const again = tryRemake(shop, table, row);
    if (again === undefined) continue;
    await updateKeyedRow(tx, table, row.id, again);
    remade++;
  }
  return { remade, unreadable: rows.length - remade };
}

/**
 * Returns undefined for a damaged row, and for one whose key DATA_KEY does not list, so that the rotation continues.
 */
function tryRemake(shop: Shop, table: Remade, row: KeyedRow): object | undefined {
  try {
    return REMAKE[table](shop, row);
  } catch {
    return undefined;
  }
}

export type KeyVerdict = {
  key: string;
  isListed: boolean;
  /** Values that were not encrypted again and need the key permanently. */
  neededBy: KeyUse[];
  /** Values that need the key until they lapse. Access tokens in browsers need it too. */
  lapsing: KeyUse[];
  /** The time (ms) at which the last of these lapses. */
  until: number;
};

/** For each key except the current one: the values that still need it, and the end of the need. */
export function judgeKeys({ keys, limits, clock }: Shop, uses: KeyUse[]): KeyVerdict[] {
  const [current, ...older] = keys.all("voucher").map(({ id }) => id);
  const ids = new Set([...older, ...uses.map(({ key }) => key)]);
  ids.delete(current!);
  return [...ids].map((key) => {
    const own = uses.filter((use) => use.key === key);
    const [lapsing, neededBy] = [own.filter(({ until }) => until), own.filter(({ until }) => !until)];
    const until = Math.max(clock.now() + limits.accessTokenMs, ...lapsing.map((use) => use.until!));
    return { key, isListed: older.includes(key), neededBy, lapsing, until };
  });
}

/** True if the first key of DATA_KEY has the id, but not the bytes, of the key that encrypted this shop's codes. */
export async function isCurrentKeyWrong({ db, keys, tenant }: Shop): Promise<boolean> {
  const { voucher, coupon } = await listEncryptedSamples(db.read);
  const opens = [
    ...voucher.map((sample) => ({ ...sample, purpose: "voucher" as const })),
    ...coupon.map((sample) => ({ ...sample, purpose: "coupon" as const })),
  ]
    .filter(({ sealed }) => sealed.startsWith(`${keys.current("voucher").id}:`))
    .map(({ id, sealed, purpose }) => canUnseal(keys, purpose, sealed, { tenantId: tenant.id, id }));
  return opens.length > 0 && !opens.includes(true);
}
