import { expect, test } from "vitest";

import { hasLink } from "../../../../api/domain/links.ts";
import { mailboxOf } from "../../../../api/domain/mail/mailbox.ts";
import { AccountName } from "../../../../api/http/person.ts";

test.each([
  "Win prizes at www.evil.example",
  "evil.example",
  "Look: EVIL.Com now",
  "https://1.2.3.4/x",
  "t.co/abc",
  "write to me@evil.example",
  "пример.рф",
  "evil。example",
  "www.evil",
])("%j looks like a link", (text) => {
  expect(hasLink(text)).toBe(true);
});

test.each([
  "Happy birthday, Meera! Love, Asha",
  "Dr. A.P.J. Abdul Kalam",
  "A.R.Rahman",
  "At 10.30am. Rs.500.",
  "So… yes",
  "",
])("%j does not look like a link", (text) => {
  expect(hasLink(text)).toBe(false);
});

test("refuses web addresses in an account's name and keeps its dots", () => {
  for (const name of ["Asha Rao", "A.R. Rahman", "D'Souza-Rao", "S.Kumar"]) expect(AccountName.parse(name)).toBe(name);
  const refused = AccountName.safeParse("Win prizes at www.evil.example");
  expect(refused.error?.issues[0]?.message).toBe("Please put a space after each full stop in your name");
});

test("counts addresses that differ after a plus as one mailbox", () => {
  const victims = ["victim+1@example.test", "VICTIM+2@Example.test", "victim@example.test"];
  expect(new Set(victims.map(mailboxOf))).toEqual(new Set(["victim@example.test"]));
  expect(mailboxOf("a.b.c+x@googlemail.com")).toBe(mailboxOf("abc@gmail.com"));
  expect(mailboxOf("a.b@example.test")).not.toBe(mailboxOf("ab@example.test"));
});
