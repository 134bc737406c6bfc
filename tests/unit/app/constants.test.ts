import ts from "typescript";
import { expect, test } from "vitest";

import * as constants from "#app/base/constants.ts";

import { TenantSchema } from "../../../config/brand/schema.ts";
import { shopTexts } from "../../../config/brand/texts.ts";
import { readTexts } from "../../../config/language/load-languages.ts";
import { nodesOf, readSources, type Source } from "../../helpers/source/sources.ts";

const APP = readSources("app", "console");
const OTHERS = APP.filter(({ path }) => path !== "app/base/constants.ts");
const HOURS = 60 * 60;

test.each<[string, Partial<Record<keyof typeof constants, unknown>>]>([
  ["point value", { POINT_VALUE_PAISE: 100 }],
  ["token cookies", { TOKEN_COOKIE_SECONDS: 7 * 24 * HOURS }],
  ["catalogue page size", { PAGE_SIZE: 8 }],
  ["initial visible categories", { VISIBLE_CATEGORIES: 5 }],
  ["header search", { SEARCH_MIN_CHARACTERS: 2, SEARCH_DEBOUNCE_MS: 150 }],
  ["filter and sort debounce", { FILTER_DEBOUNCE_MS: 300 }],
  ["signup success redirect", { SIGNUP_REDIRECT_MS: 3_000 }],
  ["contact", { CONTACT_RESET_MS: 2_000, CONTACT_REPLY_HOURS: "24-48", CONTACT_MESSAGE_MAX_CHARACTERS: 500 }],
  ["name length", { NAME_MIN_CHARACTERS: 2, NAME_MAX_CHARACTERS: 50 }],
  ["password length", { PASSWORD_MIN_CHARACTERS: 8, PASSWORD_MAX_CHARACTERS: 16 }],
  ["one-time code and phone", { OTP_CHARACTERS: 4, PHONE_DIGITS: 10 }],
  ["minimum cart quantity", { CART_MIN_QUANTITY: 1 }],
  ["payment window", { PAYMENT_WINDOW_SECONDS: 300, VERIFY_WINDOW_SECONDS: 180 }],
  ["status poll", { STATUS_POLL_MS: 2_000 }],
  ["redirect after success", { PAYMENT_REDIRECT_MS: 4_000, VERIFY_REDIRECT_MS: 3_000 }],
  ["time offset", { INDIA_OFFSET_SECONDS: 5.5 * HOURS }],
  ["toasts", { STORE_TOAST_MS: 5_000, PAYMENT_TOAST_MS: 3_000 }],
  ["copy confirmation", { COPY_CONFIRM_MS: 2_000 }],
  ["newest orders expanded", { NEWEST_ORDERS_EXPANDED: 3 }],
  ["sort options", { SORT_OPTIONS: ["recommended", "price_high_low", "price_low_high"] }],
  ["payment methods", { PAYMENT_METHODS: ["phonepe", "paytm", "gpay", "other"] }],
  ["purchase page", { PURCHASE_RUPEES: 1_000, PURCHASE_STEP_RUPEES: 5, PURCHASE_OFFERS_RUPEES: [5, 100] }],
  ["its offers", { PURCHASE_OFFER_POINTS: 10 }],
  ["button colour", { DEFAULT_BUTTON_COLOUR: "#5BD318", HOVER_LIGHTER_PERCENT: 10, BUSY_LIGHTER_PERCENT: 30 }],
  ["carousel autoplay", { CAROUSEL_MS: 5_000 }],
  ["prices", { PRICE_DECIMALS: 2, PRICE_CURRENCY: "INR" }],
])("%s [B-04]", (_row, values) => {
  expect(constants).toMatchObject(values);
});

test("takes the coin discount from the tenant's settings, 10 % by default [B-04]", () => {
  expect(TenantSchema.parse({ id: "acme", hostnames: ["acme.example"] }).coins.discountPercent).toBe(10);
});

test("uses every constant [B-04]", () => {
  const used = new Set(OTHERS.flatMap(({ text }) => text.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []));
  expect(Object.keys(constants).filter((name) => !used.has(name))).toEqual([]);
});

test("repeats no constant's number in a view, form or element [B-04]", () => {
  // Below 50 a number may well mean something else; 100 and 1000 are paise in a rupee and ms in a second.
  const numbers = Object.values(constants).filter((value) => typeof value === "number");
  const known = new Set(numbers.filter((value) => value >= 50 && value < 10_000 && value !== 100 && value !== 1_000));
  known.add(constants.INDIA_OFFSET_SECONDS * 1_000);
  const places = OTHERS.filter(({ path }) => /^app\/(ui|forms|elements)\//.test(path));
  expect(repeated(places, (node) => ts.isNumericLiteral(node) && known.has(Number(node.text)))).toEqual([]);
});

test("repeats no text of the constants, the messages or the brands [B-04]", () => {
  const isText = (node: ts.Node) => ts.isStringLiteralLike(node) || ts.isJsxText(node);
  const textOf = (node: ts.Node) => (isText(node) ? (node as ts.StringLiteral).text.trim() : "");
  const homes = APP.filter(({ path }) => path === "app/base/constants.ts");
  const texts = homes.flatMap(({ tree }) => [...nodesOf(tree)]).flatMap((node) => textOf(node));
  texts.push(...Object.values(shopTexts()).map((text) => text.trim()));
  texts.push(...[...readTexts("config/languages/en").values()].flatMap((area) => Object.values(area)));
  const known = new Set(texts.filter((text) => /\s|^#\w+$|^\d{10}$|^\d+-\d+$/.test(text)));
  expect(known.size).toBeGreaterThan(40);
  const isShown = ({ path }: Source) => path.startsWith("app/") && path !== "app/commerce/contract.ts";
  const rest = OTHERS.filter((source) => isShown(source) && !homes.includes(source));
  expect(repeated(rest, (node) => known.has(textOf(node)))).toEqual([]);
});

const repeated = (sources: Source[], isRepeated: (node: ts.Node) => boolean) =>
  sources.flatMap(({ path, tree }) =>
    [...nodesOf(tree)].filter(isRepeated).map((node) => `${path}: ${node.parent.getText().slice(0, 60)}`),
  );
