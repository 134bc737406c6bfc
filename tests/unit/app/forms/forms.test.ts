import { describe, expect, test } from "vitest";

import { findErrors } from "#app/forms/check.ts";
import { contactRules } from "#app/forms/contact.ts";
import { couponRules } from "#app/forms/coupon.ts";
import { toCouponCode } from "#app/forms/coupon-code.ts";
import { giftDays, giftRules } from "#app/forms/gift.ts";
import { loginRules } from "#app/forms/login.ts";
import { parseForm } from "#app/forms/parse.server.ts";
import { profileRules } from "#app/forms/profile.ts";
import { forgotRules, otpRules, resetRules } from "#app/forms/reset.ts";
import type { FormRules } from "#app/forms/rules.ts";
import { readRules, writeRules } from "#app/forms/rules-text.ts";
import { signupRules } from "#app/forms/signup.ts";

import { inLanguage, languages } from "../../../../config/language/current.ts";
import { LANDLINE_PROBLEM } from "../../../../config/typed/phone.ts";
import { createRandom } from "../../../helpers/backend/mutants.ts";

type Values = Record<string, string>;
type Row = [field: string, value: string, message: string | null];

/** The text for `field`, from the browser's checker and from the server's schema: they must agree. */
function textsFor(rules: FormRules, values: Values, field: string) {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  const { error } = parseForm(form, rules) as { error?: Record<string, string[] | null> | null };
  const inBrowser = findErrors(form, readRules(writeRules(rules)));
  return { browser: inBrowser[field] ?? null, server: error?.[field]?.[0] ?? null };
}

function holds(rules: FormRules, good: Values, rows: Row[]) {
  test.each(rows)("%s %j: %j", (field, value, message) => {
    expect(textsFor(rules, { ...good, [field]: value }, field)).toEqual({ browser: message, server: message });
  });
}

describe("login [A-02] [INP-09]", () => {
  const bad = "Please enter a valid email";
  holds(loginRules(), { username: "a@b.co", password: "x" }, [
    ["username", "", "Email is required"],
    ["username", "   ", "Email is required"],
    ["username", "demo@awning.test", null],
    ["username", " demo@awning.test ", null],
    ["username", "9876543210", null],
    ["username", "987654321", bad],
    ["username", "98765432101", bad],
    ["username", "+91 98765 43210", null],
    ["username", "９８７６５４３２१०", null],
    ["username", "demo", bad],
    ["username", "a@b", bad],
    ["username", "a b@c.de", bad],
    ["username", `${"a".repeat(250)}@b.co`, bad],
    ["password", "", "Password is required"],
    ["password", " ", null],
    ["password", "p".repeat(300), null],
  ]);
});

describe("signup [A-07] [INP-10] [INP-11]", () => {
  const email = "Email must start with a letter and use valid format (e.g., care@aurora.test)";
  const strength = "Password must contain at least one uppercase, lowercase, number, and special character";
  const letters = "Name can only contain letters, spaces, and basic punctuation ( . ' - )";
  holds(
    signupRules("care@aurora.test"),
    { username: "Asha Rao", email: "asha@example.com", password: "Passw0rd!", confirm: "Passw0rd!" },
    [
      ["username", "", "Please enter your full name"],
      ["username", "A", "Name should be at least 2 characters"],
      ["username", "Al", null],
      ["username", "D'Souza-Rao Jr.", null],
      ["username", "आशा", null],
      ["username", "Asha1", letters],
      ["username", "<b>Asha</b>", letters],
      ["username", "a".repeat(50), null],
      ["username", "a".repeat(51), "Name cannot exceed 50 characters"],
      ["email", "", "Please enter your email address"],
      ["email", "1asha@example.com", email],
      ["email", "asha@example.c", email],
      ["email", "asha@example.museum", null],
      ["email", "asha@example.company", email],
      ["email", "asha@exa mple.com", email],
      ["email", "asha+gifts@mail.example.co", null],
      ["password", "", "Password is required"],
      ["password", "Pass0w!", "Password must be 8-16 characters"],
      ["password", "Passw0rd!Passw0rd", "Password must be 8-16 characters"],
      ["password", "passw0rd!", strength],
      ["password", "PASSW0RD!", strength],
      ["password", "Password!", strength],
      ["password", "Passw0rdd", strength],
      ["confirm", "", "Please confirm your password"],
      ["confirm", "Passw0rd?", "Passwords do not match"],
      ["confirm", "Passw0rd!", null],
    ],
  );

  test("takes less than a second for the longest hostile input", () => {
    const evil = `a${"a.-".repeat(20_000)}@${"a.".repeat(20_000)}`;
    const started = process.cpuUsage().user;
    const values = { username: evil, email: evil, password: evil, confirm: evil };
    expect(textsFor(signupRules("x@y.zz"), values, "email").server).toContain("Email must start");
    expect((process.cpuUsage().user - started) / 1000).toBeLessThan(1_000);
  });
});

