import { toCompact } from "./search-terms.ts";

/**
 * The search text that is stored with a product: its texts in small letters, in any scripts, and its names in one word each.
 * Sounds are not stored: the search reads them from this text.
 * @param names in each language, its own name first: the search ranks products whose search text begins with the words
 * @param shelves of its category and its subcategory, in each language
 */
export const toSearchText = (names: [string, ...string[]], shelves: string[]): string => {
  const [name, ...others] = names;
  const words = [name, ...shelves, ...others].join(" ").toLowerCase();
  return cut(`${words}\n${names.map(toCompact).join(" ")}`);
};

/** PostgreSQL refuses an entry of an index above 2,704 bytes (012-lists), which the longest names in several scripts would exceed. */
const MOST_BYTES = 2_200;

/** The text without its last words, if it is too long. */
function cut(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= MOST_BYTES) return text;
  return bytes.toString("utf8", 0, MOST_BYTES).replace(/\s\S*$/, "");
}
