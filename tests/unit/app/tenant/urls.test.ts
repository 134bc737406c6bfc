import { describe, expect, test } from "vitest";

import {
  isPageOf,
  isPlainPath,
  resolveWithin,
  safeImageUrl,
  safeLink,
  safePath,
  safePaymentLink,
  safeRedirectTarget,
} from "#app/tenant/urls.ts";

import { TenantSchema } from "../../../../config/brand/schema.ts";

const tenant = TenantSchema.parse({
  id: "acme",
  hostnames: ["shop.acme.example"],
  redirectOrigins: ["https://pay.acme.example"],
  imageOrigins: ["https://cdn.acme.example"],
});
const origin = "https://shop.acme.example";

const EVIL = [
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "https://evil.example",
  "https:evil.example",
  "http:/evil.example",
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  " javascript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "file:///etc/passwd",
  "blob:https://shop.acme.example/1",
  "evil.example",
  "@evil.example",
  "?next=1",
  "",
  "/a\u0000b",
  "/a b",
  "/a\u007fb",
];

test.each(["//evil.example/x", "/.//evil.example", "/\\\\evil.example"])(
  "keeps an address of the shop with the path %j on its origin [RED-02]",
  (path) => {
    expect(safeRedirectTarget(origin + path, tenant, origin)).toBeNull();
    expect(safePaymentLink(origin + path, tenant, origin)).toBeNull();
    expect(safeRedirectTarget(`${origin}/cart?x=1`, tenant, origin)).toBe("/cart?x=1");
  },
);

describe("safePath", () => {
  test.each(EVIL)("%j falls back [RED-01]", (target) => {
    expect(safePath(target, "/fallback")).toBe("/fallback");
  });

  test.each([undefined, null, 7, {}, ["/cart"]])("%j falls back [RED-01]", (target) => {
    expect(safePath(target)).toBe("/");
  });

  test.each([
    ["/", "/"],
    ["/cart?x=1#y", "/cart?x=1#y"],
    ["/a/../cart", "/cart"],
    ["/redeem-voucher?code=%2F%2Fevil", "/redeem-voucher?code=%2F%2Fevil"],
  ])("keeps %s in the shop", (target, path) => {
    expect(safePath(target, "/fallback")).toBe(path);
  });

  test.each(["//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example"])(
    "refuses %j with each of its two checks alone",
    (target) => {
      expect(isPlainPath(target)).toBe(false);
      expect(resolveWithin(target)).toBeNull();
    },
  );

  test("passes no path that leaves the origin in any browser's reading [RED-01]", () => {
    const parts = [
      "/",
      "\\",
      "..",
      ".",
      "evil.example",
      "//",
      ":",
      "@",
      "%2f",
      "%5c",
      "?",
      "#",
      "a",
      "\t",
      " ",
      "http:",
    ];
    let seed = 11;
    const next = () => (seed = (seed * 48271) % 2147483647) % parts.length;
    const reached = new Set<string>();
    for (let round = 0; round < 50_000; round++) {
      const target = Array.from({ length: 1 + (round % 6) }, () => parts[next()]).join("");
      reached.add(new URL(safePath(target), origin).origin);
    }
    expect([...reached]).toEqual([origin]);
  });
});

describe("safeRedirectTarget", () => {
  test.each([
    ["/order-history", "/order-history"],
    [`${origin}/order-history?x=1`, "/order-history?x=1"],
    ["https://pay.acme.example/done", "https://pay.acme.example/done"],
    ["http://pay.acme.example/done", null],
    ["https://pay.acme.example.evil.example/", null],
    ["https://pay.acme.example:444/", null],
    ["//evil.example", null],
    [null, null],
  ])("leads from %j to %j [RED-03]", (target, expected) => {
    expect(safeRedirectTarget(target, tenant, origin)).toBe(expected);
  });

  test.each(EVIL.filter(Boolean))("refuses %j [RED-03]", (target) => {
    expect(safeRedirectTarget(target, tenant, origin)).toBeNull();
  });
});

test("refuses a blob: URL of the shop's origin", () => {
  expect(isPageOf(new URL(`${origin}/cart`), origin)).toBe(true);
  expect(isPageOf(new URL(`blob:${origin}/cart`), origin)).toBe(false);
});

describe("safePaymentLink", () => {
  const allowed = [
    "upi://pay?pa=a%40b&am=1",
    "phonepe://pay?x",
    "paytmmp://pay?x",
    "tez://upi/pay?x",
    "gpay://upi/pay?x",
    "/sandbox/pay/1",
    "https://pay.acme.example/1",
    "intent://pay?x#Intent;scheme=upi;package=a.b;end",
  ];
  test.each(allowed)("offers %s [P-05] [RED-04]", (link) => {
    expect(safePaymentLink(link, tenant, origin)).toBe(link);
  });

  const refused = [
    ...EVIL,
    undefined,
    "https://pay.evil.example/1",
    "http://pay.acme.example/1",
    "intent://pay#Intent;scheme=http;end",
    "intent://pay#Intent;scheme=upi;S.browser_fallback_url=https%3A%2F%2Fevil.example;end",
    "sms:+911234567890",
    "ftp://pay.acme.example/1",
  ];
  test.each(refused)("does not offer %j [RED-04]", (link) => {
    expect(safePaymentLink(link, tenant, origin)).toBeNull();
  });
});

const PICTURES = [
  ["/media/1.svg", "/media/1.svg"],
  ["https://cdn.acme.example/1.png", "https://cdn.acme.example/1.png"],
  ["http://cdn.acme.example/1.png", null],
  ["https://evil.example/1.png", null],
  ["data:image/svg+xml,x", null],
  ["//evil.example/1.png", null],
  [null, null],
];
test.each(PICTURES)("loads the picture %j as %j [RED-05]", (source, expected) => {
  expect(safeImageUrl(source, tenant)).toBe(expected);
});

const LINKS = [
  ["https://brand.example/claim", "https://brand.example/claim"],
  ["http://brand.example/claim", null],
  ["javascript:alert(1)", null],
  ["data:text/html,x", null],
  ["//evil.example", null],
];
test.each(LINKS)("turns the link %j into %j [RED-05]", (target, expected) => {
  expect(safeLink(target)).toBe(expected);
});
