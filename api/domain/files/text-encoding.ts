/** The encodings in which a text file may come. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

export const ENCODING_NAMES: Record<Encoding, string> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252",
};

/** A file that is not a table. The message is for the person who sent it. */
export class UnusableFile extends Error {
  override name = "UnusableFile";
}

const startsWith = (bytes: Uint8Array, ...first: number[]) => first.every((byte, at) => bytes[at] === byte);

/** True for a zip file, such as .xlsx. */
export const isZip = (bytes: Uint8Array) => startsWith(bytes, 0x50, 0x4b, 0x03, 0x04);

/**
 * The reason against a file that begins with these bytes and is neither a text nor an Excel file (.xlsx); undefined if it can be
 * one.
 */
export function findWrongFormat(start: Uint8Array): string | undefined {
  if (startsWith(start, 0xd0, 0xcf, 0x11, 0xe0))
    return "This is an old Excel file (.xls). Open it and save it as .xlsx or CSV.";
  if (startsWith(start, 0x25, 0x50, 0x44, 0x46)) return `This is a PDF file. ${SEND_A_TABLE}`;
  if (isZip(start)) return undefined;
  const text = Buffer.from(start.subarray(0, 1024))
    .toString("latin1")
    .replace(/^\xef\xbb\xbf/, "");
  if (/^\s*<(!doctype|html|table|\?xml)/i.test(text))
    return "This is a web page with another name. Open it in a spreadsheet and save it as .xlsx or CSV.";
  return findUtf16(start) === "binary" ? `This is not a text file. ${SEND_A_TABLE}` : undefined;
}

const SEND_A_TABLE = "Send the table as CSV or Excel (.xlsx).";

/** UTF-16 by its mark, or by the zero byte beside each English letter. No other text holds a zero byte. */
function findUtf16(start: Uint8Array): Encoding | "binary" | undefined {
  if (startsWith(start, 0xff, 0xfe)) return "utf-16le";
  if (startsWith(start, 0xfe, 0xff)) return "utf-16be";
  const zeros = [0, 0];
  for (const [at, byte] of start.subarray(0, 1024).entries()) if (byte === 0) zeros[at % 2]!++;
  const [even, odd] = zeros as [number, number];
  if (even === 0 && odd === 0) return undefined;
  if (even > 0 && odd > 0) return "binary";
  return odd > 0 ? "utf-16le" : "utf-16be";
}

/**
 * Finds the encoding of a whole text: UTF-8 if all of it is valid UTF-8, else UTF-16, else Windows-1252, which old programs
 * write.
 * @param open reads the file from its beginning
 * @throws UnusableFile for a text that is damaged, or mixes encodings
 */
export async function findEncoding(open: () => AsyncIterable<Uint8Array>): Promise<Encoding> {
  for await (const start of open()) {
    const utf16 = findUtf16(start);
    if (utf16 === "binary") throw new UnusableFile(findWrongFormat(start));
    if (utf16 === undefined) break;
    if (await isValid(open(), utf16)) return utf16;
    throw new UnusableFile("This file begins as UTF-16 and is damaged. Save it again as CSV (UTF-8).");
  }
  if (await isValid(open(), "utf-8")) return "utf-8";
  const { good, bad } = await countSigns(open());
  if (good > bad)
    throw new UnusableFile(
      "Most of this file is UTF-8, and the rest is not. Open it with the program that made it, and save it again as CSV (UTF-8).",
    );
  return "windows-1252";
}

async function isValid(chunks: AsyncIterable<Uint8Array>, encoding: Encoding): Promise<boolean> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of chunks) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_ENCODING_INVALID_ENCODED_DATA") return false;
    throw error;
  }
}

/** Counts the characters beyond ASCII in the bytes as UTF-8, and the places that are not valid UTF-8. */
async function countSigns(chunks: AsyncIterable<Uint8Array>) {
  const decoder = new TextDecoder("utf-8");
  let [good, bad] = [0, 0];
  for await (const chunk of chunks)
    for (const [sign] of decoder.decode(chunk, { stream: true }).matchAll(/\P{ASCII}/gu)) {
      if (sign === LOST) bad++;
      else good++;
    }
  return { good, bad };
}

/** The character that programs write in place of an unreadable letter. */
export const LOST = "\uFFFD";

/** A text as UTF-8, without its byte order mark if it has another encoding. @param skip the number of UTF-8 bytes to leave out */
export async function* toUtf8(
  chunks: AsyncIterable<Buffer>,
  encoding: Exclude<Encoding, "utf-8">,
  skip = 0,
): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding);
  let left = skip;
  for await (const chunk of chunks) {
    const bytes = Buffer.from(decoder.decode(chunk, { stream: true }));
    yield bytes.subarray(left);
    left = Math.max(0, left - bytes.length);
  }
}

/** Like `toUtf8`, for a text in memory. @throws UnusableFile as findEncoding */
export async function decodeText(bytes: Uint8Array): Promise<{ text: string; encoding: Encoding }> {
  const encoding = await findEncoding(async function* () {
    yield bytes;
  });
  return { text: new TextDecoder(encoding).decode(bytes), encoding };
}

/** The text of a JSON file, which never comes from old programs. @throws UnusableFile */
export async function decodeJson(bytes: Uint8Array): Promise<string> {
  const { text, encoding } = await decodeText(bytes);
  if (encoding === "windows-1252") throw new UnusableFile("This JSON file is not UTF-8. Save it again as UTF-8.");
  return text;
}
