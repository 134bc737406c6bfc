import { expect, test } from "vitest";

import {
  signCashfree,
  signPhonePe,
  signRazorpay,
  signWoohoo,
  woohooMessage,
} from "../../../simulators/wire/signing.ts";

// The vendors' own vectors: razorpay-node's test/utils/razorpay-utils.spec.js, phonepe-pg-sdk-node's tests/callback.test.ts,
// and the sample of qwikcilver/qwikgiftapioauth2sign. Cashfree publishes none; this one was computed with openssl.

test("Razorpay signs a webhook's body", () => {
  const body = `{"a":1,"b":2,"c":{"d":3}}`;
  expect(signRazorpay("123456", body)).toBe("2fe04e22977002e6c7cb553adab8b460cb9e2a4970d5953cb27a8472752e3bbc");
});

test("Razorpay signs the return of an order and of a payment link", () => {
  const key = "EnLs21M47BllR3X8PSFtjtbd";
  expect(signRazorpay(key, "order_IEIaMR65cu6nz3", "pay_IH4NVgf4Dreq1l")).toBe(
    "0d4e745a1838664ad6c9c9902212a32d627d68e917290b0ad5f08ff4561bc50f",
  );
  expect(signRazorpay(key, "plink_IH3cNucfVEgV68", "TSsd1989", "paid", "pay_IH3d0ara9bSsjQ")).toBe(
    "07ae18789e35093e51d0a491eb9922646f3f82773547e5b0f67ee3f2d3bf7d5b",
  );
});

test("Cashfree signs the timestamp and the body, with nothing between them", () => {
  const body = `{"data":{"order":{"order_id":"order_OFR_2","order_amount":2.00}},"type":"PAYMENT_SUCCESS_WEBHOOK"}`;
  expect(signCashfree("test_secret", "1746427759733", body)).toBe("km2f2v7eFFWYfQTevtZydHnVQ/R/X436RkFCC0pAeAU=");
});

test("PhonePe's proof is the hash of user and password", () => {
  expect(signPhonePe("username", "password")).toBe("bc842c31a9e54efe320d30d948be61291f3ceee4766e36ab25fa65243cd76e0e");
});

test("Woohoo signs method, address and sorted body", () => {
  const url = "https://host.example/rest/v3/orders";
  const body = { q: [{ f: 1, d: 2 }], a: "something" };
  expect(woohooMessage("post", url, body)).toBe(
    "POST&https%3A%2F%2Fhost.example%2Frest%2Fv3%2Forders&%7B%22a%22%3A%22something%22%2C%22q%22%3A%5B%7B%22d%22%3A2%2C%22f%22%3A1%7D%5D%7D",
  );
  expect(signWoohoo("secret string", "POST", url, body)).toBe(
    "cbf127121177572c11bebd919026547aade2804b9208f1b77c62f18c8c4e5f9f0ce857ec393459fcef36a6f6aef2e44e914466070f4ec3abb82cebaaa1c29eff",
  );
});

test("Woohoo sorts the query, and encodes what encodeURIComponent leaves", () => {
  expect(woohooMessage("GET", "https://host.example/a?offset=0&limit=5")).toBe(
    "GET&https%3A%2F%2Fhost.example%2Fa%3Flimit%3D5%26offset%3D0",
  );
  expect(woohooMessage("POST", "https://host.example/a", { m: "it's (so)!" })).toContain("it%27s%20%28so%29%21");
});
