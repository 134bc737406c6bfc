import { hash } from "node:crypto";

import { currentLanguage } from "../../config/language/current.ts";
import { nameIn } from "../domain/translations.ts";
import { drawnCard } from "../repositories/catalogue/catalogue-rows.ts";
import { merchantOf } from "./card-art.ts";
import { isShaped } from "./scripts.ts";

/** Increase one when its drawing changes: caches keep a picture as long as its address stays the same. */
export const DRAWING = 1;
/** Of names with a part that a font shapes. */
export const SHAPED_DRAWING = 2;

type Drawn = {
  name: string;
  category: string;
  /** The name in another language, which is on the card in place of `name`. */
  written?: string | undefined;
};

/** Changes when the drawn card changes. */
export function cardVersion({ name, category, written = name }: Drawn) {
  const [merchant, shown] = [merchantOf(name), merchantOf(written)];
  const drawing = isShaped(shown) ? SHAPED_DRAWING : DRAWING;
  const drawn = [drawing, merchant, category, ...(shown === merchant ? [] : [shown])];
  return hash("sha256", JSON.stringify(drawn), "base64url").slice(0, 11);
}

type Pictured = Drawn & { id: number; imageUrl: string };

/** The picture address for answers in the current language. Drawn cards have a version, and the language of a translated name. */
export function pictureUrl({ id, imageUrl, ...drawn }: Pictured): string {
  if (imageUrl !== drawnCard(id)) return imageUrl;
  const { name, written = name } = drawn;
  return `${imageUrl}?v=${cardVersion(drawn)}${written === name ? "" : `-${currentLanguage().code}`}`;
}

/** The name in the language that a version of the address names; undefined for the product's own. */
export function nameOfVersion(translations: string, version: unknown): string | undefined {
  const [, code] = /^[\w-]{11}-([\w-]+)$/.exec(String(version)) ?? [];
  return code === undefined ? undefined : nameIn(translations, code);
}
