import { hash } from "node:crypto";

import { merchantOf } from "../card-art/card-art.ts";
import { isShaped } from "../card-art/scripts.ts";
import { drawnCard } from "../repositories/catalogue/catalogue-rows.ts";

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

/** The picture address for answers. Drawn cards have a version. */
export const pictureUrl = (product: Drawn & { id: number; imageUrl: string }) =>
  product.imageUrl === drawnCard(product.id) ? `${product.imageUrl}?v=${cardVersion(product)}` : product.imageUrl;
