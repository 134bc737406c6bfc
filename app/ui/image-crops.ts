/** A card that our own commerce API draws; newer ones have a version. */
const OWN_CARD = /^(\/media\/cards\/\d+)\.svg(?:\?(v=[\w-]+))?$/;

const crop = (imageUrl: string, type: string, name: string) =>
  imageUrl.replace(OWN_CARD, (_, card: string, version?: string) =>
    version === undefined ? `${card}.${type}?crop=${name}` : `${card}.${type}?${version}&crop=${name}`,
  );

/** The square crop of a card that the shop draws, for small places; any other picture unchanged. */
export const thumbUrl = (imageUrl: string) => crop(imageUrl, "svg", "thumb");

/** The 1200 x 630 PNG of a card that the shop draws, for link previews; any other picture unchanged. */
export const socialUrl = (imageUrl: string) => crop(imageUrl, "png", "social");
