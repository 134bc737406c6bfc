import { LRUCache } from "lru-cache";
import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";

const MAX_CHARACTERS_OF_A_VIEW = 1_000_000;

/** React puts preloads of eager images first, where a list must not contain them. The images follow at once anyway. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/;

/** Keyed by view and serialised props, so a hit always equals a fresh render. */
const kept = new WeakMap<object, LRUCache<string, string>>();

export function renderFragment<Data extends object>(View: ComponentType<Data>, data: Data): string {
  const key = JSON.stringify(data);
  const known = kept.get(View) ?? keepFragmentsOf(View);
  const html = known.get(key) ?? renderToStaticMarkup(<View {...data} />).replace(PRELOADS, "");
  if (!known.has(key)) known.set(key, html);
  return html;
}

function keepFragmentsOf(View: object) {
  const sizeCalculation = (html: string, key: string) => html.length + key.length;
  const fragments = new LRUCache<string, string>({ maxSize: MAX_CHARACTERS_OF_A_VIEW, sizeCalculation });
  kept.set(View, fragments);
  return fragments;
}
