type Size = { width: number; height: number };

/** The facts of an uploaded picture in upright position. */
export type PictureFacts = Size & { isTransparent: boolean };

export type PictureWish = {
  /** The recommended size. */
  best: Size;
  /** The least size of the kept picture that is sharp on dense screens; by default the recommended one. */
  least?: Size;
  /** The kept picture has the shape of the recommended size, so pictures of other shapes lose their edges. */
  isCut?: true;
  mayBeTransparent?: true;
};

/** People rarely notice a smaller cut. */
const MUCH_CUT = 0.25;

/**
 * The reasons for which a picture will look worse than possible, and the recommended size, in sentences; null for one that fits.
 * @param kept the size at which the shop keeps it, before anything is cut off
 */
export function hintAt(picture: PictureFacts, kept: Size, { best, least = best, ...wish }: PictureWish): string | null {
  const shape = picture.width / picture.height / (best.width / best.height);
  const lost = wish.isCut ? 1 - Math.min(shape, 1 / shape) : 0;
  const showsGround = picture.isTransparent && !wish.mayBeTransparent;
  const faults = [
    (kept.width < least.width || kept.height < least.height) &&
      `The picture has ${picture.width} by ${picture.height} pixels, and will look blurred or too small.`,
    lost > MUCH_CUT && `${Math.round(lost * 100)} % of the picture is cut off.`,
    showsGround && "The picture is transparent in places, where the page shows through.",
  ].filter((fault) => fault !== false);
  if (faults.length === 0) return null;
  return [
    ...faults,
    `Recommended: ${best.width} by ${best.height} pixels${showsGround ? ", without transparent parts" : ""}.`,
  ].join(" ");
}
