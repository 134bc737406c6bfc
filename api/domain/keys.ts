import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";

/** The purpose of a key. Each purpose has a separate key. */
export type KeyPurpose =
  | "access-token"
  | "voucher"
  | "voucher-fingerprint"
  | "card-ending"
  | "card-identity"
  | "coupon"
  | "payment"
  | "webhook"
  | "mail"
  | "reset-code"
  | "device-code"
  | "phone-code"
  | "purchase"
  | "endpoint"
  | "totp"
  | "audit"
  | "job"
  | "staff-browser"
  | "passkey-challenge"
  | "form"
  | "backup";

export type Key = { id: string; bytes: Buffer };

/** A tenant's key for one purpose. It holds a KeyObject, because making one from bytes at each use takes 50 µs. */
export type TenantKey = { id: string; secret: KeyObject };

/** One tenant's keys, each derived from DATA_KEY (HKDF-SHA-256), so that no tenant's key opens another's data. */
export type TenantKeys = {
  /** The key that encrypts and signs new data. */
  current(purpose: KeyPurpose): TenantKey;
  /** The key with this id, current or older; undefined if DATA_KEY does not list it. */
  find(purpose: KeyPurpose, id: string): TenantKey | undefined;
  /** Every key in DATA_KEY, the current one first, for lookups by HMAC. */
  all(purpose: KeyPurpose): TenantKey[];
};

/** A tenant with its keys, as encryption and lookups need them. */
export type KeyedTenant = { tenant: { id: string }; keys: TenantKeys };

/**
 * Parses DATA_KEY: 32 bytes in base64, or `id:base64,id:base64,…` with the current key first. A key without an id gets
 * the id "1".
 * @throws Error with a message for the operator that does not repeat the value
 */
export function parseDataKeys(value: string): Key[] {
  const keys = value.split(",").map((part) => {
    const [id, base64] = part.includes(":") ? part.trim().split(":", 2) : ["1", part.trim()];
    const bytes = Buffer.from(base64 ?? "", "base64");
    if (!id || !/^[A-Za-z0-9_-]{1,16}$/.test(id)) throw new Error("a key's id must be 1 to 16 letters, digits, _ or -");
    if (bytes.length !== 32) throw new Error(`key ${id} must be 32 bytes in base64`);
    return { id, bytes };
  });
  if (new Set(keys.map(({ id }) => id)).size !== keys.length) throw new Error("two keys have the same id");
  return keys;
}

/** Derives the keys of one tenant. `dataKeys` is not empty; its first is current. */
export function createTenantKeys(dataKeys: Key[], tenantId: string): TenantKeys {
  const derived = new Map<string, TenantKey>();
  const derive = (purpose: KeyPurpose, { id, bytes }: Key): TenantKey => {
    const name = `${purpose} ${id}`;
    const known = derived.get(name);
    if (known) return known;
    const key = { id, secret: createSecretKey(Buffer.from(hkdfSync("sha256", bytes, tenantId, purpose, 32))) };
    derived.set(name, key);
    return key;
  };
  return {
    current: (purpose) => derive(purpose, dataKeys[0]!),
    find(purpose, id) {
      const key = dataKeys.find((candidate) => candidate.id === id);
      return key && derive(purpose, key);
    },
    all: (purpose) => dataKeys.map((key) => derive(purpose, key)),
  };
}
