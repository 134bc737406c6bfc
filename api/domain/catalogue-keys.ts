/** The operator's permanent keys for categories, subcategories and products. */
export const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Derives a key from a name: `Cafés & Bakeries` -> `cafes-bakeries`. Different names may give the same key. */
export function keyOf(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const key = plain
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 64)
    .replace(/^-|-$/g, "");
  return key === "" ? "unnamed" : key;
}

/** The room for an ending such as "-2" or "-3", for a key that is taken. */
const ENDING_ROOM = 6;

/** The part of a new key that comes from a name. */
export const stemOf = (name: string) =>
  keyOf(name)
    .slice(0, 64 - ENDING_ROOM)
    .replace(/-$/, "");

/** A key for a name that is not in `taken`: `cafes`, or `cafes-2` if that is taken. */
export function freeKey(name: string, taken: ReadonlySet<string>): string {
  const stem = stemOf(name);
  for (let number = 1; ; number++) {
    const key = number === 1 ? stem : `${stem}-${number}`;
    if (!taken.has(key)) return key;
  }
}
