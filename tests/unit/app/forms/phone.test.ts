import { expect, test } from "vitest";

import { isWholePhone, whileTyping } from "#app/forms/phone.ts";

import { readPhone } from "../../../../config/typed/phone.ts";

/** The field's value after these keys, one by one. */
const type = (keys: string) => [...keys].reduce((value, key) => whileTyping(value + key), "");

test.each([
  ["9876543210", "9876543210"],
  ["98765432109", "98765432109"],
  ["987654321012", "987654321012"],
  ["9876543210/9876543211", "98765432109876543211"],
  ["+919876543210", "9876543210"],
  ["+91 98765 43210", "9876543210"],
  ["09876543210", "9876543210"],
  ["091 98765 43210", "9876543210"],
  ["0091-98765-43210", "9876543210"],
  ["0919876543210", "9876543210"],
  ["91987 65432", "9198765432"],
  ["९८७६५४३२१०", "9876543210"],
  ["abc98765", "98765"],
])("%s, typed key by key, is %s", (keys, value) => expect(type(keys)).toBe(value));

test.each(["+1 415 555 2671", "+92 300 1234567", "＋1 415 555 2671"])(
  "%s, typed key by key, stays a number of another country",
  (keys) => {
    const value = type(keys);
    expect(value).toBe(keys);
    expect(isWholePhone(value)).toBe(false);
  },
);

test.each(["080-2345 6789", "022 2345 6789"])(
  "%s stays as it was typed or pasted, so that the form can refuse a landline number",
  (keys) => {
    expect([type(keys), whileTyping(keys)]).toEqual([keys, keys]);
    expect(isWholePhone(keys)).toBe(false);
  },
);

test("a landline number after India's code, typed key by key, is no whole number", () => {
  expect(type("+91 80 2345 6789")).toBe("+91 80 2345 6789");
  expect(isWholePhone(type("+91 80 2345 6789"))).toBe(false);
});

test.each([
  "987654321012",
  "91 80 2345 6789",
  "091-80-2345-6789",
  "80 2345 6789",
  "91 2345 6789",
  "9876543210/9876543211",
  "98765 43210",
  "091 98765 43210",
  "0091 98765 43210",
])("%s, typed or pasted, is approved if the server reads it", (keys) => {
  const isRead = readPhone(keys) !== null;
  expect([isWholePhone(type(keys)), isWholePhone(whileTyping(keys))]).toEqual([isRead, isRead]);
});

test.each(["(080) 23456789", "+91 80 2345 6789", "०८०–२३४५ ६७८९"])("%s stays as it was pasted", (keys) =>
  expect(whileTyping(keys)).toBe(keys),
);
