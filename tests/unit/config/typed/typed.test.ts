import { describe, expect, test } from "vitest";

import { readRupees, readWholeNumber } from "../../../../config/typed/amount.ts";
import { cleanLine, foldLine } from "../../../../config/typed/characters.ts";
import { readDay } from "../../../../config/typed/day.ts";
import { NAME_CHARACTERS, NAME_LETTERS } from "../../../../config/typed/name.ts";
import { readPhone } from "../../../../config/typed/phone.ts";
import { READINGS } from "../../../../config/typed/readings.ts";

const NBSP = "\u00a0";
const ZWSP = "\u200b";
const ZWJ = "\u200d";
const RIGHT_TO_LEFT = "\u202e";
const HANGUL_FILLER = "\u3164";

describe("a line", () => {
  test.each([
    ["  Asha \t Rao\n", "Asha Rao"],
    [`Asha${NBSP}Rao`, "Asha Rao"],
    ["Ａｓｈａ", "Asha"],
    [`A${ZWSP}sha\u00ad${RIGHT_TO_LEFT}${HANGUL_FILLER}\ufeff`, "Asha"],
    [`As${ZWJ}ha`, "Asha"],
    [`क्${ZWJ}ष`, `क्${ZWJ}ष`],
    [`क्ष${ZWJ}`, "क्ष"],
    ["D’Souza", "D’Souza"],
    ["D´Souza", "D’Souza"],
    ["", ""],
  ])("%j is %j", (typed, clean) => expect(cleanLine(typed)).toBe(clean));

  test.each([
    ["D’Souza", "D'Souza"],
    ["D´Souza", "D'Souza"],
    ["Anne–Marie‑Rose−Lu⁃Ann", "Anne-Marie-Rose-Lu-Ann"],
    ["५०० ٥٠٠ ５００ ௫௦௦", "500 500 500 500"],
    ["𑁦𑁯", "09"],
  ])("%j compares as %j", (typed, folded) => expect(foldLine(typed)).toBe(folded));
});

test.each([
  "2027-03-31",
  "2027/3/31",
  "31-03-2027",
  "31/3/2027",
  "31.03.2027",
  "31 03 2027",
  "३१/०३/२०२७",
  " 31–03–2027 ",
  "31 Mar 2027",
  "31-Mar-27",
  "31 MARCH, 2027",
  "31st Mar. 2027",
  "Mar 31, 2027",
  "2027-Mar-31",
  "31Mar2027",
  "Wed, 31 Mar 2027",
  "2027-03-31T18:30:00.000Z",
  "31/03/2027 10:15 pm",
  "31-03-2027 00:00:00",
])("%j is the last day of March", (typed) => expect(readDay(typed)).toEqual({ day: "2027-03-31", isTwoWay: false }));

test.each([
  ["03/04/2027", "2027-04-03", true],
  ["3.4.2027", "2027-04-03", true],
  ["04/04/2027", "2027-04-04", false],
  ["2027-04-03", "2027-04-03", false],
  ["3 Apr 2027", "2027-04-03", false],
  ["29/02/2028", "2028-02-29", false],
])("%j is %s, which another country may read otherwise: %s", (typed, day, isTwoWay) =>
  expect(readDay(typed)).toEqual({ day, isTwoWay }),
);

test.each([
  ["03/31/2027", "has the month before the day. Write 2027-03-31 or 31/3/2027"],
  ["31/03/27", "must be a day whose year has four digits, such as 31/03/2027"],
  ["30/02/2027", "must be a day of the calendar"],
  ["2027-13-45", "must be a day of the calendar"],
  ["31/03-2027", "must be a day, such as"],
  ["March 2027", "must be a day, such as"],
  ["46477", "must be a day, such as"],
  ["31032027", "must be a day, such as"],
  ["tomorrow", "must be a day, such as"],
  ["", "must be a day, such as"],
])("%j is no day: it %s", (typed, problem) => expect(readDay(typed)).toContain(problem));

