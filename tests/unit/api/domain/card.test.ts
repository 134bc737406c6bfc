import { expect, test } from "vitest";

import { findCardProblems } from "../../../../api/domain/cards/card.ts";

const CARD = { cardNumber: "6000-1234", pin: "0042", claimUrl: "https://claim.example/v/1?a=b" };
const fieldsOf = (card: Partial<typeof CARD | { pin: null; claimUrl: null }>) =>
  findCardProblems({ ...CARD, ...card }).map(({ field }) => field);

test("accepts a card with and without a PIN and a link, and a card that is only a link", () => {
  expect(fieldsOf({})).toEqual([]);
  expect(fieldsOf({ pin: null, claimUrl: null })).toEqual([]);
  expect(fieldsOf({ cardNumber: CARD.claimUrl })).toEqual([]);
});

test.each([
  "javascript:alert(1)",
  "data:text/html,x",
  "http://claim.example/",
  "http://127.0.0.1/",
  "https://user:secret@claim.example/",
  "https://claim.example/\n",
  "https://claim.example/\u202e",
  `https://claim.example/${"x".repeat(2_048)}`,
  "claim.example",
])("refuses the link %j, also in place of a number", (claimUrl) => {
  expect(fieldsOf({ claimUrl })).toEqual(["claim_url"]);
  expect(fieldsOf({ cardNumber: claimUrl, claimUrl })).toEqual(["claim_url"]);
});

test.each(["123", "x".repeat(65), "12\n34", "12\u00004", "1234\u202e", " 1234", "", CARD.claimUrl.padEnd(70, "x")])(
  "refuses the number %j",
  (cardNumber) => expect(fieldsOf({ cardNumber })).toEqual(["card_number"]),
);

test.each(["", "1 2", "12\n", "x".repeat(65), "١٢"])("refuses the PIN %j", (pin) => {
  expect(fieldsOf({ pin })).toEqual(["pin"]);
});

test("the reasons repeat no code", () => {
  const secret = "secret\u0000secret";
  expect(JSON.stringify(findCardProblems({ cardNumber: secret, pin: secret, claimUrl: secret }))).not.toContain(
    "secret",
  );
});
