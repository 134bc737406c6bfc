import { hash } from "node:crypto";

import { merchantOf } from "../card-art/card-art.ts";
import { drawnCard } from "../repositories/catalogue/catalogue-rows.ts";

/** Increase it when the drawing changes: caches keep a picture as long as its address stays the same. */
export const DRAWING = 1;

type Drawn = { name: string; category: string };

/** Changes when the drawn card changes. */
export const cardVersion = ({ name, category }: Drawn) =>
  hash("sha256", JSON.stringify([DRAWING, merchantOf(name), category]), "base64url").slice(0, 11);

/** The picture address for answers. Drawn cards have a version. */
export const pictureUrl = (product: Drawn & { id: number; imageUrl: string }) =>
  product.imageUrl === drawnCard(product.id) ? `${product.imageUrl}?v=${cardVersion(product)}` : product.imageUrl;
