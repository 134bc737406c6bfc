import { expect, test } from "vitest";

import { formatExactPoints, formatMoney, formatPoints } from "#app/pricing/format-money.ts";
import { formatDuration } from "#app/routes/payment/countdown.tsx";
import { formatDate, formatDateTime, formatDay } from "#app/ui/date.tsx";

import { inLanguage, languages } from "../../../../config/language/current.ts";

test.each([
  [0, "₹0.00"],
  [1, "₹0.01"],
  [44_950, "₹449.50"],
  [12_345_678, "₹1,23,456.78"],
  [1_000_000_000, "₹1,00,00,000.00"],
  // 1.005 is a little less as a double; integer paise never get there.
  [100_500, "₹1,005.00"],
])("shows %i paise as %s [C-23]", (paise, text) => {
  expect(formatMoney(paise)).toBe(text);
});

test("shows two decimals of a balance, or none if they are zero [H-05]", () => {
  expect(formatPoints(125_000)).toBe("1,250");
  expect(formatPoints(125_050)).toBe("1,250.50");
  expect(formatPoints(0)).toBe("0");
});

test("always shows two decimals in the coin history [O-06]", () => {
  expect(formatExactPoints(12_500_000)).toBe("1,25,000.00");
});

test("shows a time on India's clock, in every time zone of the machine", () => {
  expect(formatDateTime(Date.parse("2026-11-21T10:35:00Z"))).toBe("21 Nov 2026, 4:05 pm");
  expect(formatDateTime(Date.parse("2026-12-31T18:30:00Z"))).toBe("1 Jan 2027, 12:00 am");
  expect(formatDateTime(Date.parse("2026-11-21T06:30:00Z"))).toBe("21 Nov 2026, 12:00 pm");
  expect(formatDate(Date.parse("2026-01-05T20:00:00Z"))).toBe("6 Jan 2026");
});

test("shows dates and times in the language of the request, with Latin digits", () => {
  const show = (locale: string) =>
    inLanguage({ ...languages.get("hi")!, code: locale, locale }, () => [
      formatDateTime(Date.parse("2026-11-21T10:35:00Z")),
      formatDate(Date.parse("2026-01-05T20:00:00Z")),
      formatDay("2026-12-01"),
    ]);
  expect(show("hi-IN")).toEqual(["21 नवंबर 2026, 4:05 pm", "6 जनवरी 2026", "1 दिसंबर 2026"]);
  for (const locale of ["ta-IN", "mr-IN", "fa-IR", "ar-EG"])
    for (const text of show(locale)) expect(text).toMatch(/202[67]/);
  expect(formatDay("2026-12-01")).toBe("1 Dec 2026");
});

test("shows seconds in words without parts that are zero", () => {
  expect(formatDuration(125)).toBe("2 min 5 s");
  expect(formatDuration(120)).toBe("2 min");
  expect(formatDuration(9)).toBe("9 s");
  expect(formatDuration(0)).toBe("0 s");
});
