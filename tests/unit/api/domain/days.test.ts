import { expect, test } from "vitest";

import { formatDate, formatDateTime, indianDay, indianTime, readEndOfDay } from "../../../../api/domain/days.ts";
import { inLanguage, languages } from "../../../../config/language/current.ts";

test.each([
  ["2026-11-22T10:16:00.999Z", "2026-11-22T15:46:00"],
  ["2026-12-31T18:29:59.999Z", "2026-12-31T23:59:59"],
  ["2026-12-31T18:30:00Z", "2027-01-01T00:00:00"],
])("clocks in India show at %s %s", (at, there) => {
  expect(indianTime(Date.parse(at))).toBe(there);
  expect(indianDay(Date.parse(at))).toBe(there.slice(0, 10));
});

test.each([
  ["2027-03-31", "2027-03-31T18:29:59.999Z"],
  ["2028-02-29", "2028-02-29T18:29:59.999Z"],
  ["31-03-2027", "2027-03-31T18:29:59.999Z"],
])("%s ends in India at %s", (day, end) => expect(readEndOfDay(day)).toBe(Date.parse(end)));

test.each(["2027-02-30", "2027-02-29", "2027-13-01", "03/31/2027", " ", "tomorrow"])("%j is not a day", (text) =>
  expect(readEndOfDay(text)).toBeUndefined(),
);

test("an empty text means that there is no end", () => expect(readEndOfDay("")).toBeNull());

test("dates and times are those of India in the current language, by default in English", () => {
  const at = Date.parse("2026-11-21T18:37:00Z");
  const both = () => [formatDate(at), formatDateTime(at)];
  expect(both()).toEqual(["22 Nov 2026", "22 Nov 2026, 12:07 am"]);
  expect(inLanguage(languages.get("hi")!, both)).toEqual(["22 नवंबर 2026", "22 नवंबर 2026, 12:07 am"]);
});
