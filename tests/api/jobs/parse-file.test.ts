import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { PassingProblem } from "../../../api/jobs/job-kind.ts";
import { parseFile as parse } from "../../../api/jobs/parse-file.ts";
import { bookOf, cellOf, zipOf } from "../../helpers/api/excel-file.ts";
import { isRunning, startStuckReader } from "../../helpers/processes/stuck-reader.ts";

const parseFile = (file: { format: "xlsx" | "json"; bytes: Buffer }, deadlineMs?: number) =>
  parse({ brand: "acme", ...file }, deadlineMs);
const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);

const rowsOf = (count: number, cellsOf: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => `<row r="${at + 1}">${cellsOf(at + 1)}</row>`).join("");

describe("a file that is read as a whole", () => {
  test.each<[string, () => Uint8Array, RegExp]>([
    ["unpacks to far more", () => bookOf("0".repeat(129 * 1024 * 1024)), /more than 128 MB/],
    ["is another kind of zip file", () => zipOf({ "a.xml": "0" }), /has no sheet/],
    ["is cut off", () => bookOf("").subarray(0, 300), /not an Excel file/],
    ["has a row at infinity", () => bookOf(`<row r="1e999">${cellOf("A1")}</row>`), /has a row 1e999;/],
    [
      "has a cell so far to the right that every row is padded",
      () => bookOf(`<row r="1">${cellOf("ZZZZZZ1")}</row>`),
      /has a cell ZZZZZZ1;/,
    ],
    [
      "has a cell so far down that fills its row's place",
      () => bookOf(`<row>${cellOf("A4000000000")}</row>`),
      /has a row A4000000000;/,
    ],
    [
      "writes the number of a row in another way",
      () => bookOf(`<row r='&#52;000000000'>${cellOf("A5")}</row>`),
      /has a row 4000000000;/,
    ],
    ["has too many rows", () => bookOf(rowsOf(100_002, (at) => cellOf(`A${at}`))), /has a row 100002;/],
    [
      "shares a text among so many cells that they hold too much",
      () =>
        bookOf(
          rowsOf(20_000, (at) => `<c r="A${at}" t="s"><v>0</v></c>`),
          "x".repeat(10_000),
        ),
      /32 million letters/,
    ],
    ["nests elements", () => bookOf(nested(200_000, "<a>", "</a>")), /nests elements too deeply/],
    [
      "nests elements in a part of another name",
      () => bookOf(nested(200_000, "<a>", "</a>"), "", "media/sheet.png"),
      /nests elements too deeply/,
    ],
    [
      "has a row at infinity below a prefix",
      () => bookOf(`<x:row r="1e999">${cellOf("A1")}</x:row>`),
      /has a row 1e999;/,
    ],
  ])("is refused in words when it %s", async (_name, file, problem) => {
    const lines = await parseFile({ format: "xlsx", bytes: Buffer.from(file()) });
    expect(JSON.parse(lines.toString())).toEqual({ problem: expect.stringMatching(problem) });
  });

  test("may hold elements beside rows and cells that have a place or radius of another form", async () => {
    const book = bookOf(`<row r="1">${cellOf("A1", "sku")}</row><circle r="12.5"/>`);
    const lines = await parseFile({ format: "xlsx", bytes: Buffer.from(book) });
    expect(lines.toString()).not.toContain("problem");
  });

  test("has as many products as one may have", async () => {
    const products = Array.from({ length: 100_000 }, () => ({}));
    const read = async (json: object) => {
      const lines = await parseFile({ format: "json", bytes: Buffer.from(JSON.stringify(json)) });
      return lines.toString().split("\n");
    };
    expect(await read({ products })).toHaveLength(100_001);
    expect(await read({ products: [...products, {}] })).toEqual([expect.stringContaining("more than 100000 products")]);
  });

  test.each([
    `{"products": [{"name": ${nested(200_000, "[", "]")}}]}`,
    `{"categories": [${nested(200_000, '{"a":', "}").replace(":}", ":0}")}]}`,
  ])("is refused in words when it nests lists or objects too deeply", async (json) => {
    const lines = await parseFile({ format: "json", bytes: Buffer.from(json) });
    expect(JSON.parse(lines.toString())).toEqual({
      problem: expect.stringMatching(/nests lists or objects too deeply/),
    });
  });

  test("may hold brackets in its texts", async () => {
    const products = [{ name: `${"[{".repeat(500)}\\"` }];
    const lines = await parseFile({ format: "json", bytes: Buffer.from(JSON.stringify({ products })) });
    expect(JSON.parse(lines.toString().split("\n")[1]!)).toEqual(products[0]);
  });

  // JSON.parse is native code: in a thread it would end the whole process.
  test("cannot fill the memory of this process", async () => {
    const bytes = Buffer.from(`{"products": [${"{},".repeat(6_000_000)}{}]}`);
    await expect(parseFile({ format: "json", bytes }, 120_000)).rejects.toThrow(
      "This file takes more memory than there is",
    );
  });

  test("cannot take for ever, nor hold up the next one", async () => {
    const bytes = Buffer.from(`{"products": []}`);
    await expect(parseFile({ format: "json", bytes }, 1)).rejects.toThrow("This file takes too long to read");
    expect((await parseFile({ format: "json", bytes })).toString()).toBe(`{"categories":[],"rows":0}`);
  });

  test.each<[string, object, RegExp]>([
    ["categories", { categories: Array.from({ length: 5_001 }, () => 0) }, /more than 5000 categories and subcat/],
    ["subcategories", { categories: [{ subcategories: Array.from({ length: 5_001 }, () => 0) }] }, /more than 5000/],
    [
      "a product's amounts",
      { products: [{}, { denominations: Array.from({ length: 99_999 }, () => 250_000) }] },
      /products\[1\]/,
    ],
  ])("is refused before anything else looks at it when it has too many %s", async (_what, file, problem) => {
    const lines = await parseFile({ format: "json", bytes: Buffer.from(JSON.stringify(file)) });
    expect(JSON.parse(lines.toString())).toEqual({ problem: expect.stringMatching(problem) });
  });

  test.skipIf(process.platform !== "linux")(
    "is read again later when its process was stopped, and is not to blame",
    async () => {
      const bytes = Buffer.from(`{"products": [${"{},".repeat(15_000)}{}]}`);
      const children = () => readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").trim().split(" ");
      const before = new Set(children());
      const read = parseFile({ format: "json", bytes }).catch((error: unknown) => error);
      const [child] = children().filter((pid) => !before.has(pid));
      process.kill(Number(child), "SIGTERM");
      const problem = await read;
      expect(problem).toBeInstanceOf(PassingProblem);
      expect((problem as Error).message).toContain("was stopped (SIGTERM)");
    },
  );

  if (process.platform === "linux")
    test("is read no longer when the process that asked for it was killed", async () => {
      const { reader, parent } = await startStuckReader();
      expect(isRunning(reader)).toBe(true);
      parent.kill("SIGKILL");
      try {
        await expect.poll(() => isRunning(reader)).toBe(false);
      } finally {
        if (isRunning(reader)) process.kill(reader, "SIGKILL");
      }
    });

  test("does not hold up others meanwhile", async () => {
    const bytes = Buffer.from(bookOf(rowsOf(15_000, (at) => cellOf(`A${at}`) + cellOf(`B${at}`, "x".repeat(500)))));
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    await parseFile({ format: "xlsx", bytes });
    clearInterval(timer);
    expect(turns).toBeGreaterThan(20);
  });
});
