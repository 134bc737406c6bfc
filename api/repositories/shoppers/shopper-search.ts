import { cleanLine, foldLine } from "../../../config/typed/characters.ts";
import { readEmail } from "../../../config/typed/email.ts";
import { readPhone } from "../../../config/typed/phone.ts";
import { readReceiptNumber } from "../../domain/receipts.ts";

export const SHOPPER_FIELDS = ["email", "phone", "name"] as const;

/** The beginning of an address, a phone number or a word of a name. */
export type PrefixSearch = { by: (typeof SHOPPER_FIELDS)[number]; text: string };
export type ShopperSearch = PrefixSearch | { by: "receipt"; year: string; serial: number };

/** One letter begins too many names: the database would sort hundreds of thousands of shoppers. */
export const isTooShort = (typed: string): boolean => [...cleanLine(typed)].length === 1;

/** A phone number as the shop stores it, or its first digits. */
const toPhone = (text: string) =>
  readPhone(text) ??
  foldLine(text)
    .replaceAll(/[\s().-]/g, "")
    .replace(/^(?:(?:\+|00)91)?0?/, "");

/** The fields in which to search for a typed text; a match in any of them counts. @param by a single field, as in older URLs */
export function readShopperSearch(typed: string, by?: PrefixSearch["by"]): ShopperSearch[] {
  const text = cleanLine(typed);
  const phone = toPhone(text);
  if (by !== undefined) return [{ by, text: by === "phone" ? phone : text }];
  const receipt = readReceiptNumber(text);
  if (receipt !== undefined) return [{ by: "receipt", ...receipt }];
  if (text.includes("@")) return [{ by: "email", text: readEmail(text) }];
  const email = { by: "email", text } as const;
  return /^\d+$/.test(phone) ? [{ by: "phone", text: phone }, email] : [{ by: "name", text }, email];
}
