const LENGTH = 4;

/** The last four letters and digits of a card number, as people read them out. */
export const endingOf = (cardNumber: string) =>
  cardNumber
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .slice(-LENGTH)
    .toUpperCase();

/** True if a search may mean the ending of a card. */
export const isEnding = (text: string) => text.length === LENGTH && endingOf(text) === text.toUpperCase();
