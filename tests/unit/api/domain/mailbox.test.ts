import { expect, test } from "vitest";

import { mailboxOf } from "../../../../api/domain/mail/mailbox.ts";

test.each([
  ["Asha.Rao@Example.com", "asha.rao@example.com"],
  ["asha+cards+2@example.com", "asha@example.com"],
  ["asha.rao+cards@example.com", "asha.rao@example.com"],
  ["A.sha.Rao+cards@gmail.com", "asharao@gmail.com"],
  ["asha.rao@GoogleMail.com", "asharao@gmail.com"],
  ["asha@gmail.com.example.com", "asha@gmail.com.example.com"],
  [" asha@example.com ", "asha@example.com"],
])("maps %s to the mailbox %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

test("leaves an address without an @, or without a name before its plus sign, unchanged", () => {
  expect(mailboxOf("+cards@example.com")).toBe("+cards@example.com");
  expect(mailboxOf("...@gmail.com")).toBe("...@gmail.com");
  expect(mailboxOf("Nobody")).toBe("nobody");
});
