import { BothChanges } from "../table/both-changes.tsx";
import { LABELS } from "./product-problem.tsx";
import type { OfferedLanguage, ProductValues } from "./responses.ts";
import { fieldOf, othersOf, TRANSLATED_FIELDS, translationLabels } from "./translations.ts";

type Value = string | boolean | undefined;
const show = (value: Value) => (value === true ? "yes" : value === false ? "no" : (value ?? ""));

/** Browsers send CR LF. */
const withPlainLines = (value: Value) => (typeof value === "string" ? value.replaceAll("\r\n", "\n") : value);

type ConflictProps = { typed: ProductValues; saved: ProductValues; languages: OfferedLanguage[] };

/** Both states of a product that somebody else has changed while the form was open. */
export function Conflict({ typed, saved, languages }: ConflictProps) {
  const labels = { ...LABELS, ...translationLabels(languages) };
  const [ours, theirs] = [flatten(typed, languages), flatten(saved, languages)];
  const rows = Object.entries(labels).flatMap(([name, label]) =>
    ours[name] === theirs[name] ? [] : [{ label, typed: show(ours[name]), saved: show(theirs[name]) }],
  );
  return <BothChanges what="this product" rows={rows} />;
}

/** The values by their names in the form. */
function flatten({ translations, ...values }: ProductValues, languages: OfferedLanguage[]): Record<string, Value> {
  const texts = othersOf(languages).flatMap(({ code }) =>
    TRANSLATED_FIELDS.map((field) => [fieldOf(field, code), translations[code]?.[field] ?? ""] as const),
  );
  const all = [...Object.entries(values), ...texts];
  return Object.fromEntries(all.map(([name, value]) => [name, withPlainLines(value)]));
}
