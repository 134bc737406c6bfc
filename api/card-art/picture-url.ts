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

type Drawn = { name: string; category: string };

/** Changes when the drawn card changes. */
export function cardVersion({ name, category }: Drawn) {
  const merchant = merchantOf(name);
  const drawing = isShaped(merchant) ? SHAPED_DRAWING : DRAWING;
  return hash("sha256", JSON.stringify([drawing, merchant, category]), "base64url").slice(0, 11);
}

type Pictured = Drawn & { id: number; imageUrl: string; translations: string };

/** The picture address for answers in the current language. Drawn cards have a version, and the language of a translated name. */
export function pictureUrl({ id, imageUrl, name, category, translations }: Pictured): string {
  if (imageUrl !== drawnCard(id)) return imageUrl;
  const { code } = currentLanguage();
  const own = translations === "{}" ? undefined : nameIn(translations, code);
  const version =
    own === undefined ? cardVersion({ name, category }) : `${cardVersion({ name: own, category })}-${code}`;
  return `${imageUrl}?v=${version}`;
}

/** The name on the card of a version: in the language that it names, else the product's own. */
export function nameOnCard({ name, translations }: { name: string; translations: string }, version: unknown): string {
  const [, code] = /^[\w-]{11}-([\w-]+)$/.exec(String(version)) ?? [];
  return (code === undefined ? undefined : nameIn(translations, code)) ?? name;
}
