import { describe, expect, test } from "vitest";

import { couponCodes, newCouponCode } from "../../../../api/domain/coins.ts";
import { coverCode } from "../../../../api/domain/cover-code.ts";
import { codeHashes, seal, unseal } from "../../../../api/domain/encryption.ts";
import { createTenantKeys } from "../../../../api/domain/keys.ts";
import { isOwnUrl } from "../../../../api/domain/return-urls.ts";

const OLD = { id: "2025", bytes: Buffer.alloc(32, 1) };
const NEW = { id: "2026", bytes: Buffer.alloc(32, 2) };
const owner = { tenantId: "acme", id: "voucher-1" };

test.each([
  ["1234-5678-9012-3456", "•••• 3456"],
  ["AB CD 12 34", "•••• 1234"],
  ["1234-567", "••••"],
  ["1234", "••••"],
  ["", "••••"],
])("covers the code %j as %j, so that at least half of it stays secret", (code, covered) => {
  expect(coverCode(code)).toBe(covered);
});

describe("sealed codes", () => {
  const keys = createTenantKeys([OLD], "acme");

  test("open only with their key and for their own row, and never look the same twice [AUTH-05]", () => {
    const sealed = seal(keys, "voucher", "CARD-₹-1234", owner);
    expect(unseal(keys, "voucher", sealed, owner)).toBe("CARD-₹-1234");
    expect(seal(keys, "voucher", "CARD-₹-1234", owner)).not.toBe(sealed);
    expect(() => unseal(keys, "voucher", sealed, { ...owner, id: "voucher-2" })).toThrow();
    expect(() => unseal(keys, "voucher", sealed, { ...owner, tenantId: "globex" })).toThrow();
    expect(() => unseal(keys, "coupon", sealed, owner)).toThrow();
    expect(() => unseal(createTenantKeys([OLD], "globex"), "voucher", sealed, owner)).toThrow();
  });

  test("are refused when a character is changed [AUTH-05]", () => {
    const sealed = seal(keys, "voucher", "CARD-1234", owner);
    const [id, payload] = sealed.split(":");
    const bytes = Buffer.from(payload!, "base64url");
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes);
      changed[i]! ^= 1;
      expect(() => unseal(keys, "voucher", `${id}:${changed.toString("base64url")}`, owner)).toThrow();
    }
    expect(() => unseal(keys, "voucher", `${id}:${bytes.subarray(0, -8).toString("base64url")}`, owner)).toThrow();
  });

  test("after a rotation old texts still open, new ones use the new key, and both hashes are found", () => {
    const rotated = createTenantKeys([NEW, OLD], "acme");
    const sealed = seal(keys, "voucher", "CARD-1234", owner);
    expect(unseal(rotated, "voucher", sealed, owner)).toBe("CARD-1234");
    expect(seal(rotated, "voucher", "CARD-1234", owner)).toMatch(/^2026:/);
    expect(codeHashes(rotated, "coupon", "CODE-1")).toContain(codeHashes(keys, "coupon", "CODE-1")[0]);
    expect(codeHashes(rotated, "coupon", "CODE-1")[0]).toMatch(/^2026:/);
    expect(() => unseal(createTenantKeys([NEW], "acme"), "voucher", sealed, owner)).toThrow("2025");
  });
});

describe("coupon codes", () => {
  test.each([
    [" welcome-100 ", ["WELCOME100", "WELCOME-100"]],
    ["“welcome‑100”.", ["WELCOME100", "WELCOME-100"]],
    ["WELCOME 100", ["WELCOME100", "WELCOME-100"]],
    ["WELCOME100", ["WELCOME100"]],
    ["k7qd9xwm4trbhc2n", ["K7QD-9XWM-4TRB-HC2N", "K7QD9XWM4TRBHC2N"]],
    ["K7QD 9XWM – 4TRB-HC2N", ["K7QD-9XWM-4TRB-HC2N"]],
    ["ABCD", ["ABCD"]],
    ["a".repeat(32), ["A".repeat(32)]],
    ["oﬃce", ["OFFICE"]],
    ["ＡＢＣＤ", ["ABCD"]],
    ["abc", []],
    ["a---b", []],
    ["a".repeat(33), []],
    ["STRAßE", []],
    ["gıft", []],
    ["*AB_CD*", ["ABCD", "AB-CD"]],
    ["AB%CD", []],
    [1234, []],
  ])("%j is stored as one of %j [INP-15]", (typed, codes) => expect(couponCodes(typed)).toEqual(codes));

  test("are generated in the stored form, with 80 bits, and all different [AUTH-10]", () => {
    const codes = Array.from({ length: 2000 }, newCouponCode);
    expect(new Set(codes).size).toBe(2000);
    for (const code of codes) expect([couponCodes(code)[0], code.replaceAll("-", "").length]).toEqual([code, 16]);
    expect(new Set(codes.join("").replaceAll("-", "")).size).toBe(32); // 16 letters of 32 each
  });
});

describe("return URLs", () => {
  const tenant = { hostnames: ["shop.example", "acme.localhost"], origin: "https://shop.example:8443" };
  test.each([
    ["https://shop.example/payment-success?orderid=1", true],
    ["https://shop.example:8443/x", true],
    ["http://acme.localhost:3000/x", true],
    ["http://shop.example/x", false],
    ["https://shop.example:444/x", false],
    ["https://shop.example.evil.example/x", false],
    ["https://evil.example/shop.example", false],
    ["https://shop.example@evil.example/", false],
    ["https://user:pass@shop.example/", false],
    ["//shop.example/x", false],
    ["javascript:alert(1)//shop.example", false],
    ["data:text/html,shop.example", false],
    ["", false],
  ])("%s: %s [RED-03]", (url, isOwn) => expect(isOwnUrl(tenant, url)).toBe(isOwn));
});
