const OWN_CARD = /^(\/media\/cards\/\d+)\.svg$/;

/** The square crop of a card that the shop draws, for small places; any other picture unchanged. */
export const thumbUrl = (imageUrl: string) => imageUrl.replace(OWN_CARD, "$1.svg?crop=thumb");

/** The 1200 x 630 PNG of a card that the shop draws, for link previews; any other picture unchanged. */
export const socialUrl = (imageUrl: string) => imageUrl.replace(OWN_CARD, "$1.png?crop=social");
