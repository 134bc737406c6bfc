import { expect, test } from "vitest";

import type { Product } from "#app/commerce/types.ts";
import { findShelves, hasWords, isMeant } from "#app/routes/catalogue/search-matches.ts";

const films = { id: "7", name: "Films & Plays" };
const books = { id: "8", name: "Books" };
const home = { categories: [{ id: "1", name: "Evenings out" }], subcategories: [films, books] };
const product = (name: string, subcategory: typeof films | null) => ({ name, subcategory }) as Product;

test.each([
  ["film", "Films & Plays", true],
  ["plays FILM", "Films & Plays", true],
  ["ilms", "Films & Plays", false],
  ["film club", "Films & Plays", false],
  ["clove", "Kettle&Clove", true],
  ["kettle-clove", "Kettle & Clove", true],
  ["kettleclove", "Kettle & Clove", true],
  ["ettleclove", "Kettle & Clove", false],
  ["kettle and clove", "Kettle & Clove", true],
  ["kettle-and-clove", "Kettle&Clove", true],
  ["kettleandclove", "Kettle & Clove", true],
  ["kettle & clove", "Kettle and Clove", true],
  ["and", "Kettle & Clove", true],
  ["and", "Kettles", false],
  ["loreal", "L’Oréal", true],
  ["क्षमा", "क्\u200dषमा", true],
  ["मिठाइयाँ", "मिठाइयाँ और केक", true],
  ["mithai", "मिठाई और केक", true],
  ["mithai & cake", "मिठाई और केक", true],
  ["मिठाई और केक", "Mithai & Cake", true],
  ["गुलमोहर", "Gulmohar Gardens", true],
  ["हिंदी", "हिन्दी भवन", true],
  ["क्राफ़्ट", "Cart & Craft", true],
  ["कार्ट", "Craft", false],
  ["rosa", "Rose", false],
  ["tea", "आरती", false],
])("checks that words of %s begin words of %s: %s", (query, text, isSo) => {
  expect(hasWords(query, text)).toBe(isSo);
});

test("finds the categories in the query, else those of products whose names do not match it", () => {
  const shelf = { name: "Films & Plays", href: "/?subcategories=7" };
  expect(findShelves("films", [], home)).toEqual([shelf]);
  expect(findShelves("evening", [], home)).toEqual([{ name: "Evenings out", href: "/?category=1" }]);
  expect(findShelves("movies", [product("Talkies", films), product("Movie Mart", books)], home)).toEqual([shelf]);
  expect(findShelves("movies", [product("Talkies", null)], home)).toEqual([]);
});

test("finds no category if the products are in many categories", () => {
  const products = ["1", "2", "3", "4"].map((id) => product("Any", { id, name: id }));
  expect(findShelves("thing", products, home)).toEqual([]);
});

test("leads from words for every card to all cards", () => {
  for (const query of ["gift card", "Vouchers", "उपहार", "गिफ़्ट कार्ड"])
    expect(findShelves(query, [], home)).toEqual([{ name: "the gift cards", href: "/" }]);
});

test("counts an amount or the kind of a card as an exact match", () => {
  const denominations = [{ id: "1", min: 50_000, max: 500_000 }];
  const card = { ...product("Any", { id: "1", name: "Books" }), denominations };
  const meant = [
    "₹500",
    "Rs. 500",
    "rs500",
    "５００",
    "500 rupees",
    "INR 500/-",
    "any 500",
    "gift card",
    "books voucher",
  ];
  for (const query of meant) expect([query, isMeant(query, card)]).toEqual([query, true]);
  for (const query of ["₹600", "₹50", "5005", "anybooks", "anything"])
    expect([query, isMeant(query, card)]).toEqual([query, false]);
});