test.each([
  ["9876543210", "9876543210"],
  ["09876543210", "9876543210"],
  ["+91 98765 43210", "9876543210"],
  ["+91-98765-43210", "9876543210"],
  ["919876543210", "9876543210"],
  ["(+91) 98765‑43210", "9876543210"],
  ["९८७६५४३२१०", "9876543210"],
  [`98765${NBSP}43210${ZWSP}`, "9876543210"],
  ["+91 98765-43210", "9876543210"],
  ["0091 98765 43210", "9876543210"],
  ["091 98765 43210", "9876543210"],
  ["091-80-2345-6789", null],
  ["+91 (0)98765 43210", "9876543210"],
  ["＋９１ ９８７６５－４３２１０", "9876543210"],
  [`+९१${ZWJ} ९८७६५ ४३२१०`, "9876543210"],
  ["9198765432", "9198765432"],
  ["+9198765432", null],
  ["\u202a+91 98765 43210\u202c", "9876543210"],
  ["\u202e9876543210", null],
  ["91 98765432", null],
  ["(91) 98765432", null],
  ["091-98765432", null],
  ["0 91 98765432", null],
  ["91-9876 5432", null],
  ["91987 65432", "9198765432"],
  ["00987654321", null],
  ["000919876543210", null],
  ["98765432101", null],
  ["0987654321", null],
  ["+1 987 654 3210", null],
  ["987654321", null],
  ["08023456789", "8023456789"],
  ["80234 56789", "8023456789"],
  ["+91 876 543 2109", "8765432109"],
  ["98 76 54 32 10", "9876543210"],
  ["tel:+919876543210", "9876543210"],
  ["9876543210, ", "9876543210"],
  ["0987-654-3210", "9876543210"],
  ["2223456789", "2223456789"],
  ["080-2345 6789", null],
  ["(080) 23456789", null],
  ["०८०–२३४५ ६७८९", null],
  ["+91 80 2345 6789", null],
  ["+91 (0)80 2345 6789", null],
  ["+91-79-23456789", null],
  ["80 2345 6789", null],
  ["0612-2234567", null],
  ["022 2345 6789", null],
  ["011-23456789", null],
  ["+91 22 2345 6789", null],
  ["02223456789", null],
  ["912223456789", null],
  ["9876543210 or 9876543211", null],
  ["", null],
])("the phone %j is %j", (typed, phone) => expect(readPhone(typed)).toBe(phone));

describe("a reading for a form", () => {
  test.each([
    ["email", "<asha@example.com>,", "asha@example.com"],
    ["email", "mailto:asha@example.com", "asha@example.com"],
    ["email", ` asha@example.com${ZWSP} `, "asha@example.com"],
    ["email", "asha@exa mple.com", "asha@exa mple.com"],
    ["email", "asha@\u202emoc.elpmaxe", "asha@\u202emoc.elpmaxe"],
    ["email", "<mailto:asha.rao@example.co.in>.", "asha.rao@example.co.in"],
    ["email", "“asha@example.com”…", "asha@example.com"],
    ["login", "MAILTO:asha@example.com,", "asha@example.com"],
    ["login", "+91 98765 43210", "9876543210"],
    ["login", "ａsha＠example.com", "asha@example.com"],
    ["login", "asha", "asha"],
    ["phone", "98765", "98765"],
    ["code", "WELCOME‑100", "WELCOME-100"],
    ["code", "“WELCOME–100”.", "WELCOME-100"],
    ["code", "ＷＥＬＣＯＭＥ 100", "WELCOME-100"],
    ["code", "WELCOME - 100", "WELCOME-100"],
    ["code", `wel${ZWSP}come`, "welcome"],
    ["code", `(WEL\u00adCOME${NBSP}—${NBSP}100)!`, "WELCOME-100"],
    ["code", `WELCOME\u2212१००${ZWJ}`, "WELCOME-100"],
    ["code", "*WELCOME_100*", "WELCOME-100"],
    ["code", "• WELCOME•100 ✅", "WELCOME-100"],
    ["code", "<WELCOME⁃100>", "WELCOME-100"],
    ["code", "Code: WELCOME-100", "WELCOME-100"],
    ["code", "CODE：WELCOME-100", "WELCOME-100"],
    ["code", `• Coupon${NBSP}code : “WELCOME–100”.`, "WELCOME-100"],
    ["code", "Your voucher code is: welcome100", "welcome100"],
    ["code", "Use code: WELCOME 100", "WELCOME-100"],
    ["code", "PROMOCODE: WELCOME100", "WELCOME100"],
    ["code", "Coupon: CODE-100", "CODE-100"],
    ["code", "कूपन कोड: WELCOME-१००", "WELCOME-100"],
    ["code", "Coupon code WELCOME100", "WELCOME100"],
    ["code", "Use promo code - WELCOME-100", "WELCOME-100"],
    ["code", "Your gift code is “WELCOME100”", "WELCOME100"],
    ["code", "Use code WELCOME100", "WELCOME100"],
    ["code", "USE CODE WELCOME100", "WELCOME100"],
    ["code", "Code WELCOME-100", "WELCOME-100"],
    ["code", "Use code 100", "Use-code-100"],
    ["code", "Use code WELCOME100 or SAVE50", "Use-code-WELCOME100-or-SAVE50"],
    ["code", "CODE-100", "CODE-100"],
    ["code", "Code 100", "Code-100"],
    ["code", "CODE WELCOME", "CODE-WELCOME"],
    ["code", "code100", "code100"],
    ["code", "CODEWORD:100", "CODEWORD:100"],
    ["code", "COUPON-CODE-100", "COUPON-CODE-100"],
    ["code", "COUPON CODE 100", "COUPON-CODE-100"],
    ["code", "COUPON CODE WELCOME", "COUPON-CODE-WELCOME"],
    ["code", "gift code 2026", "gift-code-2026"],
    ["code", "Gift code 2026", "Gift-code-2026"],
    ["code", "VOUCHER2026", "VOUCHER2026"],
    ["code", "Code:", "Code"],
    ["code", "कोड-100", "कोड-100"],
    ["phone", "91 98765432", "91-98765432"],
    ["number", "५०", "50"],
    ["line", ` Asha${NBSP}Rao `, "Asha Rao"],
    ["text", " Asha\nRao ", "Asha\nRao"],
    ["exactly", ` p${ZWSP}“ `, ` p${ZWSP}“ `],
  ] as const)("as %s: %j is %j", (reading, typed, value) => expect(READINGS[reading](typed)).toBe(value));
});

