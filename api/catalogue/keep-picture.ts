import { createHash } from "node:crypto";

import { ApiError } from "../base/error.ts";
import { toCardPicture } from "../media/card-picture.ts";
import { BadPicture } from "../media/decode-picture.ts";
import { insertPicture } from "../repositories/catalogue/pictures.ts";
import type { Shop } from "../shop/shop.ts";

/**
 * Stores an uploaded picture as a card. @returns its URL on the shop's pages, and a hint for a better one @throws ApiError 400
 */
export async function keepPicture({ db, clock, drawInTurn }: Shop, upload: Buffer) {
  const { bytes, hint } = await drawInTurn(() => toCardPicture(upload)).catch((error: unknown) => {
    throw error instanceof BadPicture ? new ApiError(400, error.message, { picture: error.message }) : error;
  });
  const hash = createHash("sha256").update(bytes).digest("hex");
  await db.transaction((tx) => insertPicture(tx, { hash, type: "image/webp", bytes }, clock.now()));
  return { image_url: `/media/pictures/${hash}.webp`, hint };
}
