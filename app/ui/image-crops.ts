const OWN_CARD = /^(\/media\/cards\/\d+)\.svg$/;

/** The square crop of a card of the shop's own, for places where the whole card could not be read; else the picture itself. */
export const thumbUrl = (imageUrl: string) => imageUrl.replace(OWN_CARD, "$1.svg?crop=thumb");

/** The crop that link previews show, as PNG where the shop draws the card itself (1200 x 630); else the picture itself. */
export const socialUrl = (imageUrl: string) => imageUrl.replace(OWN_CARD, "$1.png?crop=social");
