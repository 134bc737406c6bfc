/** The id for a brand of this name, for its folder and its database; empty for a name without a letter from A to Z. */
export const toBrandId = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^[-0-9]+|-+$/g, "")
    .slice(0, 31)
    .replace(/-+$/, "");
