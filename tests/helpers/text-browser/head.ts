import { attribute, type Element, findAll } from "./html.ts";
import type { Page } from "./page.ts";

const named = (page: Page, name: string) => findAll(page.tree, (element) => element.name === name);
const rawText = (element: Element) => element.children.map((child) => ("data" in child ? child.data : "")).join("");

/** A page's metadata in <head>: canonical address and <meta> by name or property, as text. */
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

/** A page's structured data for search engines, by type. @throws when a block is not JSON */
export function readThings(page: Page): Record<string, any> {
  const blocks = named(page, "script").filter((script) => attribute(script, "type") === "application/ld+json");
  const things = blocks.flatMap((block) => JSON.parse(rawText(block))["@graph"] as { "@type": string }[]);
  return Object.fromEntries(things.map((thing) => [thing["@type"], thing]));
}

/** The number of a page's script elements; injected text would add one. */
export const countScripts = (page: Page) => named(page, "script").length;
