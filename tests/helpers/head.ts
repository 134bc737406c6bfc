import { attribute, findAll, type Element } from "./html.ts";
import type { Page } from "./page.ts";

const named = (page: Page, name: string) => findAll(page.tree, (element) => element.name === name);
const rawText = (element: Element) => element.children.map((child) => ("data" in child ? child.data : "")).join("");

/** What a page says of itself in <head>: canonical address and <meta> by name or property, as text. */
export function readHead(page: Page) {
  const canonical = named(page, "link").filter((link) => attribute(link, "rel") === "canonical");
  const meta = named(page, "meta").flatMap((element) => {
    const name = attribute(element, "name") ?? attribute(element, "property");
    return name ? [[name, attribute(element, "content") ?? ""] as const] : [];
  });
  return {
    title: page.title,
    canonical: canonical.map((link) => attribute(link, "href")),
    meta: Object.fromEntries(meta),
    names: meta.map(([name]) => name),
  };
}

/** The things that a page describes for search engines, by their type. @throws where a block is no JSON. */
export function readThings(page: Page): Record<string, any> {
  const blocks = named(page, "script").filter((script) => attribute(script, "type") === "application/ld+json");
  const things = blocks.flatMap((block) => JSON.parse(rawText(block))["@graph"] as { "@type": string }[]);
  return Object.fromEntries(things.map((thing) => [thing["@type"], thing]));
}

/** How many script elements a page has; text that broke out of its place would add one. */
export const countScripts = (page: Page) => named(page, "script").length;
