import { expect, test } from "vitest";

import { financialYear, readReceiptNumber, receiptNumber } from "../../../../api/domain/receipts.ts";

test.each([
  ["2026-04-01T00:00:00+05:30", "2026-27"],
  ["2026-03-31T23:59:59.999+05:30", "2025-26"],
  // Already April in India.
  ["2026-03-31T18:30:00Z", "2026-27"],
  ["2026-12-31T20:00:00Z", "2026-27"],
  ["2027-01-01T00:00:00Z", "2026-27"],
  ["2100-01-01T00:00:00Z", "2099-00"],
])("puts %s in the financial year %s", (at, year) => expect(financialYear(Date.parse(at))).toBe(year));

test("gives a number six digits or more, and at most 16 characters", () => {
  expect(receiptNumber("2026-27", 1)).toBe("2026-27/000001");
  expect(receiptNumber("2026-27", 99_999_999)).toBe("2026-27/99999999");
  expect(receiptNumber("2026-27", 99_999_999).length).toBe(16);
});

test.each(["2026-27/000123", " 2026–27 / 123", "Receipt no. 2026-27/000123.", "receipt: 2026-27/123", "२०२६-२७/१२३"])(
  "reads the number in %s",
  (typed) => expect(readReceiptNumber(typed)).toEqual({ year: "2026-27", serial: 123 }),
);

test.each(["2026-27", "2026-27/", "2026-27/9999999999", "000123", "ORD2026-27/123", "26-27/123"])(
  "reads none in %s",
  (typed) => expect(readReceiptNumber(typed)).toBeUndefined(),
);
