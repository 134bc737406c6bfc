import { expect, test } from "vitest";

import { parseHost } from "#app/tenant/hostname.ts";

const GOOD: [header: string, hostname: string, port: string][] = [
  ["aurora.localhost", "aurora.localhost", ""],
  ["aurora.localhost:3000", "aurora.localhost", "3000"],
  ["AURORA.Localhost:80", "aurora.localhost", "80"],
  ["shop.example.", "shop.example", ""],
  ["127.0.0.1:3000", "127.0.0.1", "3000"],
  ["xn--bcher-kva.example", "xn--bcher-kva.example", ""],
  ["a", "a", ""],
];

const BAD = [
  undefined,
  "",
  " ",
  "a b",
  "exa%6Dple.com",
  "user@evil.example",
  "user:pass@evil.example",
  "0x7f.1",
  "127.1",
  "2130706433",
  "256.0.0.1",
  "01.2.3.4",
  "[::1]",
  "[::1",
  "shop.example:",
  "shop.example:99999",
  "shop.example:80:80",
  "shop.example/path",
  "shop.example?x",
  "shop.example#x",
  "shop\\.example",
  "-shop.example",
  "shop-.example",
  "shop..example",
  ".shop.example",
  "shop.example..",
  "shop_x.example",
  "bücher.example",
  "shop.example\t",
  "shop.example\r\nX: y",
  `${"a".repeat(64)}.example`,
  `${"a.".repeat(127)}ab`,
];

test.each(GOOD)("understands %s [HOST-01]", (header, hostname, port) => {
  expect(parseHost(header)).toEqual({ hostname, port });
});

test.each(BAD)("refuses %j [HOST-01]", (header) => {
  expect(parseHost(header)).toBeNull();
});

test("every hostname that it understands means the same to a URL parser [HOST-01]", () => {
  const letters = ["a", "Z", "0", "7", "x", "-", ".", ":", "%", "@", "_", "1", "f"];
  let seed = 7;
  const next = (below: number) => (seed = (seed * 48271) % 2147483647) % below;
  let understood = 0;
  for (let round = 0; round < 50_000; round++) {
    const header = Array.from({ length: 1 + next(12) }, () => letters[next(letters.length)]).join("");
    const parsed = parseHost(header);
    if (!parsed) continue;
    understood += 1;
    const url = new URL(`http://${header}`);
    expect([header, url.hostname.replace(/\.$/, "")]).toEqual([header, parsed.hostname]);
  }
  expect(understood).toBeGreaterThan(1_000);
});
