import type { Channel } from "../merchants/merchant.ts";

/**
 * The texts on product pages in one language, as HTML. NAME stands for the merchant's name, WHERE for the places that accept
 * the card, and MONTHS for the months of its validity. Every language has the same number of each, in the same order.
 */
export type Templates = {
  where: Record<Channel, string>;
  /** A product has one of them. */
  details: readonly string[];
  validity: string;
  firstTerms: Record<Channel, readonly string[]>;
  /** A product has about half of them. */
  terms: readonly string[];
  lastTerms: readonly string[];
  steps: Record<Channel, readonly string[]>;
};
