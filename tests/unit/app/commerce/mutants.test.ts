import { describe, expect, test } from "vitest";

import { ANSWERS } from "../../../helpers/backend/golden-answers.ts";
import { createRandom, mutate } from "../../../helpers/backend/mutants.ts";

// Answers of a broken backend: reading them never fails, and the results have the shop's shapes.

/** The kinds of values at each place, a list's items counting as one place. */
function kindsOf(value: unknown, path = "", kinds = new Map<string, Set<string>>()) {
  if (value === undefined) return kinds;
  const kind = value === null ? "nothing" : Array.isArray(value) ? "list" : typeof value;
  kinds.set(path, (kinds.get(path) ?? new Set()).add(kind));
  if (Array.isArray(value)) for (const item of value) kindsOf(item, `${path}[]`, kinds);
  else if (kind === "object")
    for (const [key, item] of Object.entries(value as object)) kindsOf(item, `${path}.${key}`, kinds);
  return kinds;
}

/** Values that no page can show: no number, a time that no calendar has. */
function unusable(value: unknown, path = ""): string[] {
  if (typeof value === "number") {
    const isTime = /(At|expiresAt)$/.test(path);
    return Number.isFinite(value) && (!isTime || !Number.isNaN(new Date(value).getTime())) ? [] : [`${path}: ${value}`];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => unusable(item, `${path}.${key}`));
}

describe("answers with mistakes", () => {
  test.each(ANSWERS)(
    "%s: reads or refuses each of 400 mutants, and never half of one [SSR-04]",
    (name, schema, full, least) => {
      const known = kindsOf(schema.parse(full), "", kindsOf(schema.parse(least)));
      const random = createRandom(7);
      const faults: string[] = [];
      let read = 0;
      for (let mutant = 0; mutant < 400; mutant++) {
        const answer = mutate(full, random);
        const parsed = schema.safeParse(JSON.parse(JSON.stringify(answer) ?? "null"));
        if (!parsed.success) continue;
        read += 1;
        for (const [path, kinds] of kindsOf(parsed.data)) {
          const odd = [...kinds].filter((kind) => !known.get(path)?.has(kind));
          faults.push(...odd.map((kind) => `${path} is ${kind}`));
        }
        faults.push(...unusable(parsed.data));
      }
      expect([...new Set(faults)]).toEqual([]);
      // One bad place costs itself, not the answer. A cart's total needs all of them.
      expect(read).toBeGreaterThan(name === "cart" ? 0 : 100);
    },
  );
});
