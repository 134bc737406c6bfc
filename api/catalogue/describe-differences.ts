import { writeDenominations } from "../domain/denominations.ts";
import { translationColumns } from "../domain/files/translation-columns.ts";
import { findOddLetters } from "../domain/imports/odd-letters.ts";
import { formatPaise } from "../domain/pricing.ts";
import type { ProductState, RowDifference, ShelfState } from "./catalogue-state.ts";

/** A field that an import would change, in words. */
export type Change = {
  what: RowDifference["what"];
  /** The operator's key of the row, and its name before the import, or the new one. */
  key: string;
  name: string;
  /** The name of the column in the file; "new" for a whole row. */
  field: string;
  /** Long texts begin shortly before they differ. `old` is empty for a new row. */
  old: string;
  new: string;
  /** The reasons to have a person look at it. */
  flags: string[];
};

/** Amounts below this one (paise) are usually typing errors. */
const LEAST_USUAL = 1_000;
const MOST_LETTERS = 300;
/** Equal letters that a long text keeps before the first one that differs. */
const LEAD = 20;

/** The changes of an import, field by field; one for each new row. */
export const describeDifferences = (differences: RowDifference[]): Change[] =>
  differences.flatMap((difference) =>
    difference.before === null ? [describeNew(difference)] : describeFields(difference),
  );

type State = ProductState | ShelfState;

function describeNew({ what, key, after }: RowDifference): Change {
  const flat = flatten(after, codesOf(after));
  const flags = Object.keys(flat).flatMap((field) => findFlags(field, null, flat));
  const { name } = after;
  const texts =
    "denominations" in after ? [name, `${writeDenominations(after.denominations)}`, after.subcategory] : [name];
  return { what, key, name, field: "new", old: "", new: texts.join(" · "), flags: [...new Set(flags)] };
}

function describeFields({ what, key, ...states }: RowDifference): Change[] {
  const { name } = states.before!;
  const codes = codesOf(states.before!, states.after);
  const [before, after] = [flatten(states.before!, codes), flatten(states.after, codes)];
  const changed = Object.keys(after).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  return changed.map((field) => {
    const flags = findFlags(field, before, after);
    return { what, key, name, field, ...excerpt(toText(field, before), toText(field, after)), flags };
  });
}

/** A state by the columns of a table: its texts in Hindi are "name:hi" and so on. */
type Flat = Record<string, unknown>;

/** @param codes the languages whose columns it has, even if they are empty */
const flatten = ({ translations = {}, ...state }: State, codes: string[]): Flat => ({
  ...state,
  ...Object.fromEntries(
    translationColumns(codes).map(({ name, code, field }) => [name, translations[code]?.[field] ?? ""]),
  ),
});

const codesOf = (...states: State[]) => [
  ...new Set(states.flatMap(({ translations = {} }) => Object.keys(translations))),
];

/** A field as it stands in the catalogue's table. */
function toText(field: string, state: Flat): string {
  const value = state[field];
  if (field === "denominations") return writeDenominations(value as ProductState["denominations"]);
  if (field === "price_mrp") return formatPaise(value as number);
  if (field === "sources")
    return (value as ProductState["sources"]).map((one) => `${one.supplier}:${one.sku}`).join("; ");
  if (field === "is_available") return value === true ? "yes" : "no";
  return value === null ? "drawn card" : String(value);
}

function excerpt(old: string, now: string) {
  const cut = (text: string, from: number) => {
    const end = text.length > from + MOST_LETTERS ? "…" : "";
    return `${from > 0 ? "…" : ""}${text.slice(from, from + MOST_LETTERS)}${end}`.toWellFormed();
  };
  if (Math.max(old.length, now.length) <= MOST_LETTERS) return { old, new: now };
  let same = 0;
  while (same < old.length && old[same] === now[same]) same++;
  const from = Math.max(0, same - LEAD);
  return { old: cut(old, from), new: cut(now, from) };
}

function findFlags(field: string, before: Flat | null, after: Flat): string[] {
  if (field === "denominations" || field === "price_mrp") {
    const old = before && amountsOf(field, before);
    const amounts = amountsOf(field, after);
    const isLower = old !== null && (amounts[0]! < old[0]! || Math.min(...amounts) < Math.min(...old));
    return [...(isLower ? ["price drop"] : []), ...flagAmount(Math.min(...amounts))];
  }
  const value = after[field];
  const odd = typeof value === "string" ? findOddLetters(value) : undefined;
  return odd === undefined ? [] : [`odd letters: ${odd}`];
}

/** The reasons to have a person look at an amount (paise, null for an open value). */
export const flagAmount = (paise: number | null): string[] =>
  paise !== null && paise < LEAST_USUAL ? ["below ₹10"] : [];

const amountsOf = (field: "denominations" | "price_mrp", state: Flat) => {
  const { price_mrp, denominations } = state as ProductState;
  return field === "price_mrp" ? [price_mrp] : denominations.map(({ min }) => min);
};
