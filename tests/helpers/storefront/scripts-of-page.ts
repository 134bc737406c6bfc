import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

import { LATER } from "../../../app/elements/bundles/lazy-elements.ts";

/** The page's own list of routes. It also contains the files that a router would load for other pages. */
const ROUTES = /window\.__reactRouterManifest = \{[^]*?\n\};/;

/**
 * The URLs of the built scripts that a page loads by itself: its modules and preloads, their imports, and the bundles of
 * elements that the page contains. Scripts that wait for somebody to use an element are not included.
 */
export function scriptsOf(html: string): string[] {
  const chunks: Record<string, { file: string }> = JSON.parse(readFileSync("build/client/.vite/manifest.json", "utf8"));
  const found = new Set<string>(html.replace(ROUTES, "").match(/\/assets\/[\w.-]+\.js/g));
  for (const [group, { tags }] of Object.entries(LATER))
    if (tags.some((tag) => tagPattern(tag).test(html)))
      found.add(`/${chunks[`app/elements/bundles/${group}.ts`]!.file}`);
  for (const url of found)
    for (const [, name] of readFileSync(`build/client${url}`, "utf8").matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g))
      found.add(`/assets/${name}`);
  return [...found];
}

/** Matches an element by a selector such as `checked-form[until-valid]`. */
function tagPattern(selector: string) {
  const [tag, attribute] = selector.split(/[[\]]/);
  return new RegExp(attribute ? `<${tag}\\b[^>]* ${attribute}\\b` : `<${tag}\\b`);
}

/** Their bytes, each compressed by gzip at its best. */
export const weighScripts = (urls: string[]) =>
  urls.reduce((sum, url) => sum + gzipSync(readFileSync(`build/client${url}`), { level: 9 }).length, 0);
