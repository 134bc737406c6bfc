import { globSync, readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Fonts and pictures are compressed already. */
const TEXT = /\.(?:css|html|js|json|map|svg|txt|webmanifest|xml)$/;

const ENCODINGS = {
  br: (bytes: Buffer) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  gz: (bytes: Buffer) => gzipSync(bytes, { level: 9 }),
};

/** Writes compressed copies beside the text files of a folder, such as `app.css.br`, where they are smaller. */
export function compressAssets(folder: string) {
  for (const file of globSync(`${folder}/**/*`).filter((name) => TEXT.test(name))) {
    const bytes = readFileSync(file);
    for (const [ending, compress] of Object.entries(ENCODINGS)) {
      const compressed = compress(bytes);
      if (compressed.length < bytes.length) writeFileSync(`${file}.${ending}`, compressed);
    }
  }
}
