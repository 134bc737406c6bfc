export const SHOPPER_FIELDS = ["email", "phone", "name"] as const;

/** What a shopper's address, phone or name begins with. */
export type ShopperSearch = { by: (typeof SHOPPER_FIELDS)[number]; text: string };

/** A phone number as the shop stores it: digits alone, without India's code. */
const toPhone = (text: string) =>
  text
    .replaceAll(/[\s().-]/g, "")
    .replace(/^(\+|00)91/, "")
    .replace(/^(91|0)(?=\d{10}$)/, "");

/** Where to look for what was typed; any of these is a find. @param by one field alone, as older URLs say */
export function readShopperSearch(text: string, by?: ShopperSearch["by"]): ShopperSearch[] {
  const phone = toPhone(text);
  if (by !== undefined) return [{ by, text: by === "phone" ? phone : text }];
  if (text.includes("@")) return [{ by: "email", text }];
  const email = { by: "email", text } as const;
  return /^\d+$/.test(phone) ? [{ by: "phone", text: phone }, email] : [{ by: "name", text }, email];
}
