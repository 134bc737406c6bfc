import { ApiError, notFound } from "../base/error.ts";
import { readEndOfDay } from "../domain/days.ts";
import type { KeyScope } from "../domain/outgoing/key-scopes.ts";
import { createToken, hashToken } from "../domain/tokens.ts";
import { idOf, makeOnce, refuseOldForm, secretOf, sentBefore, type SentForm } from "../forms/make-once.ts";
import {
  type ApiKey,
  findValidKey,
  handOverKey,
  insertApiKey,
  noteKeyUse,
  revokeApiKey,
} from "../repositories/outgoing/api-keys.ts";
import type { Shop } from "../shop/shop.ts";

/** The prefix by which scanners and people recognise a key. */
const PREFIX = "awn_";
const HOUR_MS = 60 * 60_000;

type Wanted = {
  name: string;
  scopes: KeyScope[];
  /** The last day in India, such as "2027-03-31"; empty for a key without an end. */
  lastDay: string;
};

/**
 * @returns a new key, which is shown once; a form that is sent twice gets the same one
 * @throws ApiError 400 for an invalid or past day, 409 as makeOnce, and if the key has ended since
 */
export async function createApiKey(
  shop: Shop,
  { name, scopes, lastDay }: Wanted,
  by: string,
  form: SentForm = {},
): Promise<string> {
  const { db, clock } = shop;
  const now = clock.now();
  const expiresAt = readEndOfDay(lastDay);
  if (expiresAt === undefined || (expiresAt !== null && expiresAt <= now)) {
    const problem = "Enter a day to come, such as 2027-03-31, or nothing.";
    throw new ApiError(400, problem, { last_day: problem });
  }
  const key = `${PREFIX}${secretOf(shop, "key", form)?.toString("base64url") ?? createToken()}`;
  const row: ApiKey = {
    id: idOf("key", form),
    name,
    key_hash: hashToken(key),
    scopes: scopes.join(" "),
    created_by: by,
    created_at: now,
    expires_at: expiresAt,
    revoked_at: null,
    used_at: null,
  };
  await db
    .transaction((tx) =>
      makeOnce(tx, form, now, async () => {
        await insertApiKey(tx, row);
        return { id: row.id };
      }),
    )
    .catch(refuseOldForm);
  if ((await findValidKey(db.read, row.key_hash, now)) === undefined) throw sentBefore();
  return key;
}

/** @throws ApiError 404 for a key that is unknown or revoked already */
export async function revokeKey({ db, clock }: Shop, id: string): Promise<void> {
  if ((await db.transaction((tx) => revokeApiKey(tx, id, clock.now()))) === undefined) throw notFound();
}

/** Makes a member responsible for a key from now on. @throws ApiError 404 for a key that is unknown or revoked */
export async function takeOverKey({ db }: Shop, id: string, by: string): Promise<void> {
  if (!(await db.transaction((tx) => handOverKey(tx, id, by)))) throw notFound();
}

/** True if a text may be a key of some brand. For any other text, no brand is opened. */
export const isKey = (text: string) => /^awn_[\w-]{43}$/.test(text);

/** The valid key of a brand with this text. Stores its use, to the hour. */
export async function findKey({ db, clock }: Shop, text: string): Promise<ApiKey | undefined> {
  const now = clock.now();
  const key = await findValidKey(db.read, hashToken(text), now);
  const hour = now - (now % HOUR_MS);
  if (key !== undefined && key.used_at !== hour) await db.transaction((tx) => noteKeyUse(tx, key.id, hour));
  return key;
}
