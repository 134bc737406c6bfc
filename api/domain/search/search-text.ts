import { toCompact } from "./search-terms.ts";

/**
 * The search text that is stored with a product: its texts in small letters, in any scripts, and its names in one word each.
 * Sounds are not stored: the search reads them from this text.
 * @param names in each language, its own name first: the search ranks products whose search text begins with the words
 * @param shelves of its category and its subcategory, in each language
 */
export const toSearchText = (names: [string, ...string[]], shelves: string[]): string => {
  const [name, ...others] = names;
  return `${[name, ...shelves, ...others].join(" ").toLowerCase()}\n${names.map(toCompact).join(" ")}`;
};
