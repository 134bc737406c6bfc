import { brotliCompressSync, gzipSync } from "node:zlib";

import { request } from "undici";
import { beforeAll, describe, expect, test } from "vitest";

import { send } from "../helpers/http/http.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";

// The build's files for browsers, of which the build has made compressed copies.

const shop = useSharedShop();

/** The order of a list is no preference. */
const ASKED = { br: "gzip, deflate, br, zstd", gzip: "gzip, br;q=0" };

describe.each([
  ["aurora", "/"],
  ["console", "/sign-in"],
])("the files of %s", (brand, page) => {
  const ask = async (path: string, encoding: string, headers: Record<string, string> = {}, method = "GET") => {
    const { host } = new URL(shop().url(brand));
    const answer = await request(`http://127.0.0.1:${shop().port}${path}`, {
      method: method as "GET",
      headers: { host, "accept-encoding": encoding, ...headers },
    });
    return { status: answer.statusCode, headers: answer.headers, bytes: Buffer.from(await answer.body.arrayBuffer()) };
  };

  let paths: string[];
  beforeAll(async () => {
    const { text } = await send(shop().url(brand, page));
    paths = [...new Set(text.match(/\/assets\/[\w.-]+\.(?:css|js)\b/g))];
    expect(paths.length).toBeGreaterThan(1);
  });

  test("are sent as the build has compressed them, and kept for a year", async () => {
    for (const path of paths) {
      const plain = await ask(path, "identity");
      const best = { br: brotliCompressSync(plain.bytes), gzip: gzipSync(plain.bytes, { level: 9 }) };
      expect(best.br.length).toBeLessThan(best.gzip.length);
      expect(plain.headers).toMatchObject({ vary: "Accept-Encoding" });
      expect(plain.headers).not.toHaveProperty("content-encoding");
      for (const encoding of ["br", "gzip"] as const) {
        const { status, headers, bytes } = await ask(path, ASKED[encoding]);
        expect([path, encoding, status, bytes.equals(best[encoding])]).toEqual([path, encoding, 200, true]);
        expect(headers).toMatchObject({
          "cache-control": "public, max-age=31536000, immutable",
          "content-encoding": encoding,
          "content-length": String(bytes.length),
          "content-type": expect.stringMatching(new RegExp(`^${String(plain.headers["content-type"])}$`, "i")),
          vary: "Accept-Encoding",
        });
        expect(headers.etag).not.toBe(plain.headers.etag);
      }
    }
  });

  test.each(["br", "gzip"] as const)("answer conditions, HEAD and ranges of their %s bytes", async (encoding) => {
    const [path = ""] = paths;
    const { headers, bytes } = await ask(path, ASKED[encoding]);
    const known = await ask(path, ASKED[encoding], { "if-none-match": String(headers.etag) });
    expect([known.status, known.bytes.length]).toEqual([304, 0]);
    const head = await ask(path, ASKED[encoding], {}, "HEAD");
    expect([head.headers["content-length"], head.bytes.length]).toEqual([String(bytes.length), 0]);
    const part = await ask(path, ASKED[encoding], { range: "bytes=10-19" });
    expect([part.status, part.bytes.equals(bytes.subarray(10, 20))]).toEqual([206, true]);
    const beyond = await ask(path, ASKED[encoding], { range: "bytes=9999999-" });
    expect([beyond.status, beyond.headers["content-encoding"]]).toEqual([416, undefined]);
  });
});
