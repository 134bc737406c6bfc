import { MAX_PICTURE_MB, MB } from "#app/base/constants.ts";

/** The types that the API can read (api/media/decode-picture.ts), for a file's field. */
export const PICTURE_TYPES = "image/png,image/jpeg,image/webp,image/avif";
export const PICTURE_RULES = `PNG, JPEG, WebP or AVIF, at most ${MAX_PICTURE_MB} MB and 40 megapixels.`;
export const TOO_LARGE = `The file is larger than ${MAX_PICTURE_MB} MB.`;

type Picture = { bytes: Uint8Array } | { problem: string };

/** The picture in a form's field; null if none was chosen. */
export async function readPicture(form: FormData, name: string): Promise<Picture | null> {
  const file = form.get(name);
  if (!(file instanceof File) || file.size === 0) return null;
  if (file.size > MAX_PICTURE_MB * MB) return { problem: TOO_LARGE };
  return { bytes: new Uint8Array(await file.arrayBuffer()) };
}

/** The message after a picture was saved, with the API's hint if another picture would look better. */
export const withHint = (text: string, hint: string | null) => (hint === null ? text : `${text} ${hint}`);
