import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";

import type { KeyPurpose, TenantKeys } from "./keys.ts";

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The row to which an encrypted text belongs. It cannot be decrypted for another row or another tenant. */
export type SealedFor = { tenantId: string; id: string };

const additionalData = ({ tenantId, id }: SealedFor) => Buffer.from(`${tenantId}\n${id}`);

/** Encrypts with AES-256-GCM and the purpose's current key: `keyId:base64url(iv, ciphertext, tag)`. */
export function seal(keys: TenantKeys, purpose: KeyPurpose, data: string | Buffer, owner: SealedFor): string {
  const key = keys.current(purpose);
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key.secret, iv).setAAD(additionalData(owner));
  const sealed = Buffer.concat([iv, cipher.update(Buffer.from(data as string)), cipher.final(), cipher.getAuthTag()]);
  return `${key.id}:${sealed.toString("base64url")}`;
}

/**
 * Decrypts a text that `seal` encrypted for the same purpose and owner.
 * @throws when DATA_KEY no longer lists the key, or the text was changed or moved
 */
export const unseal = (...sealed: Parameters<typeof unsealBytes>): string => unsealBytes(...sealed).toString("utf8");

/** Like `unseal`, for data that are not text. */
export function unsealBytes(keys: TenantKeys, purpose: KeyPurpose, sealed: string, owner: SealedFor): Buffer {
  const [keyId = "", payload = ""] = sealed.split(":");
  const key = keys.find(purpose, keyId);
  if (key === undefined) throw new Error(`DATA_KEY lists no key with the id ${keyId}`);
  const bytes = Buffer.from(payload, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key.secret, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(additionalData(owner)).setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
}

/** True if `unseal` would succeed with the keys in DATA_KEY. */
export function canUnseal(...sealed: Parameters<typeof unseal>): boolean {
  try {
    unseal(...sealed);
    return true;
  } catch {
    return false;
  }
}

/** Encrypts the data again with the purpose's current key. @throws like `unseal` */
export const reseal = (keys: TenantKeys, purpose: KeyPurpose, sealed: string, owner: SealedFor): string =>
  seal(keys, purpose, unsealBytes(keys, purpose, sealed, owner), owner);

/**
 * Hashes of a code that must be found but not read: `keyId:HMAC-SHA-256` with each key, first the current one, which is
 * stored.
 */
export const codeHashes = (keys: TenantKeys, purpose: KeyPurpose, code: string): [string, ...string[]] =>
  keys
    .all(purpose)
    .map(({ id, secret }) => `${id}:${createHmac("sha256", secret).update(code).digest("base64url")}`) as [string];
