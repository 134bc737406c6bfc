import { decodePicture } from "./decode-picture.ts";
import { hintAt, type PictureWish } from "./picture-hint.ts";

/** Twice the width of a card on the shop's pages, in the shape of a bank card. */
const SIZE = { width: 856, height: 540 };
const WISH: PictureWish = { best: SIZE, isCut: true };

/** An uploaded picture as a card in WebP, and a hint if another picture would look better. @throws BadPicture */
export async function toCardPicture(upload: Buffer) {
  const { bytes, original } = await decodePicture(upload, (picture) =>
    picture.resize({ ...SIZE, fit: "cover" }).webp({ quality: 84 }),
  );
  return { bytes, hint: hintAt(original, original, WISH) };
}
