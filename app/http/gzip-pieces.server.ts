import { constants, crc32, deflateRawSync } from "node:zlib";

/** A part of an answer, and the same bytes as deflate blocks that end on a byte. */
export type Piece = { readonly plain: Buffer; readonly deflated: Buffer };

const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const FINAL_BLOCK = Buffer.from([3, 0]);
const MAX_STORED = 65_535;

/** A piece of many answers, compressed for the first one that needs it. */
export function toPiece(plain: Buffer): Piece {
  let deflated: Buffer | undefined;
  return {
    plain,
    get deflated() {
      return (deflated ??= deflateRawSync(plain, { level: 9, finishFlush: constants.Z_SYNC_FLUSH }));
    },
  };
}

/** A piece of one answer only, uncompressed: cheaper than a compressor for the few hundred bytes that are personal. */
export function toStoredPiece(plain: Buffer): Piece {
  const blocks: Buffer[] = [];
  for (let at = 0; at < plain.length; at += MAX_STORED) {
    const bytes = plain.subarray(at, at + MAX_STORED);
    const head = Buffer.alloc(5);
    head.writeUInt16LE(bytes.length, 1);
    head.writeUInt16LE(~bytes.length & 0xffff, 3);
    blocks.push(head, bytes);
  }
  return { plain, deflated: Buffer.concat(blocks) };
}

/** One gzip member (RFC 1952) of the pieces in order. */
export function joinAsGzip(pieces: Piece[]): Buffer {
  let checksum = 0;
  let length = 0;
  for (const { plain } of pieces) {
    checksum = crc32(plain, checksum);
    length += plain.length;
  }
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(checksum, 0);
  trailer.writeUInt32LE(length % 2 ** 32, 4);
  return Buffer.concat([HEADER, ...pieces.map(({ deflated }) => deflated), FINAL_BLOCK, trailer]);
}
