import { expect, test } from "vitest";

import { sealWith } from "#app/session/seal.server.ts";

const [older, newer, other] = ["an-older-secret", "a-newer-secret", "somebody-else's"];
const TEXTS = ["x", "₹ 500 for Meera 🎁", "y".repeat(2_000)];

test.each(TEXTS)("reads back sealed text, which reveals nothing and differs each time: %.20s [SES-08]", (text) => {
  const { encode, decode } = sealWith([newer]);
  const sealed = encode(text);
  expect(decode(sealed)).toBe(text);
  expect(sealed).toMatch(/^[\w-]+$/);
  expect(Buffer.from(sealed, "base64url").length).toBe(12 + Buffer.byteLength(text) + 16);
  expect(Buffer.from(sealed, "base64url").toString("latin1")).not.toContain(text.repeat(2).slice(0, 20));
  expect(encode(text)).not.toBe(sealed);
});

test("opens with an older secret but no unknown one, and seals with the first [SES-08]", () => {
  const sealed = sealWith([older]).encode("hello");
  expect(sealWith([newer, older]).decode(sealed)).toBe("hello");
  expect(sealWith([newer, other]).decode(sealed)).toBe(sealed);
  expect(sealWith([newer]).decode(sealWith([newer, older]).encode("hello"))).toBe("hello");
});

test("reads nothing after a flipped bit, a cut, or from made-up text [SES-08]", () => {
  const { encode, decode } = sealWith([newer, older]);
  const bytes = Buffer.from(encode("hello"), "base64url");
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3]! ^= 1 << (bit & 7);
    const text = changed.toString("base64url");
    expect(decode(text)).toBe(text);
  }
  for (let length = 0; length < bytes.length; length++) {
    const text = bytes.subarray(0, length).toString("base64url");
    expect(decode(text)).toBe(text);
  }
  expect([decode(""), decode("no seal"), encode("")]).toEqual(["", "no seal", ""]);
});
