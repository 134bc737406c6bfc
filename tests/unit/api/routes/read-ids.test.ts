import { expect, test } from "vitest";

import { readIds } from "../../../../api/routes/staff/bulk/read-ids.ts";

const pages = (count: number) => (after: number | undefined, limit: number) => {
  const start = after ?? 0;
  const ids = Array.from({ length: Math.min(limit, count - start) }, (_, at) => String(start + at));
  const end = start + ids.length;
  return Promise.resolve({ ids, next: end < count ? end : undefined });
};

test("a filter may choose 10,000 rows, and no more", async () => {
  expect(await readIds(pages(10_000))).toHaveLength(10_000);
  await expect(readIds(pages(10_001))).rejects.toThrow("More than 10000 rows match. Narrow the filter.");
});
