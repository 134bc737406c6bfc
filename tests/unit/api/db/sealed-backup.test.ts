import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openBackup, sealBackup } from "../../../../api/db/sealed-backup.ts";
import { createTenantKeys, type Key } from "../../../../api/domain/keys.ts";

const OLD: Key = { id: "2025", bytes: Buffer.alloc(32, 1) };
const NEW: Key = { id: "2026", bytes: Buffer.alloc(32, 2) };
const CHUNK = 64 * 1024;
const SEALED_CHUNK = CHUNK + 16;
const about = { brand: "acme", engine: "sqlite" } as const;

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "awning-test-"))));
afterAll(() => rmSync(folder, { recursive: true }));

async function* inPieces(bytes: Buffer, size = 10_000) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const sealed = (plain: Buffer, dataKeys = [OLD], brand = "acme") =>
  buffer(sealBackup(inPieces(plain), createTenantKeys(dataKeys, brand), { ...about, brand }));
/** Bytes that differ from chunk to chunk. */
const sample = (length: number) => Buffer.from(Array.from({ length }, (_, at) => (at + (at >> 16) * 7) & 0xff));

async function openBytes(bytes: Buffer, dataKeys = [OLD]) {
  const file = join(folder, "one.backup");
  writeFileSync(file, bytes);
  const opened = await openBackup(file, (brand) => createTenantKeys(dataKeys, brand));
  return opened === "plain" ? opened : { ...opened, plain: await buffer(opened.read()) };
}

test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 5])(
  "returns %i bytes unchanged, and the file does not show them",
  async (length) => {
    const bytes = await sealed(sample(length));
    expect(await openBytes(bytes)).toMatchObject({ ...about, plain: sample(length) });
    expect(length < 100 || !bytes.includes(sample(100))).toBe(true);
  },
);

test("opens a file with the key that made it, even an older key, and otherwise reports the id of the key", async () => {
  const bytes = await sealed(sample(10));
  expect(await openBytes(bytes, [NEW, OLD])).toMatchObject({ plain: sample(10) });
  await expect(openBytes(bytes, [NEW])).rejects.toThrow('needs the key "2025", but DATA_KEY lists only: 2026');
  await expect(openBytes(bytes, [{ ...OLD, bytes: NEW.bytes }])).rejects.toThrow(
    "DATA_KEY has another key with that id",
  );
});

test("refuses a file from a newer version, with that reason", async () => {
  const bytes = await sealed(sample(10));
  bytes[8] = 2;
  await expect(openBytes(bytes)).rejects.toThrow("a newer version of Awning wrote");
});

describe("reads nothing of a file that was changed", async () => {
  const REFUSED = /changed or cut|is not a backup|newer version|needs the key/;
  const LENGTH = 3 * CHUNK + 5;
  const bytes = await sealed(sample(LENGTH));
  const head = bytes.length - (LENGTH + 4 * 16);
  const chunk = (n: number, of = bytes) => of.subarray(head + n * SEALED_CHUNK, head + (n + 1) * SEALED_CHUNK);
  const start = bytes.subarray(0, head);
  const twin = await sealed(sample(LENGTH)); // of the same brand and key
  const flipped = (at: number) => Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ 1 : byte)));
  const swapBrand = Buffer.from(bytes.toString("latin1").replace('"acme"', '"acne"'), "latin1");

  /** The header says "postgres", and its length is right. */
  function swapEngine() {
    const json = Buffer.from(start.subarray(11).toString().replace('"sqlite"', '"postgres"'));
    const longer = Buffer.concat([start.subarray(0, 11), json, bytes.subarray(head)]);
    longer.writeUInt16BE(json.length, 9);
    return longer;
  }

  test.each<[string, Buffer]>([
    ["the first byte of a chunk", flipped(head)],
    ["the last chunk's tag", flipped(bytes.length - 1)],
    ["a byte in the middle", flipped(head + 2 * SEALED_CHUNK + 100)],
    ["a byte too few", bytes.subarray(0, -1)],
    ["cut between two chunks", bytes.subarray(0, head + 2 * SEALED_CHUNK)],
    ["cut before the last chunk", bytes.subarray(0, head + 3 * SEALED_CHUNK)],
    ["nothing but its beginning", start],
    ["half of its beginning", bytes.subarray(0, 20)],
    ["one byte more", Buffer.concat([bytes, Buffer.alloc(1)])],
    ["its last chunk twice", Buffer.concat([bytes, chunk(3)])],
    ["two chunks exchanged", Buffer.concat([start, chunk(1), chunk(0), chunk(2), chunk(3)])],
    ["a chunk left out", Buffer.concat([start, chunk(0), chunk(2), chunk(3)])],
    ["a chunk of another file", Buffer.concat([start, chunk(0), chunk(1, twin), chunk(2), chunk(3)])],
    ["another brand's name", swapBrand],
    ["another engine's name", swapEngine()],
  ])("%s", async (_, changed) => {
    expect(changed.equals(bytes)).toBe(false);
    await expect(openBytes(changed)).rejects.toThrow(REFUSED);
  });

  test("refuses a change in any byte of the header", async () => {
    for (let at = 0; at < head; at++) await expect(openBytes(flipped(at))).rejects.toThrow(REFUSED);
  });

  test("returns only verified chunks before the change", async () => {
    writeFileSync(join(folder, "two.backup"), flipped(bytes.length - 1));
    const opened = await openBackup(join(folder, "two.backup"), (brand) => createTenantKeys([OLD], brand));
    const read = (opened as Exclude<typeof opened, "plain">).read();
    const whole = sample(LENGTH);
    for (let n = 0; n < 3; n++) {
      expect((await read.next()).value.equals(whole.subarray(n * CHUNK, (n + 1) * CHUNK))).toBe(true);
    }
    await expect(read.next()).rejects.toThrow("was changed or cut short");
  });
});

test("recognises the backups of older versions, and nothing else", async () => {
  expect(await openBytes(Buffer.from("SQLite format 3\0 and so on"))).toBe("plain");
  expect(await openBytes(Buffer.from("PGDMP and so on"))).toBe("plain");
  await expect(openBytes(Buffer.from("a letter"))).rejects.toThrow("is not a backup of Awning");
  await expect(openBytes(Buffer.alloc(0))).rejects.toThrow("is not a backup of Awning");
});

test("keeps at most two chunks in memory, even for long content", async () => {
  let given = 0;
  async function* endless() {
    for (;;) yield Buffer.alloc(CHUNK, given++);
  }
  const out = sealBackup(endless(), createTenantKeys([OLD], "acme"), about);
  await out.next();
  for (let n = 1; n <= 50; n++) {
    await out.next();
    expect(given - n).toBeLessThanOrEqual(2);
  }
});
