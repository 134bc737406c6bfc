import { type Tenant, TenantSchema } from "../../../config/brand/schema.ts";
import { shopTexts, type TextName } from "../../../config/brand/texts.ts";
import { languages } from "../../../config/language/current.ts";
import { toSentence } from "../../base/form.ts";
import type { BrandFiles } from "./brand-response.ts";

/** One field of tenant.json, or of a page: its dotted path, as TenantSchema's problems name it. */
export type BrandField = {
  path: string;
  label: string;
  /** "list": values with commas. */
  kind?: "line" | "lines" | "list" | "whole" | "colour" | "tick" | "ticks" | "choice" | undefined;
  hint?: string;
  /** For "choice" and "ticks": labels by value. */
  options?: Record<string, string>;
  /** The code of the language of the text; absent for the brand's first one. */
  language?: string;
};

type Tree = Record<string, unknown>;

const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null && !Array.isArray(value);

const readAt = (tree: unknown, path: string[]): unknown =>
  path.reduce<unknown>((inner, name) => (isTree(inner) ? inner[name] : undefined), tree);

/** A copy with `value` at `path`; undefined removes it, and the objects that it leaves empty. */
function writeAt(tree: Tree, [name = "", ...rest]: string[], value: unknown): Tree {
  const { [name]: former, ...others } = tree;
  const next = rest.length === 0 ? value : writeAt(isTree(former) ? former : {}, rest, value);
  const isGone = next === undefined || (rest.length > 0 && isTree(next) && Object.keys(next).length === 0);
  if (isGone) return others;
  return { ...tree, [name]: next };
}

const DEFAULTS: Tenant = TenantSchema.parse({ id: "brand", hostnames: ["brand.localhost"] });

const toTree = ({ tenant, pages }: BrandFiles): Tree => ({ ...tenant, pages });

/** True if a blank field means the default, which is then its placeholder. */
const isBlankable = ({ kind = "line" }: BrandField) => kind === "line" || kind === "lines" || kind === "colour";

/** The value that stands for a blank field: for a text of the shop, in the field's language. */
export function defaultOf({ path, language }: BrandField): string {
  const [, text] = /^translations\.[^.]+\.texts\.(\w+)$/.exec(path) ?? [];
  if (text !== undefined) return shopTexts(languages.get(language!))[text as TextName];
  const value = readAt(DEFAULTS, path.split("."));
  return typeof value === "string" ? value : "";
}

/** The value in a field's control: a text, "on" or "" for a tick, or several values with commas. */
export function shownIn(files: BrandFiles, field: BrandField): string {
  const path = field.path.split(".");
  const value = readAt(toTree(files), path) ?? (isBlankable(field) ? undefined : readAt(DEFAULTS, path));
  if (Array.isArray(value)) return value.join(field.kind === "list" ? ", " : ",");
  if (typeof value === "boolean") return value ? "on" : "";
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** A field's value in a form, in the format of shownIn. */
export function typedIn(form: FormData, { path, kind }: BrandField): string {
  if (kind === "ticks") return form.getAll(path).join(",");
  return String(form.get(path) ?? "")
    .replaceAll("\r\n", "\n")
    .trim();
}

/** The value that a form sends for an untouched field, in the format of typedIn. */
export const untouched = (files: BrandFiles, field: BrandField): string =>
  shownIn(files, field).replaceAll("\r\n", "\n").trim();

/** The files with these values, in the format of typedIn. A value that equals the shown default is not written. */
export function applyValues(files: BrandFiles, fields: BrandField[], values: string[]): BrandFiles {
  const changed = fields.reduce<Tree>((tree, field, at) => {
    const value = values[at]!;
    return value === untouched(files, field) ? tree : writeAt(tree, field.path.split("."), toValue(field, value));
  }, toTree(files));
  const { pages = {}, ...tenant } = changed;
  return { tenant, pages: pages as BrandFiles["pages"] };
}

function toValue({ kind }: BrandField, typed: string): unknown {
  if (kind === "tick") return typed !== "";
  if (kind === "ticks") return typed === "" ? [] : typed.split(",");
  if (typed === "") return undefined;
  if (kind === "list") return typed.split(/[\s,]+/).filter((one) => one !== "");
  // Anything but a number stays a text, which TenantSchema refuses beside the field.
  return kind === "whole" && /^\d+$/.test(typed) ? Number(typed) : typed;
}

/** The problem of a field, or of a part of it. */
export function problemOf(problems: Record<string, string>, { path }: BrandField): string | undefined {
  const problem = Object.entries(problems).find(([at]) => at === path || at.startsWith(`${path}.`))?.[1];
  return problem && toSentence(problem);
}
