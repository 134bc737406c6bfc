import { describe, expect, test } from "vitest";

import { decodeText, findEncoding, toUtf8 } from "../../../../../api/domain/files/text-encoding.ts";

const TEXT = "₹ é – नमस्ते";

const utf16be = (text: string) => Buffer.from(text, "utf16le").swap16();

async function* piecesOf(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

describe("A text", () => {
  test.each([
    ["UTF-8", Buffer.from(TEXT), "utf-8"],
    ["UTF-8 with its mark", Buffer.from(`\uFEFF${TEXT}`), "utf-8"],
    ["UTF-16", Buffer.from(`\uFEFF${TEXT}`, "utf16le"), "utf-16le"],
    ["UTF-16 without its mark", Buffer.from(TEXT, "utf16le"), "utf-16le"],
    ["big-endian UTF-16", utf16be(`\uFEFF${TEXT}`), "utf-16be"],
    ["big-endian UTF-16 without its mark", utf16be(TEXT), "utf-16be"],
  ])("in %s is decoded without its mark", async (_name, bytes, encoding) =>
    expect(await decodeText(bytes)).toEqual({ text: TEXT, encoding }),
  );

  test("in Windows-1252 is decoded", async () => {
    const bytes = Buffer.from([0x43, 0x61, 0x66, 0xe9, 0x20, 0x93]);
    expect(await decodeText(bytes)).toEqual({ text: "Café “", encoding: "windows-1252" });
  });

  test("is decoded from pieces that cut its letters, and from any byte onward", async () => {
    const bytes = utf16be(`\uFEFF${TEXT}`);
    for (const size of [1, 2, 3, 100]) {
      expect(await findEncoding(() => piecesOf(Buffer.from(TEXT), size))).toBe("utf-8");
      for (const skip of [0, 3, 7]) {
        const rest = Buffer.concat(await Array.fromAsync(toUtf8(piecesOf(bytes, size), "utf-16be", skip)));
        expect(rest).toEqual(Buffer.from(TEXT).subarray(skip));
      }
    }
  });

  test("is UTF-8 only if all bytes are, even the last one", async () => {
    const bytes = Buffer.concat([Buffer.alloc(100_000, "a"), Buffer.from([0xe9])]);
    expect((await decodeText(bytes)).encoding).toBe("windows-1252");
  });

  test("that mixes UTF-8 with another encoding is refused", async () => {
    const bytes = Buffer.concat([Buffer.from("é è à"), Buffer.from([0xe9])]);
    await expect(decodeText(bytes)).rejects.toThrow("Most of this file is UTF-8");
  });

  test.each([
    ["ends within a letter", [0xff, 0xfe, 0x41]],
    ["has half of a pair", [0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00]],
  ])("in UTF-16 is refused if it %s", async (_name, bytes) => {
    await expect(decodeText(Buffer.from(bytes))).rejects.toThrow("damaged");
  });
});
