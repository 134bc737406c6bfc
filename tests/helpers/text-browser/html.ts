import { DomUtils, parseDocument } from "htmlparser2";

export type Element = NonNullable<ReturnType<typeof DomUtils.findOne>>;
export type Tree = ReturnType<typeof parseDocument> | Element;
type Node = Tree["children"][number];

const UNSEEN = new Set(["script", "style", "template", "head", "title", "datalist"]);
const INLINE = new Set(
  "a abbr b bdi bdo cite code data del dfn em i img ins kbd label mark q s samp small span strong sub sup time u var wbr".split(
    " ",
  ),
);

export const parse = (html: string): Tree => parseDocument(html);

/** All matching elements, hidden ones too, in document order. */
export const findAll = (tree: Tree, isWanted: (element: Element) => boolean): Element[] =>
  DomUtils.findAll(isWanted, tree.children);

/** The same without hidden parts and closed dialogs. */
export const findVisible = (tree: Tree, isWanted: (element: Element) => boolean): Element[] =>
  findAll(tree, isWanted).filter((element) => {
    for (let node: Element["parent"] = element; node && "name" in node; node = node.parent)
      if (isHidden(node)) return false;
    return true;
  });

const isHidden = (element: Element): boolean =>
  UNSEEN.has(element.name) ||
  hasAttribute(element, "hidden") ||
  (element.name === "dialog" && !hasAttribute(element, "open")) ||
  (element.name === "input" && attribute(element, "type") === "hidden");

export const attribute = (element: Element, name: string): string | undefined => element.attribs[name];

export const hasAttribute = (element: Element, name: string) => element.attribs[name] !== undefined;

export function closest(element: Element, ...names: string[]): Element | undefined {
  for (let node = element.parent; node && "name" in node; node = node.parent)
    if (names.includes(node.name)) return node;
  return undefined;
}

export function isInside(element: Element, outer: Element): boolean {
  for (let node = element.parent; node; node = node.parent) if (node === outer) return true;
  return false;
}

export const tidy = (text: string) => text.replace(/\s+/g, " ").trim();

/** The text a reader sees, white space collapsed, blocks apart by a space. */
export const textOf = (node: Node | Tree, isLeftOut: (element: Element) => boolean = () => false): string =>
  tidy(rawText(node, isLeftOut));

function rawText(node: Node | Tree, isLeftOut: (element: Element) => boolean): string {
  if (node.type === "text") return node.data;
  if (!("children" in node)) return "";
  const isElement = "name" in node;
  if (isElement && (isHidden(node) || isLeftOut(node))) return "";
  const text = node.children.map((child) => rawText(child, isLeftOut)).join("");
  return !isElement || INLINE.has(node.name) ? text : ` ${text} `;
}

/** The accessible name, as far as plain HTML goes: aria-labelledby, aria-label, content with the alt of images, title. */
export function nameOf(element: Element, tree: Tree): string {
  const ids = attribute(element, "aria-labelledby")?.split(/\s+/) ?? [];
  const referred = ids.map((id) => findAll(tree, (other) => attribute(other, "id") === id)[0]);
  if (referred.some((other) => other)) return tidy(referred.map((other) => (other ? textOf(other) : "")).join(" "));
  const label = attribute(element, "aria-label");
  if (label) return tidy(label);
  if (element.name === "input") return tidy(attribute(element, "value") ?? "Submit");
  const alts = findAll(element, (inner) => inner.name === "img").map((image) => attribute(image, "alt") ?? "");
  const isDecoration = (inner: Element) => attribute(inner, "aria-hidden") === "true";
  return tidy(`${alts.join(" ")} ${textOf(element, isDecoration)}`) || tidy(attribute(element, "title") ?? "");
}

/** True when `name` equals `wanted`, or matches it. */
export const isNamed = (name: string, wanted: string | RegExp) =>
  typeof wanted === "string" ? name === wanted : wanted.test(name);

const CONTROLS = new Set(["input", "select", "textarea", "button"]);

/**
 * Places where words touch without a style sheet: links, buttons, boxes and words of neighbouring elements on one line
 * without white space. Text browsers then show "CARTSIGN IN", and some screen readers read it so. @returns the words on
 * both sides
 */
export function touchingWords(tree: Tree): string[] {
  const found: string[] = [];
  let line = "";
  let isSeam = false;
  const add = (text: string) => {
    if (isSeam && /[\p{L}\p{N}]$/u.test(line) && /^[\p{L}\p{N}]/u.test(text))
      found.push(`${line.split(" ").at(-1)}|${text.split(" ")[0]}`);
    line += text;
    isSeam = false;
  };
  const visit = (node: Node) => {
    if (node.type === "text") return add(node.data.replace(/\s+/g, " "));
    if (!("attribs" in node) || node.name === "svg" || isHidden(node)) return;
    const isControl = CONTROLS.has(node.name);
    // w3m shows a legend on the line of the following text.
    const isBlock = !isControl && !INLINE.has(node.name) && !node.name.includes("-") && node.name !== "legend";
    if (isBlock) line = "";
    isSeam = true;
    if (isControl && node.name !== "button") add("BOX");
    else node.children.forEach(visit);
    if (isBlock) line = "";
    isSeam = true;
  };
  tree.children.forEach(visit);
  return found;
}
