import { codeHashes } from "../encryption.ts";
import type { TenantKeys } from "../keys.ts";

/** Letters and digits alone, as people read them out. */
const lettersOf = (cardNumber: string) => cardNumber.normalize("NFKC").replaceAll(/[^\p{L}\p{N}]/gu, "");

const isLink = (cardNumber: string) => /^https?:\/\//i.test(cardNumber);

/**
 * The same text for all spellings of a card number: "6012-3456" is "6012 3456", and "abcd" is "ABCD". A link has only one
 * spelling.
 */
export const cardIdentity = (cardNumber: string): string =>
  (isLink(cardNumber) ? cardNumber : lettersOf(cardNumber).toUpperCase()) || cardNumber;

/** Like cardIdentity, but with the case of letters, which some issuers distinguish. */
export const cardSpelling = (cardNumber: string): string =>
  (isLink(cardNumber) ? cardNumber : lettersOf(cardNumber)) || cardNumber;

/** The stored identities that a card may have: the current key's first. */
export const identityHashes = (keys: TenantKeys, cardNumber: string): [string, ...string[]] =>
  codeHashes(keys, "card-identity", cardIdentity(cardNumber));

/** The hashes of a spelling, of which the current key makes the first. */
export const spellingHashes = (keys: TenantKeys, cardNumber: string): [string, ...string[]] =>
  codeHashes(keys, "card-identity", cardSpelling(cardNumber));

/** The stored identity of a card that an older version accepted although another card had its identity. It is unique. */
export const duplicateIdentity = (hash: string, id: string) => `${hash} =${id}`;

/** The stored identities of a card that is accepted beside one that differs in the case of letters; the current key's first. */
export function acceptedIdentities(keys: TenantKeys, cardNumber: string): [string, ...string[]] {
  const spelled = spellingHashes(keys, cardNumber);
  return identityHashes(keys, cardNumber).map((hash, at) => `${hash} ~${spelled[at]}`) as [string];
}

export const isAccepted = (stored: string | null): boolean => stored?.includes(" ~") === true;

/** A stored identity under the current key. */
export function rehashIdentity(
  keys: TenantKeys,
  stored: string,
  { cardNumber, id }: { cardNumber: string; id: string },
) {
  const [hash] = identityHashes(keys, cardNumber);
  if (isAccepted(stored)) return acceptedIdentities(keys, cardNumber)[0];
  return stored.includes(" =") ? duplicateIdentity(hash, id) : hash;
}
