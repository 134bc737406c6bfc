import { createHmac, randomBytes } from "node:crypto";

import { STAFF_ID } from "../db/migrations/staff.ts";
import { canUnseal, seal, unseal } from "../domain/encryption.ts";
import type { TenantKeys } from "../domain/keys.ts";
import { TRAIL_KEY_ID } from "../repositories/staff/sealed-secrets.ts";

/** The key of the MACs, and the number of the first entry that has one. */
export type TrailKey = { secret: Buffer; from: number };

const OWNER = { tenantId: STAFF_ID, id: TRAIL_KEY_ID };
const SECRET_BYTES = 32;

/** A new random key. Its first number is encrypted with it, so that access to the database alone cannot move it. */
export function createTrailKey(keys: TenantKeys, from: number): { key: TrailKey; sealed: string } {
  const secret = randomBytes(SECRET_BYTES);
  return { key: { secret, from }, sealed: seal(keys, "audit", `${from} ${secret.toString("base64url")}`, OWNER) };
}

/** Undefined if there is no key, or DATA_KEY does not decrypt it. */
export function openTrailKey(keys: TenantKeys, sealed: string | null): TrailKey | undefined {
  if (sealed === null || !canUnseal(keys, "audit", sealed, OWNER)) return undefined;
  const [from, secret] = unseal(keys, "audit", sealed, OWNER).split(" ");
  return { from: Number(from), secret: Buffer.from(secret!, "base64url") };
}

/** An entry's MAC. Its hash covers all entries before it, so the MAC does, too. */
export const macOf = (secret: Buffer, hash: string) => createHmac("sha256", secret).update(hash).digest("base64url");