describe("a name", () => {
  const isName = (typed: string) => {
    const name = READINGS.line(typed);
    return NAME_CHARACTERS.test(name) && NAME_LETTERS.test(name);
  };
  test.each([
    "Asha Rao",
    "D’Souza",
    "Anne–Marie",
    "आशा राव",
    `लक्ष्मी क्${ZWJ}ष`,
    "Nguyễn Thị",
    "ကျော်",
    "K. L. Rao",
    "O`Brien",
    "D´Souza",
    `Rao${NBSP}–${NBSP}Dsouza`,
  ])("%j is one", (typed) => expect(isName(typed)).toBe(true));
  test.each([HANGUL_FILLER, "'' --", `A${"\u0301".repeat(12)}sha`, "Asha1", "<b>Asha</b>", "", "...", "- R"])(
    "%j is not a name",
    (typed) => expect(isName(typed)).toBe(false),
  );
});

test.each([
  ["250", 250],
  ["99.50", 99.5],
  ["₹ 1,500", 1500],
  ["1,00,500.25", 100500.25],
  ["100,500", 100500],
  ["Rs.500/-", 500],
  ["rs 500", 500],
  ["INR 500", 500],
  ["Rupees 500", 500],
  ["500 rupees", 500],
  ["₹ 1,500.00", 1500],
  ["1,00,500", 100500],
  ["Rs. 1,500/- only", NaN],
  ["1.500,00", NaN],
  ["5 00", NaN],
  ["2k", NaN],
  ["₨500", 500],
  [`५००${NBSP}/-`, 500],
  ["1,00", NaN],
  ["1 500", NaN],
  ["1.500", NaN],
  ["6.12E+11", NaN],
  ["-5", NaN],
  ["5.", NaN],
  ["", NaN],
])("the amount %j is %j rupees", (typed, rupees) => expect(readRupees(typed)).toBe(rupees));

test.each([
  ["1,000", 1000],
  [" １,０００" + ZWSP, 1000],
  ["३", 3],
  ["12.0", 12],
  ["1,00", Number.NaN],
  ["1.5", Number.NaN],
  ["₹5", Number.NaN],
  ["1e2", Number.NaN],
  ["", Number.NaN],
])("%j is the whole number %j", (typed, number) => expect(readWholeNumber(typed)).toBe(number));
