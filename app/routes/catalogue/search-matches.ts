import type { Category, Home, Product } from "#app/commerce/types.ts";

import { t } from "../../../config/language/t.ts";
import { foldLine } from "../../../config/typed/characters.ts";
import { foldSearch } from "../../../config/typed/search.ts";
import { createSoundMatcher } from "../../../config/typed/sound-alike.ts";

const MAX_SHELVES = 3;

export type Shelf = { name: string; href: string };

/**
 * True if each word of the query is the start of a word in a text, or sounds as a word in another script. A query may write several
 * words as one.
 */
export const hasWords = (query: string, ...texts: string[]): boolean => areStarts(searchedWords(query), texts);

function searchedWords(query: string) {
  const words = wordsOf(withoutCurrencies(query));
  const narrowing = withoutAnd(words);
  return [...new Set(narrowing.length > 0 ? narrowing : words)];
}

/** True if each of `searched` is the start of a word in a text or of several words written as one, or sounds as a word. */
function areStarts(searched: string[], texts: string[]): boolean {
  const lines = texts.map(wordsOf).flatMap((words) => [words, withoutAnd(words)]);
  const rests = lines.flatMap((words) => words.map((_, at) => words.slice(at).join("")));
  const words = [...new Set(lines.flat())];
  return searched.every((word) => rests.some((rest) => rest.startsWith(word)) || words.some(createSoundMatcher(word)));
}

const AND = new Set(["and", "और", "एंड"]);
const withoutAnd = (words: string[]) => words.filter((word) => !AND.has(word));

/** Removes "₹", "Rs." and "INR" beside a number. */
const withoutCurrencies = (query: string) =>
  foldLine(query).replace(/(?:\brs\.?|\binr|₹)\s*(?=\d)|(?<=\d)\s*(?:\/-|rs\b\.?|inr\b|rupees?\b)/gi, " ");

/** Words that match each product of the shop. */
const GENERAL = "gift gifts card cards gift-card giftcard voucher vouchers coupon coupons उपहार तोहफ़ा";

/** True if the query has only words that match each product. */
const isGeneral = (query: string) => hasWords(query, GENERAL);

/** True if a product matches the query, amounts included; otherwise it only comes close. */
export function isMeant(query: string, { name, category, subcategory, denominations }: Product): boolean {
  const amounts = denominations.flatMap(({ min, max }) => [String(min / 100), String(max / 100)]);
  const texts = [name, category?.name ?? "", subcategory?.name ?? "", GENERAL];
  const words = searchedWords(query).filter((word) => !amounts.includes(word));
  return areStarts(words, texts);
}

const everything = (): Shelf => ({ name: t("catalogue.everything"), href: "/" });

/** The categories that the query names, else those of products whose own name does not match, unless they are many. */
export function findShelves(query: string, products: Product[], home: Home): Shelf[] {
  if (isGeneral(query)) return [everything()];
  const searched = searchedWords(query);
  const isNamed = ({ name }: Category) => areStarts(searched, [name]);
  const named = [
    ...home.categories.filter(isNamed).map((category) => toShelf("category", category)),
    ...home.subcategories.filter(isNamed).map((subcategory) => toShelf("subcategories", subcategory)),
  ];
  if (named.length > 0) return named.slice(0, MAX_SHELVES);

  const unexplained = products.filter(({ name }) => !areStarts(searched, [name]));
  const shelves = unexplained.flatMap(({ subcategory }) =>
    subcategory ? [toShelf("subcategories", subcategory)] : [],
  );
  const unique = [...new Map(shelves.map((shelf) => [shelf.href, shelf])).values()];
  return unique.length <= MAX_SHELVES ? unique : [];
}

export const toShelf = (parameter: "category" | "subcategories", { id, name }: Category) => ({
  name,
  href: `/?${new URLSearchParams({ [parameter]: id })}`,
});

/** Drops a plural "s": "movies" and "movie" are the same word. */
const wordsOf = (text: string) =>
  (
    foldSearch(text)
      .replaceAll("&", " and ")
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).map((word) => word.replace(/(?<=..[^s])s$/, ""));
