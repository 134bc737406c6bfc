import { t } from "../../config/language/t.ts";
import { foldLine } from "../../config/typed/characters.ts";
import { formatPaise, parseRupeeText } from "./pricing.ts";

/** An amount or a range of amounts, in paise. */
type Entry = { min: number; max: number };

const RUPEE = 100;
export const MOST_ENTRIES = 50;

/** True when `amount` (paise) is a fixed denomination, or whole rupees within a range. */
const isDenomination = (amount: number, entries: Entry[]) =>
  entries.some(({ min, max }) => min <= amount && amount <= max && (min === max || amount % RUPEE === 0));

/** The reason against the choice of `amount` (paise) (docs/product.md, 4.2); undefined if there is none. */
export function denominationProblem(amount: number, entries: Entry[]): string | undefined {
  if (isDenomination(amount, entries)) return undefined;
  const min = Math.min(...entries.map((entry) => entry.min));
  const max = Math.max(...entries.map((entry) => entry.max));
  if (amount < min) return t("api.amountBelow", { least: min / RUPEE });
  if (amount > max) return t("api.amountAbove", { most: max / RUPEE });
  return t("api.amountNotOffered");
}

/** Amounts as an editor types them, in rupees: "250, 500, 200-5000". */
export const writeDenominations = (entries: readonly Entry[]) =>
  entries.map(({ min, max }) => (min === max ? `${min / RUPEE}` : `${min / RUPEE}-${max / RUPEE}`)).join(", ");

/**
 * Reads amounts and ranges, between semicolons, lines, or commas that a space follows. Another comma may also be inside an
 * amount ("1,500"): if both readings make sense, the text is refused. @returns paise, or the first problem in words
 */
export function readDenominations(text: string): Entry[] | string {
  const entries: Entry[] = [];
  const lines = text.split(/[;\n]/).map(foldLine);
  const parts = lines.flatMap((line) => line.split(/,(?=\s|$)/)).map((part) => part.trim());
  for (const part of parts.filter((part) => part !== "")) {
    const read = readPart(part);
    if (typeof read === "string") return read;
    for (const entry of read) {
      if (entries.some(({ min, max }) => entry.min === min && entry.max === max))
        return `"${writeDenominations([entry])}" is there twice.`;
      entries.push(entry);
    }
  }
  if (entries.length === 0) return "Write at least one amount, such as 250.";
  return entries.length > MOST_ENTRIES ? `Write at most ${MOST_ENTRIES} amounts.` : entries;
}

function readPart(part: string): Entry[] | string {
  const whole = readEntry(part);
  if (!part.includes(",")) return typeof whole === "string" ? whole : [whole];
  const pieces = part.split(",").map(readEntry);
  const several = pieces.filter((piece) => typeof piece !== "string");
  if (several.length < pieces.length) return typeof whole === "string" ? whole : [whole];
  if (typeof whole === "string" || !INDIAN_GROUPS.test(part)) return several;
  return (
    `"${part}" can be ${describe([whole])}, or ${describe(several)}. ` +
    `Write ${writeDenominations([whole])}, or ${writeDenominations(several).replaceAll(",", ";")}.`
  );
}

/** "250,500" is two amounts: in India, two and a half lakh is "2,50,500". */
const INDIAN_GROUPS = /(?<![\d,])\d{1,2}(?:,\d{2})*,\d{3}(?![\d,])/;

/** An amount, or a range such as "200-5000" or "200 to 5000". */
function readEntry(text: string): Entry | string {
  const [low = "", high = low, ...more] = text.split(/\s*(?:(?<!\/)\p{Pd}(?!$)|\bto\b)\s*/u);
  const [min, max] = [parseRupeeText(low), parseRupeeText(high)];
  if (min === undefined || max === undefined || more.length > 0)
    return `"${text}" is not an amount. Write rupees, such as 250, or a range, such as 200-5000.`;
  return min > max ? `"${text}" begins above its end. Write the lower amount first.` : { min, max };
}

const describe = (entries: Entry[]) =>
  new Intl.ListFormat("en-IN").format(
    entries.map(({ min, max }) => (min === max ? formatPaise(min) : `${formatPaise(min)} to ${formatPaise(max)}`)),
  );
