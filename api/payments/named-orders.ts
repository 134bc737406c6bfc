import { lettersAndDigits } from "../domain/bank/short-reference.ts";

/** An attempt that waits for a confirmation. Two shoppers may have given their orders the same number. */
export type Waiting = {
  id: string;
  amount: number;
  order_id: string;
  order_number: string;
  short_reference: string | null;
};

/** A shorter name must be a whole word: a bank's own words, codes and references could spell it. */
const LEAST_PART = 16;
/** The storefront's order numbers. Another client may choose any word, also one that a bank writes beside each payment. */
const ORDER_NUMBER = /^ORD\d+$/i;

/**
 * Indexes the names of waiting attempts: order number, short reference, id of the attempt. Banks change a name's case, drop its
 * signs, join it to other words and wrap it, so notes are searched by their letters and digits alone.
 * @returns the attempts that a note names
 */
export function indexNames(waiting: Waiting[]): (note: string) => Waiting[] {
  const words = new Map<string, Waiting[]>();
  const parts = new Map<string, Waiting[]>();
  const add = (index: Map<string, Waiting[]>, name: string, attempt: Waiting) =>
    index.set(name, [...(index.get(name) ?? []), attempt]);
  for (const attempt of waiting) {
    const names = new Set([attempt.id, ...(ORDER_NUMBER.test(attempt.order_number) ? [attempt.order_number] : [])]);
    for (const name of [...names].map(lettersAndDigits)) add(name.length < LEAST_PART ? words : parts, name, attempt);
    if (attempt.short_reference !== null) add(parts, attempt.short_reference, attempt);
  }
  const lengths = [...new Set([...parts.keys()].map(({ length }) => length))];
  return (note) => [
    ...new Set([
      ...wordsOf(note).flatMap((word) => words.get(word) ?? []),
      ...findParts(note, parts, lengths).flatMap((name) => parts.get(name)!),
    ]),
  ];
}

const wordsOf = (note: string) =>
  (note.normalize("NFKC").match(/[A-Za-z0-9][A-Za-z0-9_-]*/g) ?? []).map(lettersAndDigits);

/** The names within a note. A name that goes on with a digit is another one, whose beginning it is. */
function findParts(note: string, parts: ReadonlyMap<string, unknown>, lengths: number[]): string[] {
  const text = note.normalize("NFKC").toUpperCase();
  const places = [...text.matchAll(/[A-Z0-9]/g)].map(({ index }) => index);
  const letters = places.map((place) => text[place]).join("");
  return places.flatMap((_place, from) =>
    lengths.flatMap((length) => {
      const name = letters.slice(from, from + length);
      if (name.length < length || !parts.has(name)) return [];
      return /^\d$/.test(text[places[from + length - 1]! + 1] ?? "") ? [] : [name];
    }),
  );
}
