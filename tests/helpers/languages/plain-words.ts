import type { Shop } from "../shop/shop.ts";
import { type Element, findAll, parse, type Tree } from "../text-browser/html.ts";

const UNREAD = new Set(["script", "style", "template"]);
/** Attributes with texts for people. Custom elements get their texts as `data-` attributes. */
const SPOKEN =
  /^(?:title|alt|placeholder|label|aria-(?:label|description|roledescription|valuetext)|data-(?!media$).+)$/;
/** Values of `data-` attributes for code: a kind, an address, a number. */
const FOR_CODE = /^[a-z0-9_./:?=&%+#-]*$/;
const BUTTONS = ["submit", "button", "reset"];
const DESCRIPTIONS = /description|title|site_name/;

export type Read = { place: string; text: string };

/** The texts of a page for people. Links to other languages speak those. */
export function readableTexts(tree: Tree): Read[] {
  const found: Read[] = [];
  for (const element of findAll(tree, ({ name, attribs }) => !UNREAD.has(name) && !attribs.hreflang)) {
    for (const [name, text] of Object.entries(element.attribs))
      if (isRead(element, name, text)) found.push({ place: `${element.name} ${name}`, text });
    for (const child of element.children)
      if (child.type === "text") found.push({ place: element.name, text: child.data });
  }
  return found;
}

function isRead({ name: tag, attribs }: Element, name: string, value: string) {
  if (name === "value") return tag === "input" && BUTTONS.includes(attribs.type ?? "");
  if (name === "content") return tag === "meta" && DESCRIPTIONS.test(attribs.name ?? attribs.property ?? "");
  return SPOKEN.test(name) && !(name.startsWith("data-") && FOR_CODE.test(value));
}

/** A function that finds the words of plain Latin letters in a text, given ones and those of these patterns apart. */
export function plainWordsBeside(given: string[], patterns: RegExp[]): (text: string) => string[] {
  const texts = [...new Set(given.map(tidy))].filter((text) => /[a-z]/i.test(text)).sort((a, b) => b.length - a.length);
  const sources = [
    ...texts.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")),
    ...patterns.map(({ source }) => source),
  ];
  const allowed = new RegExp(`(?<![A-Za-z])(?:${sources.join("|")})(?![A-Za-z])`, "g");
  return (text) =>
    tidy(text)
      .replace(allowed, " ")
      .match(/\S*[A-Za-z]\S*/g) ?? [];
}

const tidy = (text: string) => text.replace(/\s+/g, " ").trim();

/** All texts in a JSON value. Those in HTML are read as a page shows them. */
export function textsIn(value: unknown): string[] {
  if (typeof value === "string")
    return value.startsWith("<") ? readableTexts(parse(value)).map(({ text }) => text) : [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** The products and categories of the backend. */
export async function catalogueTexts(shop: Shop, brand: string): Promise<string[]> {
  const ask = async (path: string) => (await fetch(shop.apiUrl(brand, path))).json() as Promise<object>;
  const pages = [1, 2, 3].map((page) => ask(`/products/?perPage=48&page=${page}`));
  return textsIn(await Promise.all([ask("/home/"), ...pages]));
}
