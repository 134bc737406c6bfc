import { createSecretKey, hkdfSync, type KeyObject } from "node:crypto";

/** What a key is for: a key of one purpose is useless for another. */
export type KeyPurpose =
  | "access-token"
  | "voucher"
  | "voucher-fingerprint"
  | "coupon"
  | "payment"
  | "mail"
  | "reset-code"
  | "device-code"
  | "purchase"
  | "backup";

export type Key = { id: string; bytes: Buffer };

/** A tenant's key for one purpose. A KeyObject, since Node takes 50 µs to make one of bytes at each use. */
export type TenantKey = { id: string; secret: KeyObject };

/** One tenant's keys, each derived from DATA_KEY (HKDF-SHA-256), so that no tenant's key opens another's data. */
export type TenantKeys = {
  /** The key with which to seal or sign from now on. */
  current(purpose: KeyPurpose): TenantKey;
  /** The key of `id`, also an older one; undefined for an id that DATA_KEY no longer lists. */
  find(purpose: KeyPurpose, id: string): TenantKey | undefined;
  /** Every key that DATA_KEY lists, the current one first: for what must be found by its HMAC. */
  all(purpose: KeyPurpose): TenantKey[];
};

/** A tenant with its keys: what it takes to seal and to find what belongs to it. */
export type KeyedTenant = { tenant: { id: string }; keys: TenantKeys };

/**
 * Reads DATA_KEY: 32 bytes in base64, or `id:base64,id:base64,…` of which the first is current.
 * A key without an id has the id "1".
 * @throws Error with a reason fit for an operator, which does not repeat the value.
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

/** The keys of one tenant. `dataKeys` is not empty; its first is current. */
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