describe("contact [S-06]", () => {
  holds(contactRules("care@aurora.test"), { name: "Asha", email: "asha@example.com", message: "Hello" }, [
    ["message", "", "Please enter your message"],
    ["message", "é".repeat(500), null],
    ["message", "😀".repeat(500), null],
    ["message", "a".repeat(501), "Message cannot exceed 500 characters"],
    ["name", "", "Please enter your full name"],
    ["email", "x", "Email must start with a letter and use valid format (e.g., care@aurora.test)"],
  ]);
});

describe("profile [INP-13]", () => {
  holds(profileRules(), { phone: "9876543210" }, [
    ["phone", "", null],
    ["phone", "9876543210", null],
    ["phone", "987654321", "Enter 10-digit mobile number"],
    ["phone", "+91 98765 43210", null],
    ["phone", "0987654321", "Enter 10-digit mobile number"],
    ["phone", "98765432101", "Enter 10-digit mobile number"],
    ["phone", "080-2345 6789", LANDLINE_PROBLEM],
    ["phone", "02223456789", LANDLINE_PROBLEM],
    ["phone", "2223456789", null],
  ]);
});

describe("forgot, code, reset [A-10] [INP-12]", () => {
  holds(forgotRules(), {}, [
    ["username", "", "Email is required"],
    ["username", "98765", "Please enter a valid email"],
    ["username", "9876543210", null],
  ]);
  holds(otpRules(), {}, [
    ["code", "", "Please enter the 4-character code"],
    ["code", "K7Q", "Please enter the 4-character code"],
    ["code", "12345", "Please enter the 4-character code"],
    ["code", "१२३४", null],
    ["code", "K7-Q", "Please enter the 4-character code"],
    ["code", "0000", null],
    ["code", "k7Qz", null],
  ]);
  holds(resetRules(), { password: "longenough", confirm: "longenough" }, [
    ["password", "", "Password is required"],
    ["password", "7 chars", "Password must be at least 8 characters"],
    ["password", "8 chars.", null],
    ["confirm", "", "Please confirm your password"],
    ["confirm", "longenough ", "Passwords do not match"],
  ]);
});

describe("coupon [K-10] [INP-15]", () => {
  holds(couponRules(), {}, [
    ["code", "", "Please enter a voucher code"],
    ["code", " \t ", "Please enter a voucher code"],
    ["code", "a".repeat(64), null],
    ["code", "a".repeat(65), "This code is too long"],
  ]);

  test.each([
    ["welcome-50", "WELCOME-50"],
    ["straße", "STRAßE"],
    ["ﬁve", "ﬁVE"],
    ["ıi", "ıI"],
  ])("%s becomes %s, so that no two codes become one", (typed, code) => {
    expect(toCouponCode(typed)).toBe(code);
  });
});

test("browser and server report every wrong field at once", () => {
  const values = { username: "A1", email: "x", password: "short", confirm: "other" };
  const rules = signupRules("a@b.cc");
  const texts = Object.keys(rules).map((field) => textsFor(rules, values, field));
  expect(texts.map(({ browser }) => browser)).not.toContain(null);
  expect(texts.map(({ server }) => server)).toEqual(texts.map(({ browser }) => browser));
});

test.each([["phone=1&phone=2"], ["phone[]=9876543210"], ["phone.a=1"]])(
  "%s is an error and never an empty phone [INP-01]",
  (query) => {
    const form = new FormData();
    for (const [name, value] of new URLSearchParams(query)) form.append(name, value);
    expect(parseForm(form, profileRules())).toMatchObject({ status: "error", error: { phone: expect.any(Array) } });
  },
);

test("reports text that a database refuses as an error of its field [INP-06]", () => {
  const values = { name: "Asha", email: "asha@example.com", message: "Hello\u0000" };
  const { server } = textsFor(contactRules("a@b.cc"), values, "message");
  expect(server).toBe("Please remove the characters that cannot be read");
});

test("browser and server report in the language of the request", () => {
  const texts = inLanguage(languages.get("hi")!, () => textsFor(loginRules(), {}, "password"));
  expect(texts).toEqual({ browser: "पासवर्ड ज़रूरी है", server: "पासवर्ड ज़रूरी है" });
});

test("reports differing passwords even when the first is wrong too [A-07]", () => {
  const values = { username: "A1", email: "1@x", password: "short", confirm: "other" };
  const texts = textsFor(signupRules("care@aurora.test"), values, "confirm");
  expect(texts).toEqual({ browser: "Passwords do not match", server: "Passwords do not match" });
});

