import { UnusableFile } from "./text-encoding.ts";

const [QUOTE, SPACE, TAB, CR, LF] = [0x22, 0x20, 0x09, 0x0d, 0x0a];
const MARK = Buffer.from("\uFEFF");

/** Stands for a quote that is a letter, in one byte too, so that places in the file stay the same. No table has it. */
const LITERAL = 0x11;
const LITERAL_LETTER = String.fromCharCode(LITERAL);

type Options = {
  separator: string;
  /** The lines before the bytes. */
  line: number;
  /** A longer cell is left to the parser, which refuses it. */
  most: number;
};

/**
 * Marks the quotes of cells such as `"Best" Card`, which begin with a quote and are not quoted: parsers find no end of them.
 * `restore` gives the quotes back to a parsed cell. The bytes end with an UnusableFile where a quoted cell has no end, or ends in
 * the midst of another line: it would hold other rows.
 */
export function markOddQuotes(bytes: AsyncIterable<Buffer>, options: Options) {
  let hasMarked = false;
  return {
    bytes: mark(bytes, options, () => (hasMarked = true)),
    restore: (cell: string) => (hasMarked ? cell.replaceAll(LITERAL_LETTER, '"') : cell),
  };
}

async function* mark(
  bytes: AsyncIterable<Buffer>,
  { separator, line, most }: Options,
  note: () => void,
): AsyncGenerator<Buffer> {
  const end = separator.charCodeAt(0);
  // "closed": behind a quote that ends a quoted cell, unless another quote or a letter follows.
  let state: "start" | "plain" | "quoted" | "closed" = "start";
  let [begin, last, place] = [line + 1, 0, 0];
  let now = line + 1;
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    // The bytes of a file may be in use elsewhere.
    const buffer = Buffer.concat([held, chunk]);
    let open = held.length > 0 ? 0 : -1;
    for (let at = held.length; at < buffer.length; at++, place++) {
      const byte = buffer[at]!;
      const isBreak = byte === LF || byte === CR;
      if (isBreak && !(byte === LF && last === CR)) now++;
      if (state === "quoted") {
        if (byte === QUOTE) state = "closed";
      } else if (isBreak || byte === end) [state, open] = ["start", -1];
      else if (state === "start") {
        const isMark = place < MARK.length && line === 0 && byte === MARK[place];
        if (byte === QUOTE) [state, begin, open] = ["quoted", now, at];
        else if (byte !== SPACE && byte !== TAB && !isMark) state = "plain";
      } else if (state === "closed") {
        if (byte === QUOTE && last === QUOTE) state = "quoted";
        else if (byte !== SPACE && byte !== TAB) {
          if (begin !== now) throw endless(begin);
          if (open !== -1) for (let back = open; back < at; back++) if (buffer[back] === QUOTE) buffer[back] = LITERAL;
          note();
          [state, open] = ["plain", -1];
        }
      }
      last = byte;
    }
    const isHeld = open !== -1 && buffer.length - open <= most;
    held = isHeld ? buffer.subarray(open) : Buffer.alloc(0);
    yield isHeld ? buffer.subarray(0, open) : buffer;
  }
  if (state === "quoted") throw endless(begin);
  yield held;
}

const endless = (line: number) =>
  new UnusableFile(
    `A cell on line ${line} begins with a quote (") and has no end. Write another quote at its end, or take the first away.`,
  );
