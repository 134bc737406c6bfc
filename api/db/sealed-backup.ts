import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, type KeyObject, randomBytes } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";

import { z } from "zod";

import type { TenantKeys } from "../domain/keys.ts";
import { BackupError } from "./backup-error.ts";

/**
 * The format of an encrypted backup file. Reading refuses a file that was changed, cut short or reordered, or that belongs to
 * another brand. It uses the STREAM construction over AES-256-GCM, so that a file of any size takes little memory:
 *
 *     "AWNINGBK", version (1 byte), header length (2 bytes, big-endian), header (JSON: About, key id, salt)
 *     chunks of 64 KiB, the last one shorter or empty, each followed by its tag (16 bytes)
 *
 * Each file has its own key: HKDF-SHA-256 of the backup key for the tenant and a random salt. A chunk's nonce is its number and
 * whether it is the last one. GCM also authenticates everything before the chunks.
 */
const MAGIC = Buffer.from("AWNINGBK");
const VERSION = 1;
const CHUNK = 64 * 1024;
const TAG = 16;

const About = z.object({ brand: z.string(), engine: z.enum(["sqlite", "postgres"]) });
const Header = About.extend({ key: z.string(), salt: z.base64url() });

/** Identifies a backup. */
export type BackupAbout = z.output<typeof About>;

/** Yields the bytes of an encrypted file that holds `plain`. */
export async function* sealBackup(plain: AsyncIterable<Buffer>, keys: TenantKeys, about: BackupAbout) {
  const { id, secret } = keys.current("backup");
  const header = { ...about, key: id, salt: randomBytes(32).toString("base64url") };
  const head = writeHead(header);
  const key = fileKey(secret, header.salt);
  yield head;
  let index = 0;
  let waiting = Buffer.alloc(0);
  for await (const piece of plain) {
    waiting = Buffer.concat([waiting, piece]);
    // The last chunk is marked, so one chunk is held back until more data arrives.
    for (; waiting.length > CHUNK; waiting = waiting.subarray(CHUNK)) {
      yield sealChunk(key, head, index++, false, waiting.subarray(0, CHUNK));
    }
  }
  yield sealChunk(key, head, index, true, waiting);
}

export type SealedBackup = BackupAbout & {
  /**
   * Yields the plain bytes, each chunk after its check. @throws BackupError at a changed chunk, after it has yielded the previous
   * ones
   */
  read(): AsyncGenerator<Buffer>;
};

/**
 * Reads the header of a file. "plain" means a file of an older version: a SQLite database or pg_dump's format.
 * @throws BackupError when the file is not a backup, its version is unknown, or DATA_KEY does not list its key
 */
export async function openBackup(file: string, keysOf: (brand: string) => TenantKeys): Promise<SealedBackup | "plain"> {
  await using handle = await open(file);
  const start = await readAt(handle, 0, 16);
  if (start.toString("latin1") === "SQLite format 3\0" || start.toString("latin1", 0, 5) === "PGDMP") return "plain";
  if (!start.subarray(0, MAGIC.length).equals(MAGIC)) throw new BackupError(`${file} is not a backup of Awning`);
  if (start[MAGIC.length] !== VERSION) throw new BackupError(`a newer version of Awning wrote ${file}`);
  const length = start.readUInt16BE(MAGIC.length + 1);
  const head = await readAt(handle, 0, MAGIC.length + 3 + length);
  const header = parseHeader(head.subarray(MAGIC.length + 3));
  if (header === undefined) throw changed(file);
  const secret = keysOf(header.brand).find("backup", header.key)?.secret;
  if (secret === undefined) {
    const listed = keysOf(header.brand).all("backup").map(({ id }) => id).join(", "); // prettier-ignore
    throw new BackupError(`${file} needs the key "${header.key}", but DATA_KEY lists only: ${listed}`);
  }
  const key = fileKey(secret, header.salt);
  return { brand: header.brand, engine: header.engine, read: () => readChunks(file, key, head) };
}

async function* readChunks(file: string, key: KeyObject, head: Buffer) {
  await using handle = await open(file);
  const { size } = await handle.stat();
  for (let index = 0, from = head.length; index === 0 || from < size; index++, from += CHUNK + TAG) {
    const sealed = await readAt(handle, from, CHUNK + TAG);
    const isLast = from + sealed.length >= size;
    try {
      yield openChunk(key, head, index, isLast, sealed);
    } catch {
      const otherKey = index === 0 ? ", or DATA_KEY has another key with that id" : "";
      throw changed(file, otherKey);
    }
  }
}

const changed = (file: string, more = "") =>
  new BackupError(`${file} was changed or cut short since it was made${more}`);

function writeHead(header: z.output<typeof Header>): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const head = Buffer.concat([MAGIC, Buffer.from([VERSION, 0, 0]), json]);
  head.writeUInt16BE(json.length, MAGIC.length + 1);
  return head;
}

function parseHeader(json: Buffer) {
  try {
    return Header.parse(JSON.parse(json.toString("utf8")));
  } catch {
    return undefined;
  }
}

const fileKey = (secret: KeyObject, salt: string) =>
  createSecretKey(Buffer.from(hkdfSync("sha256", secret, Buffer.from(salt, "base64url"), "awning backup", 32)));

/** The chunk's number and the mark of the last one: twelve bytes, unique for each chunk under one file's key. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce[0] = isLast ? 1 : 0;
  nonce.writeBigUInt64BE(BigInt(index), 4);
  return nonce;
}

function sealChunk(key: KeyObject, head: Buffer, index: number, isLast: boolean, plain: Buffer): Buffer {
  const nonce = nonceOf(index, isLast);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.concat([head, nonce]));
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function openChunk(key: KeyObject, head: Buffer, index: number, isLast: boolean, sealed: Buffer): Buffer {
  const nonce = nonceOf(index, isLast);
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG });
  decipher.setAAD(Buffer.concat([head, nonce])).setAuthTag(sealed.subarray(-TAG));
  return Buffer.concat([decipher.update(sealed.subarray(0, -TAG)), decipher.final()]);
}

/** Up to `length` bytes: fewer only at the end of the file. */
async function readAt(handle: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await handle.read(bytes, read, length - read, from + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return bytes.subarray(0, read);
}