describe("Send as Gift", () => {
  const days = giftDays(Date.parse("2026-11-20T19:00:00Z")); // half past midnight in India, on the 21st
  const good = { gift_name: "Meera", gift_email: "meera@example.com", gift_message: "", gift_date: "" };
  const email = "Email must start with a letter and use valid format (e.g., name@example.com)";
  holds(giftRules(days, false), good, [
    ["gift_name", " ", "Please enter the recipient's name"],
    ["gift_name", "Amma ❤️ 2", null],
    ["gift_name", "😀".repeat(50), null],
    ["gift_name", "x".repeat(51), "Name cannot exceed 50 characters"],
    ["gift_name", "Meera\u0007", "Please remove the characters that cannot be read"],
    ["gift_email", "", "Please enter the recipient's e-mail address"],
    ["gift_email", "meera", email],
    ["gift_message", "😀".repeat(300), null],
    ["gift_message", "😀".repeat(301), "Message cannot exceed 300 characters"],
    ["gift_date", "2026-11-20", "Please choose today or a later day"],
    ["gift_date", "2026-11-21", null],
    ["gift_date", "2027-11-21", null],
    ["gift_date", "2027-11-22", "Please choose a day within a year"],
    ["gift_date", "2027-02-29", "Please choose a date"],
    ["gift_date", "21.11.2026", "Please choose a date"],
    ["gift_date", "2026-11-21T09:00", "Please choose a date"],
  ]);

  describe("to a phone number or an address", () => {
    const rules = giftRules(days, true);
    const mobile = "Enter 10-digit mobile number";
    const landline = "This looks like a landline number. Enter a mobile number, without a 0 before it";
    holds(rules, { ...good, gift_phone: "", gift_email: "meera@example.com" }, [
      ["gift_phone", "98765 43210", null],
      ["gift_phone", "+91 98765-43210", null],
      ["gift_phone", "91 98765432", mobile],
      ["gift_phone", "5876543210", mobile],
      ["gift_phone", "080-2345-6789", landline],
      ["gift_email", "meera", email],
    ]);

    test("requires one of the two", () => {
      const nobody = { ...good, gift_phone: "", gift_email: " " };
      const missing = "Please enter the recipient's mobile number or e-mail address";
      expect(textsFor(rules, nobody, "gift_phone")).toEqual({ browser: missing, server: missing });
      for (const one of [{ gift_phone: "9876543210" }, { gift_email: "meera@example.com" }])
        for (const field of ["gift_phone", "gift_email"] as const) {
          const texts = textsFor(rules, { ...nobody, ...one }, field);
          expect([one, field, texts]).toEqual([one, field, { browser: null, server: null }]);
        }
    });
  });

  test("ignores the fields when it is not chosen", () => {
    const form = new FormData();
    for (const name of Object.keys(good)) form.append(name, "?".repeat(400));
    expect(parseForm(form, giftRules(null, true)).status).toBe("success");
    expect(findErrors(form, giftRules(null, true))).toEqual({});
  });

  test("counts a line break once, as browsers do, though forms send two characters", () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(good)) form.append(name, value);
    form.set("gift_message", "a\r\n".repeat(150).trimEnd());
    expect(parseForm(form, giftRules(days, false))).toMatchObject({
      status: "success",
      value: { gift_message: expect.not.stringContaining("\r") },
    });
  });
});

describe("text beyond the Latin letters", () => {
  const PIECES = [
    "a",
    "Z",
    "7",
    " ",
    "@",
    ".",
    "-",
    "'",
    "é",
    "e\u0301",
    "अ",
    "ज्ञ",
    "م",
    "א",
    "界",
    "ß",
    "ı",
    "\u202e",
    "\u200b",
    "\u200d",
    "\u2066",
    "\ufeff",
    "\u00a0",
    "\u3000",
    "\u0301",
    "１",
    "🎁",
    "👩‍👩‍👧",
    "𝒳",
    "🇮🇳",
  ];
  const FORMS: [name: string, rules: FormRules][] = [
    ["login", loginRules()],
    ["signup", signupRules("a@b.test")],
    ["contact", contactRules("a@b.test")],
    ["bulk enquiry", contactRules("a@b.test", true)],
    ["profile", profileRules()],
    ["coupon", couponRules()],
    ["forgot", forgotRules()],
    ["code", otpRules()],
    ["reset", resetRules()],
  ];

  test.each(FORMS)("gets the same message from browser and server in every field of %s [INP-07]", (_name, rules) => {
    const random = createRandom(5);
    const word = () =>
      Array.from({ length: Math.floor(random() ** 3 * 60) }, () => PIECES[Math.floor(random() * PIECES.length)]).join(
        "",
      );
    for (let round = 0; round < 300; round++) {
      const values = Object.fromEntries(Object.keys(rules).map((field) => [field, word()]));
      for (const field of Object.keys(rules)) {
        const { browser, server } = textsFor(rules, values, field);
        expect([field, values[field], browser]).toEqual([field, values[field], server]);
      }
    }
  });

  test.each(["🎁", "e", "𝒳", "क"])(
    "accepts five hundred of %j as a message and refuses five hundred and one [INP-07]",
    (letter) => {
      const good = { name: "Asha Rao", email: "a@b.test", organization: "", quantity: "" };
      const rules = contactRules("a@b.test");
      const said = (count: number) => textsFor(rules, { ...good, message: letter.repeat(count) }, "message");
      expect(said(500)).toEqual({ browser: null, server: null });
      const tooLong = "Message cannot exceed 500 characters";
      expect(said(501)).toEqual({ browser: tooLong, server: tooLong });
    },
  );
});
