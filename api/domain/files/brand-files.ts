import { createHash } from "node:crypto";

/** The texts in a brand's folder: tenant.json as written, and the Markdown of pages by name without ".md". */
export type BrandFiles = { tenant: Record<string, unknown>; pages: Record<string, string> };

/** A hash of the content. It ignores the order of fields and white space. */
export const hashFiles = (files: BrandFiles): string =>
  createHash("sha256")
    .update(JSON.stringify(flatten(files)))
    .digest("base64url");

/** Fields by their dotted path, such as "branding.email", and pages as "pages.privacy"; sorted. */
const flatten = ({ tenant, pages }: BrandFiles): [string, unknown][] =>
  [...leaves(tenant, ""), ...leaves(pages, "pages")].sort(([one], [other]) => (one < other ? -1 : 1));

const leaves = (value: unknown, path: string): [string, unknown][] =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([name, inner]) => leaves(inner, path === "" ? name : `${path}.${name}`))
    : [[path, value]];

type Fields = Record<string, unknown>;

/** A page's text is too long for a list of changes. */
const shorten = (value: unknown) =>
  typeof value === "string" && value.length > 200 ? `${value.slice(0, 200)}…` : value;

/** The fields that differ, with their values in both; null if one side has none. */
export function describeChange(before: BrandFiles, after: BrandFiles): { before: Fields; after: Fields } {
  const [old, next] = [new Map(flatten(before)), new Map(flatten(after))];
  const changed = [...new Set([...old.keys(), ...next.keys()])].filter(
    (path) => JSON.stringify(old.get(path)) !== JSON.stringify(next.get(path)),
  );
  const pick = (fields: Map<string, unknown>) =>
    Object.fromEntries(changed.map((path) => [path, shorten(fields.get(path)) ?? null]));
  return { before: pick(old), after: pick(next) };
}
