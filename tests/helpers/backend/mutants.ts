/** Numbers from 0 to 1 that are the same at every run (mulberry32). */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Values that a faulty backend writes in the place of others. */
const ODD: unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  1e300,
  -1e300,
  9007199254740993,
  0.1 + 0.2,
  "",
  " ",
  "0",
  "-5",
  "12abc",
  "1,000.50",
  "1e5",
  "NaN",
  "null",
  "[object Object]",
  "\u0000",
  "\ud800",
  "<b>x</b>",
  "2026-13-45",
  "9999-99-99T99:99:99",
  "javascript:alert(1)",
  "//evil.example",
  "x".repeat(30_000),
  "🎁".repeat(50),
  [],
  {},
  [null],
  [[]],
  [1, "2", { a: 3 }],
  { id: null },
  { __proto__x: 1 },
  { then: "x" },
  { length: 5 },
  { toString: 7 },
];
const WIDE = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field${index}`, index]));

type Place = { parent: Record<string, unknown>; key: string };

function placesIn(value: unknown, places: Place[] = []): Place[] {
  if (typeof value !== "object" || value === null) return places;
  for (const key of Object.keys(value)) {
    places.push({ parent: value as Place["parent"], key });
    placesIn((value as Place["parent"])[key], places);
  }
  return places;
}

/** A good answer with one to three changes: another type, a missing, doubled or wrapped value, or unknown fields. */
export function mutate(golden: unknown, random: () => number): unknown {
  const root = { answer: structuredClone(golden) };
  const pick = <T>(from: T[]) => from[Math.floor(random() * from.length)]!;
  for (let changes = 1 + Math.floor(random() * 3); changes > 0; changes--) {
    const places = placesIn(root);
    if (places.length === 0) break; // nothing is left to change
    const { parent, key } = pick(places);
    const old = parent[key];
    const change = pick([
      () => (parent[key] = structuredClone(pick(ODD))),
      () => (parent[key] = structuredClone(pick(ODD))),
      () => (Array.isArray(parent) ? parent.splice(Number(key), 1) : delete parent[key]),
      () => (parent[key] = [old]),
      () => (parent[key] = { value: old }),
      () => (parent[key] = Array.isArray(old) ? [...old, ...structuredClone(old), pick(ODD)] : String(old)),
      () => (parent[key] = Array.isArray(old) ? Object.fromEntries(old.map((item, at) => [at, item])) : [old, old]),
      () =>
        typeof old === "object" && old !== null && !Array.isArray(old) && random() < 0.05 && Object.assign(old, WIDE),
    ]);
    change();
  }
  return root.answer;
}
