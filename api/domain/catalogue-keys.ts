/** Names that an operator gives to categories, subcategories and products, and that never change. */
export const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** A key made from a name: `Cafés & Bakeries` -> `cafes-bakeries`. Two names may have the same. */
export function keyOf(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const key = plain
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 64)
    .replace(/^-|-$/g, "");
  return key === "" ? "unnamed" : key;
}
