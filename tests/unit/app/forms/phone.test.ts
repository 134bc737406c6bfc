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
