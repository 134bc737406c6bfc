import type { Sharp } from "sharp";

import { loadSharp } from "../concurrency/one-at-a-time.ts";
import { MOST_BYTES, tooLargeText } from "../limits/file-sizes.ts";
import type { PictureFacts } from "./picture-hint.ts";

const MAX_PIXELS = 40_000_000;

/** A file that is not a picture for the shop; the message gives the reason. */
export class BadPicture extends Error {
  override name = "BadPicture";
}

/** The first bytes of allowed formats. Other formats that the libraries could read, such as SVG, never reach them. */
const SIGNATURES: [name: string, at: number, bytes: RegExp][] = [
  ["png", 0, /^\x89PNG\r\n\x1a\n/],
  ["jpeg", 0, /^\xff\xd8\xff/],
  ["webp", 8, /^WEBP/],
  ["heif", 4, /^ftypavi[fs]/],
];

type Decoded = { bytes: Buffer; width: number; height: number; original: PictureFacts };

/**
 * Decodes a PNG, JPEG, WebP or AVIF picture and encodes it again by `encode`. Only upright pixels pass: no metadata, and no
 * content hidden in the file. @throws BadPicture
 */
export async function decodePicture(upload: Buffer, encode: (picture: Sharp) => Sharp): Promise<Decoded> {
  if (upload.length > MOST_BYTES.picture) throw new BadPicture(tooLargeText(MOST_BYTES.picture));
  const start = upload.subarray(0, 16).toString("latin1");
  const [format] = SIGNATURES.find(([, at, bytes]) => bytes.test(start.slice(at))) ?? [];
  if (format === undefined) throw new BadPicture("The file is not a PNG, JPEG, WebP or AVIF picture.");
  const sharp = await loadSharp();
  try {
    const picture = sharp(upload, { limitInputPixels: MAX_PIXELS, failOn: "error" });
    const { format: found, width, height, hasAlpha, autoOrient: upright } = await picture.metadata();
    if (found !== format) throw new BadPicture("The file is not a PNG, JPEG, WebP or AVIF picture.");
    if (width * height > MAX_PIXELS) throw new BadPicture("The picture has more than 40 megapixels. Make it smaller.");
    const { data: bytes, info } = await encode(picture.autoOrient()).toBuffer({ resolveWithObject: true });
    const isTransparent = hasAlpha && !(await sharp(bytes).stats()).isOpaque;
    return { bytes, width: info.width, height: info.height, original: { ...upright, isTransparent } };
  } catch (error) {
    if (error instanceof BadPicture) throw error;
    if (/pixel limit/i.test((error as Error).message))
      throw new BadPicture("The picture has more than 40 megapixels. Make it smaller.");
    throw new BadPicture("The picture is damaged, or of a kind that cannot be read. Save it again as PNG or JPEG.");
  }
}
