import { decodePicture } from "./decode-picture.ts";

/** Twice the width of a card on the shop's pages, in the shape of a bank card. */
const SIZE = { width: 856, height: 540 };

/** An uploaded picture as a card in WebP. @throws BadPicture */
export const toCardPicture = (upload: Buffer): Promise<Buffer> =>
  decodePicture(upload, (picture) => picture.resize({ ...SIZE, fit: "cover" }).webp({ quality: 84 }));
