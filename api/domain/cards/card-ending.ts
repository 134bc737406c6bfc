const LENGTH = 4;

/** What somebody reads out of a card number: its last four letters and digits. */
export const endingOf = (cardNumber: string) =>
  cardNumber
    .replaceAll(/[^\p{L}\p{N}]/gu, "")
    .slice(-LENGTH)
    .toUpperCase();

/** Whether a search may mean the ending of a card. */
export const isEnding = (text: string) => text.length === LENGTH && endingOf(text) === text.toUpperCase();
