import { beforeAll, expect, test } from "vitest";

import type { MessageId } from "../../config/language/message-ids.ts";
import { t } from "../../config/language/t.ts";
import { plainWordsOfAurora } from "../helpers/languages/aurora-words.ts";
import { readableTexts } from "../helpers/languages/plain-words.ts";
import { pseudoText } from "../helpers/languages/pseudo.ts";
import { usePseudoShop } from "../helpers/languages/pseudo-shop.ts";
import { type Screen, SCREENS } from "../helpers/shots/screens.ts";
import { prepareShoppers } from "../helpers/shots/shot-shoppers.ts";
import type { Values } from "../helpers/text-browser/form.ts";
import { type Page, TextBrowser } from "../helpers/text-browser/page.ts";

// A text with plain Latin letters in the pseudo-language does not come from the language files.

const shop = usePseudoShop();

let shoppers: Awaited<ReturnType<typeof prepareShoppers>>;
let plainWords: (text: string) => string[];

beforeAll(async () => {
  shoppers = await prepareShoppers(shop(), "aurora", SCREENS);
  plainWords = await plainWordsOfAurora(shop());
});

function open(path: string, as: Screen["as"]): Promise<Page> {
  const browser = new TextBrowser();
  const url = shop().url("aurora", path);
  for (const { name, value } of [...shoppers.cookiesOf(as), { name: "lang", value: "qps" }])
    browser.cookies.of(url).set(name, { name, value, attributes: new Map() });
  return browser.open(url);
}

/** `h2: Your order`, for each text with words that do not come from the language files. */
function findPlain({ answer: { text: html }, tree }: Page): string[] {
  expect(html).toContain('<html lang="el-XA"');
  return readableTexts(tree).flatMap(({ place, text }) => {
    const words = plainWords(text);
    return words.length > 0 ? [`${place}: ${words.join(" ")}`] : [];
  });
}

test.each(SCREENS)("$name", async ({ path, as }) => {
  const page = await open(shoppers.fillIn(path), as);
  const query = new URL(page.url).searchParams.get("q");
  expect(
    findPlain(page).filter((found) => query === null || !found.replaceAll(/[^a-z]/gi, "").endsWith(query)),
  ).toEqual([]);
});

test.each<[path: string, as: Screen["as"], button: MessageId, values?: Values]>([
  ["/login", "visitor", "account.login"],
  [
    "/login",
    "visitor",
    "account.login",
    { "fields.emailOrPhone": "nobody@awning.test", "fields.password": "Wrong@2026" },
  ],
  ["/signup", "visitor", "account.register"],
  ["/signup", "visitor", "account.register", { "fields.fullName": "4", "fields.email": "4", "fields.password": "4" }],
  ["/forgot", "visitor", "account.sendReset"],
  ["/contact-us", "visitor", "static.send"],
  ["/contact-us", "visitor", "static.send", { "static.field-email": "4" }],
  ["/shopping-cart?product=1", "visitor", "product.add", { "product.quantity": "0" }],
  ["/shopping-cart?product=1", "shopper", "product.add", { "product.asGift": true }],
  ["/redeem-voucher", "shopper", "orders.addCoins"],
  ["/redeem-voucher", "shopper", "orders.verify", { "orders.codeLabel": "ORD1" }],
  ["/change-password", "shopper", "account.changePasswordNow"],
  ["/edit-profile", "shopper", "account.save", { "fields.mobile": "4" }],
  ["/confirm-device?sent", "shopper", "account.confirmDevice"],
])("%s as a %s: %s is refused", async (path, as, button, values = {}) => {
  const named = Object.entries(values).map(([id, value]) => [pseudoText(t(id as "cart.apply")), value]);
  const form = await open(path, as);
  const refused = await form.submit(pseudoText(t(button as "cart.apply")), Object.fromEntries(named) as Values);
  expect([refused.alerts().join(), findPlain(refused)]).toEqual([expect.stringMatching(/⟦/), []]);
});
