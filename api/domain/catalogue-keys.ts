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
