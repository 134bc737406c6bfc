import { expect, test } from "vitest";

import { isWholePhone, whileTyping } from "#app/forms/phone.ts";

/** The field's value after these keys, one by one. */
const type = (keys: string) => [...keys].reduce((value, key) => whileTyping(value + key, key), "");

test.each([
  ["9876543210", "9876543210"],
  ["98765432109", "9876543210"],
  ["+919876543210", "9876543210"],
  ["+91 98765 43210", "9876543210"],
  ["09876543210", "9876543210"],
  ["९८७६५४३२१०", "9876543210"],
  ["abc98765", "98765"],
])("%s, typed key by key, is %s", (keys, value) => expect(type(keys)).toBe(value));

test.each(["+1 415 555 2671", "+92 300 1234567", "＋1 415 555 2671"])(
  "%s, typed key by key, stays a number of another country",
  (keys) => {
    const value = type(keys);
    expect(value).toBe(`+${keys.replace(/\D/g, "")}`);
    expect(isWholePhone(value)).toBe(false);
  },
);

test.each(["080-2345 6789", "022 2345 6789"])(
  "%s stays as it was typed or pasted, so that the form can refuse a landline number",
  (keys) => {
    expect([type(keys), whileTyping(keys, null)]).toEqual([keys, keys]);
    expect(isWholePhone(keys)).toBe(false);
  },
);

test("a landline number after India's code, typed key by key, is no whole number", () => {
  expect(type("+91 80 2345 6789")).toBe("+9180 2345 6789");
  expect(isWholePhone(type("+91 80 2345 6789"))).toBe(false);
});

test.each(["(080) 23456789", "+91 80 2345 6789", "०८०–२३४५ ६७८९"])("%s stays as it was pasted", (keys) =>
  expect(whileTyping(keys, null)).toBe(keys),
);
