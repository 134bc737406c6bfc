import { FRAGMENT_PROBLEM, isTooShort } from "../domain/search/fragments.ts";
import { Text } from "./parse.ts";

/** The typed text of a search; empty for none. */
export const SearchText = Text(254)
  .trim()
  .refine((typed) => !isTooShort(typed), { error: FRAGMENT_PROBLEM });
