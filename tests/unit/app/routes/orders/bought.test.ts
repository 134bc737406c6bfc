import { describe, expect, test } from "vitest";

import { OrderHistorySchema } from "#app/commerce/schemas/history.ts";
import { OrderSchema } from "#app/commerce/schemas/orders.ts";
import { consentParts } from "#app/forms/payment.ts";
import { describeBought, describeCoins, describeDelivery, describeWait } from "#app/routes/orders/bought.ts";

import { shopTexts } from "../../../../../config/brand/texts.ts";
import { inLanguage, languages } from "../../../../../config/language/current.ts";

const DEFAULT_TEXTS = shopTexts();

const MEERA = { id: "g1", recipient_name: "Meera", recipient_email: "m@x.example", send_on: null };
const RAVI = { id: "g2", recipient_name: "Ravi", recipient_email: "r@x.example", send_on: "2026-12-24" };
const PEOPLE = Array.from({ length: 11 }, (_, at) => ({ ...MEERA, id: `p${at}`, recipient_name: `Asha ${at + 1}` }));
const itemsOf = (...items: object[]) => OrderHistorySchema.parse([{ id: "1", items }])[0]!.items;
const card = (name: string, quantity = 1, gift?: object) => ({ name, quantity, gift });

test.each([
  [itemsOf(card("Tea", 2)), 90_000, 10_000, "You bought 2 × Tea for ₹900.00 and 100 coins."],
  [itemsOf(card("Tea"), card("Books", 3)), 45_000, 0, "You bought 1 × Tea and 3 × Books for ₹450.00."],
  [itemsOf(card("Tea"), card("Books"), card("Films")), null, null, "You bought 1 × Tea and 2 other cards."],
  [itemsOf(card("Tea"), card("Tea", 2), card("Books")), null, null, "You bought 3 × Tea and 1 × Books."],
  [itemsOf({ name: "Tea" }), 90_000, 0, "You bought Tea for ₹900.00."],
  [itemsOf({ name: "Tea", quantity: "two" }, card("Tea", 2)), null, null, "You bought Tea."],
  [itemsOf(card("Tea", 2), { name: "Books" }, card("Films")), null, null, "You bought 2 × Tea and more."],
  [itemsOf(), 45_000, 0, null],
])("names the purchase: %#", (items, amount, coinsUsed, text) => {
  expect(describeBought({ items, amount, coinsUsed })).toBe(text);
});

test("cuts a long name", () => {
  const text = describeBought({
    items: itemsOf(card("x".repeat(500)), card("y".repeat(500))),
    amount: null,
    coinsUsed: 0,
  });
  expect(text!.length).toBeLessThan(160);
});

describe("describes the delivery of the vouchers", () => {
  const state = { isThere: true, isChecked: false, isMailed: false, onItsWay: null as string | null };

  test.each([
    [itemsOf(card("Tea")), state, "Your vouchers are in your order history."],
    [itemsOf(), { ...state, isThere: false }, "Your vouchers will be in your order history, usually within a minute."],
    [
      itemsOf(card("Tea"), card("Tea", 1, MEERA)),
      { ...state, isThere: false, onItsWay: "Ten minutes.", isMailed: true },
      "Ten minutes. We also send your vouchers by e-mail. We e-mail your gift to Meera.",
    ],
    [itemsOf(card("Tea", 2)), { ...state, onItsWay: "One is coming." }, "One is coming."],
    [itemsOf(card("Tea")), { ...state, isChecked: true }, expect.stringContaining("by hand")],
    [
      itemsOf(card("Tea")),
      { ...state, isMailed: true },
      "Your vouchers are in your order history. We also send them by e-mail.",
    ],
    [itemsOf(card("Tea", 1, MEERA)), { ...state, isMailed: true }, "We e-mail your gift to Meera."],
    [
      itemsOf(card("Tea"), card("Tea", 1, MEERA), card("Tea", 1, RAVI)),
      state,
      "Your vouchers are in your order history. We e-mail your gifts to Meera, and to Ravi on 24 Dec 2026.",
    ],
    [
      itemsOf(...PEOPLE.map((person) => card("Tea", 1, person)), card("Tea", 1, RAVI)),
      state,
      "We e-mail your gifts to Asha 1, Asha 2 and 9 more, and to Ravi on 24 Dec 2026.",
    ],
    [
      itemsOf(
        ...["2026-12-03", null, "2026-12-01", "2026-12-02"].map((day) => card("Tea", 1, { ...MEERA, send_on: day })),
      ),
      state,
      "We e-mail your gifts to Meera, and to Meera on 1 Dec 2026, and 2 on later days.",
    ],
  ])("%#", (items, facts, text) => {
    expect(describeDelivery(items, facts)).toEqual(text);
  });
});

test("describes the purchase and its delivery in the language of the request", () => {
  const items = itemsOf(card("Tea", 1, MEERA), card("Tea", 1, RAVI));
  const facts = { isThere: true, isChecked: false, isMailed: true, onItsWay: null };
  const texts = inLanguage(languages.get("hi")!, () => [
    describeBought({ items, amount: 90_000, coinsUsed: 10_000 }),
    describeDelivery(items, facts),
    describeCoins(100),
  ]);
  expect(texts).toEqual([
    "आपने ₹900.00 और 100 कॉइन में 2 × Tea की खरीदारी की।",
    "आपके गिफ़्ट ईमेल से Meera को, 24 दिसंबर 2026 को Ravi को भेजे जाएँगे।",
    "इस ऑर्डर में 1 कॉइन इस्तेमाल हुआ।",
  ]);
});

const TEXTS = { ...DEFAULT_TEXTS, onItsWay: "Ten minutes.", delayed: "Longer than usual." };
test.each([
  [{}, null],
  [{ is_on_its_way: true }, "Ten minutes."],
  [{ is_on_its_way: true, is_delayed: null }, "Ten minutes."],
  [{ is_on_its_way: true, is_delayed: "maybe" }, "Ten minutes."],
  [{ is_on_its_way: true, is_delayed: true }, "Longer than usual."],
  [{ is_delayed: true }, null],
])("gives the arrival of the vouchers of %j", (wire, text) => {
  expect(describeWait(OrderSchema.parse({ status: "success", ...wire }), TEXTS)).toBe(text);
  expect(describeWait(OrderHistorySchema.parse([{ id: "1", ...wire }])[0]!, TEXTS)).toBe(text);
});

test.each([
  [0, "No coins were used for this order."],
  [100, "1 coin was used for this order."],
  [12_550, "125.50 coins were used for this order."],
  [null, null],
])("%j hundredths of a coin", (coinsUsed, text) => {
  expect(describeCoins(coinsUsed)).toBe(text);
});

const LITERAL = "I accept Terms and Conditions and allow redeeming 1000 coins to this site after payment.";
const EXACT = "Yes to the Terms and Conditions, and to {coins} coins.";
test.each([
  [LITERAL, 0, LITERAL],
  [LITERAL, null, LITERAL],
  [EXACT, 12_550, "Yes to the Terms and Conditions, and to 125.5 coins."],
  [EXACT, 0, "Yes to the Terms and Conditions."],
  [EXACT, null, "Yes to the Terms and Conditions."],
])("shows the consent %j with %j hundredths of a coin [P-04]", (consent, coinsUsed, text) => {
  const parts = consentParts(consent, coinsUsed);
  expect(parts[1]).toBe("Terms and Conditions");
  expect(parts.join("")).toBe(text);
});
