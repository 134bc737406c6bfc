import { readFileSync } from "node:fs";

import type { Shop } from "../shop/shop.ts";
import { catalogueTexts, plainWordsBeside, textsIn } from "./plain-words.ts";

/** Nobody translates these. */
const NAMES = ["LinkedIn", "Instagram", "YouTube", "UPI", "PhonePe", "Paytm", "Google Pay", "English"];
/** Names and texts of the demo shopper, and of the gift from prepareShoppers. */
const PEOPLE = [
  "Ananya Iyer",
  "A",
  "demo@awning.test",
  "Meera Krishnan",
  "meera@awning.test",
  "Happy birthday!",
  "See you on Sunday.",
];
const COOKIES = [
  "access_token",
  "refresh_token",
  "device",
  "typed",
  "phone_code",
  "form",
  "account_lang",
  "lang",
  "js",
];
/** Order numbers, vouchers, coupons, bank references; the demo shopper's initial; places for values in messages for scripts. */
const CODES = [
  /ORD\d+/,
  /AUR[0-9A-Z]{6}/,
  /AUR(?:-[0-9A-Z]{3}){2}/,
  /[A-Z]{2}\d{4}(?:-\d{4}){2}/,
  /[A-Z]+(?:-[0-9]+)+/,
  /[A-Z]{2,3}\d{4}/,
  /\{\w+\}/,
];

/** A function that finds plain Latin words in a text of the demo brand, its own names and `more` apart. The shop has prepareShoppers' data. */
export async function plainWordsOfAurora(shop: Shop, more: string[] = []) {
  const { branding, legal } = JSON.parse(readFileSync("tenants/aurora/tenant.json", "utf8")) as Record<string, object>;
  const given = [...textsIn([branding, legal]), "www.aurora.test", ...(await catalogueTexts(shop, "aurora"))];
  return plainWordsBeside([...given, ...NAMES, ...PEOPLE, ...COOKIES, ...more], CODES);
}
