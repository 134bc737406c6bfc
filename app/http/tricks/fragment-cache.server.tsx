import { LRUCache } from "lru-cache";
import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";

const MAX_CHARACTERS_OF_A_VIEW = 1_000_000;

/** React puts the preloads of eager pictures first, where a list may not hold them; the pictures follow at once. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/;

/** By view, and then by all of its data: what is found is what would be rendered, whoever asks. */
const kept = new WeakMap<object, LRUCache<string, string>>();

/** The markup of `View` for `data`, which is plain JSON. */
export function renderPart<Data extends object>(View: ComponentType<Data>, data: Data): string {
  const key = JSON.stringify(data);
  const known = kept.get(View) ?? keepPartsOf(View);
  const html = known.get(key) ?? renderToStaticMarkup(<View {...data} />).replace(PRELOADS, "");
  if (!known.has(key)) known.set(key, html);
  return html;
}

function keepPartsOf(View: object) {
  const sizeCalculation = (html: string, key: string) => html.length + key.length;
  const parts = new LRUCache<string, string>({ maxSize: MAX_CHARACTERS_OF_A_VIEW, sizeCalculation });
  kept.set(View, parts);
  return parts;
}
