import { createHash } from "node:crypto";

import { ApiError } from "../base/error.ts";
import { BadPicture, decodePicture } from "../media/decode-picture.ts";
import { hintAt, type PictureWish } from "../media/picture-hint.ts";
import { addPicture, deleteUnusedPictures } from "../repositories/staff/brand-pictures.ts";
import type { Staff } from "../staff/staff.ts";

type Kind = { field: string; box: { width: number; height: number }; type: "webp" | "png"; wish: PictureWish };

/** The header shows the logo 36 pixels high, and dense screens need twice as many. */
const LOGO_WISH: PictureWish = {
  best: { width: 480, height: 160 },
  least: { width: 72, height: 72 },
  mayBeTransparent: true,
};

/** The largest size that the shop shows of each picture on a dense screen. Launchers do not read WebP icons. */
const KINDS = {
  logo: { field: "logo_url", box: { width: 480, height: 160 }, type: "webp", wish: LOGO_WISH },
  banner: {
    field: "banner_url",
    box: { width: 1600, height: 720 },
    type: "webp",
    wish: { best: { width: 1600, height: 360 } },
  },
  icon: {
    field: "icon_url",
    box: { width: 512, height: 512 },
    type: "png",
    wish: { best: { width: 512, height: 512 }, mayBeTransparent: true },
  },
} satisfies Record<string, Kind>;

/** The most unused pictures that are kept: a draft that is open in a browser may still name them. */
const MOST_UNUSED = 30;

export type PictureKind = keyof typeof KINDS;
export const isPictureKind = (name: unknown): name is PictureKind =>
  typeof name === "string" && Object.hasOwn(KINDS, name);

/**
 * Keeps an uploaded picture for drafts.
 * @returns the field of `branding` that names it, its URL, and a hint if another one would look better
 * @throws ApiError 400
 */
export async function keepBrandPicture(staff: Staff, brand: string, kind: PictureKind, upload: Buffer) {
  const { field, box, type, wish }: Kind = KINDS[kind];
  const { bytes, original, ...kept } = await decodePicture(upload, (picture) =>
    picture.resize({ ...box, fit: "inside", withoutEnlargement: true }).toFormat(type),
  ).catch((error: unknown) => {
    throw error instanceof BadPicture ? new ApiError(400, error.message, { picture: error.message }) : error;
  });
  const file = `${kind === "icon" ? "favicon" : kind}-${letters(bytes)}.${type}`;
  const row = { brand, file, content: bytes.toString("base64"), now: staff.clock.now() };
  await staff.db.transaction(async (tx) => {
    await addPicture(tx, row);
    await deleteUnusedPictures(tx, brand, MOST_UNUSED);
  });
  return { field, url: `/media/brand/${file}`, hint: hintAt(original, kept, wish) };
}

/** The start of the hash of the content, in letters that are allowed for files in brands' folders. */
const letters = (content: Buffer) =>
  [...createHash("sha256").update(content).digest().subarray(0, 12)]
    .map((byte) => String.fromCharCode(97 + (byte % 26)))
    .join("");
