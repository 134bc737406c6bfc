import { expect, test } from "vitest";

import { cardIdentity, cardSpelling } from "../../../../api/domain/cards/card-identity.ts";

test.each([
  ["6012-3456-7890-4799", "6012345678904799"],
  ["6012-3456-7890-4799", "6012 3456 7890 4799"],
  ["abcd-1234", "ABCD-1234"],
  ["ＡＢＣＤ1234", "abcd 1234"],
])("%s and %s are one card", (one, other) => {
  expect(cardIdentity(one)).toBe(cardIdentity(other));
});

test.each([
  ["6012-3456", "6012-3457"],
  ["----", "===="],
  ["https://claim.example/aB", "https://claim.example/AB"],
  ["https://claim.example/1", "https://claim.example/?1"],
])("%s and %s are two cards", (one, other) => {
  expect(cardIdentity(one)).not.toBe(cardIdentity(other));
});

test("only letters can differ in case", () => {
  expect(cardSpelling("abcd-1")).not.toBe(cardSpelling("ABCD 1"));
  expect(cardSpelling("abcd-1")).toBe(cardSpelling("abcd 1"));
});
