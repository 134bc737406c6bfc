/** The secrets of a voucher. */
export type Card = { cardNumber: string; pin: string | null; claimUrl: string | null };

export type CardProblem = { field: "card_number" | "pin" | "claim_url"; reason: string };

const MOST_LINK_CHARACTERS = 2_048;

/**
 * The faults of a card from a file, the API or a supplier: it is printed in mails and on pages, so it may hold neither line
 * breaks nor marks that reverse text. Its link must open a site. The reasons repeat no code.
 */
export function findCardProblems({ cardNumber, pin, claimUrl }: Card): CardProblem[] {
  const problems: CardProblem[] = [];
  // Some suppliers send only a link.
  const isLinkAlone = claimUrl !== null && cardNumber === claimUrl;
  if (!isLinkAlone && !isCardNumber(cardNumber))
    problems.push({ field: "card_number", reason: faultOf(cardNumber, "must be 4 to 64 characters") });
  if (pin !== null && !/^[\x21-\x7e]{1,64}$/.test(pin))
    problems.push({ field: "pin", reason: faultOf(pin, "must be at most 64 characters, without spaces") });
  if (claimUrl !== null && !isClaimUrl(claimUrl))
    problems.push({ field: "claim_url", reason: "must begin with https://" });
  return problems;
}

const isCardNumber = (text: string) => /^[\x21-\x7e][\x20-\x7e]{2,62}[\x21-\x7e]$/.test(text);

/** Word processors write long dashes and curly quotes. */
const faultOf = (text: string, wrongLength: string) =>
  /^[\x20-\x7e]*$/.test(text)
    ? wrongLength
    : "has a character that codes do not have, such as a long dash, a curly quote or a letter of another script";

/** True for a link that a mail or a page may offer to a shopper. */
export function isClaimUrl(text: string): boolean {
  if (text.length > MOST_LINK_CHARACTERS || !/^[\x21-\x7e]+$/.test(text)) return false;
  const url = URL.parse(text);
  return url?.protocol === "https:" && url.username === "" && url.password === "";
}
