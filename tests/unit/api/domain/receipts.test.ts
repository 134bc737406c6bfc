import { expect, test } from "vitest";

import { financialYear, receiptNumber } from "../../../../api/domain/receipts.ts";

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
