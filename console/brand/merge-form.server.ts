import { createHash } from "node:crypto";

import type { BothChange } from "../table/both-changes.tsx";
import type { BrandFiles } from "./settings/brand-response.ts";
import { applyValues, type BrandField, typedIn, untouched } from "./settings/fields.ts";

/** The value of the form field `seen`: a mark of each field's value, in the order of the section. */
export const toSeen = (fields: BrandField[], values: string[]): string =>
  fields.map((field, at) => markOf(field, values[at]!)).join(".");

/** The fields' values in these files, in the format of typedIn. */
export const readUntouched = (files: BrandFiles, fields: BrandField[]) =>
  fields.map((field) => untouched(files, field));

/**
 * Short, since a form has many of these. If two values of a field had the same mark, only a question about a conflict would be
 * skipped.
 */
const markOf = ({ kind }: BrandField, value: string): string =>
  createHash("sha256")
    .update(kind === "ticks" ? value.split(",").sort().join(",") : value)
    .digest("base64url")
    .slice(0, 12);

/**
 * The files with the values that were typed since the form was shown. Untouched fields keep the files' current values.
 * `conflicts` are fields that somebody else has also changed, to another value.
 */
export function mergeForm(files: BrandFiles, fields: BrandField[], form: FormData) {
  const seen = String(form.get("seen")).split(".");
  const typed = fields.map((field) => typedIn(form, field));
  const saved = readUntouched(files, fields);
  const values = fields.map((field, at) => (markOf(field, typed[at]!) === seen[at] ? saved[at]! : typed[at]!));
  const conflicts = fields.flatMap((field, at): BothChange[] => {
    const [mine, theirs] = [markOf(field, values[at]!), markOf(field, saved[at]!)];
    if (mine === theirs || theirs === seen[at]) return [];
    return [{ label: field.label, typed: inWords(field, values[at]!), saved: inWords(field, saved[at]!) }];
  });
  return { files: applyValues(files, fields, values), values, typed, saved, conflicts };
}

function inWords({ kind, options = {} }: BrandField, value: string): string {
  if (kind === "tick") return value === "" ? "no" : "yes";
  if (kind !== "choice" && kind !== "ticks") return value;
  return value
    .split(",")
    .map((one) => options[one] ?? one)
    .join(", ");
}
