import { MAX_TEXT } from "./values.ts";

const TITLE = /^(title|heading|headline|name)$/i;
/** Fields that are no prose. */
const OTHER = /(^|_)(id|slug|url|link|href|image|logo|icon|date|at|lang|type)$/i;
const MAX_DEPTH = 5;

type AboutUs = { title?: string; content?: string };

/**
 * Reads any shape of about_us: a text, a title with a text under any usual name, lists and sections of them. The
 * paragraphs are the lines of `content`. Undefined if there is no text.
 */
export function readAboutUs(wire: unknown): AboutUs | undefined {
  const fields = isFields(wire) ? Object.entries(wire) : [];
  const title = fields.find(([name, value]) => TITLE.test(name) && isText(value));
  const content = textsIn(title ? Object.fromEntries(fields.filter((field) => field !== title)) : wire, 0)
    .join("\n")
    .slice(0, MAX_TEXT);
  const about = { ...(title && { title: String(title[1]).trim().slice(0, MAX_TEXT) }), ...(content && { content }) };
  return Object.keys(about).length > 0 ? about : undefined;
}

/** The texts below a value, in their order. */
function textsIn(value: unknown, depth: number): string[] {
  if (isText(value)) return [value.trim()];
  if (depth > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, depth + 1));
  if (!isFields(value)) return [];
  const prose = Object.entries(value).filter(([name, item]) => !OTHER.test(name) && !isAddress(item));
  return prose.flatMap(([, item]) => textsIn(item, depth + 1));
}

/** True unless a value and all below it are null or empty texts. */
export function hasValue(value: unknown, depth = 0): boolean {
  if (typeof value !== "object" || value === null) return value !== null && value !== "";
  return depth > MAX_DEPTH || Object.values(value).some((item) => hasValue(item, depth + 1));
}

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";
const isAddress = (value: unknown) => typeof value === "string" && /^\s*([a-z][a-z+.-]*:\/\/|\/)\S*\s*$/i.test(value);
const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
