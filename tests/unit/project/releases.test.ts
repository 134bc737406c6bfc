import { globSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

import { expect, test } from "vitest";

import { migrations } from "../../../api/db/migrations/migrations.ts";

// The frozen program of the newest release, beside which this one runs (tests/nightly/api/side-by-side.test.ts), and what has
// to name the same release (CONTRIBUTING.md, Release).

const archives = globSync("tests/releases/*");
const files = readTar(gunzipSync(readFileSync(archives[0]!)));
const frozen = [...files.keys()].flatMap((path) => /^api\/db\/migrations\/(\d{3}-[\w-]+)\.ts$/.exec(path)?.[1] ?? []);
const newest = frozen.toSorted().at(-1)!;

const changelog = readFileSync("CHANGELOG.md", "utf8");
const [unreleased = "", released = ""] = changelog.split(/^(?=## \[\d)/m);
const numberOf = (name: string) => name.slice(0, 3);

test("there is one release archive, named after its last migration", () => {
  expect(archives).toEqual([`tests/releases/schema-${numberOf(newest)}.tar.gz`]);
});

test("the archive, the package and the manifests' image belong to the newest release in the changelog", () => {
  const [, version] = /^## \[([\d.]+)\]/.exec(released) ?? [];
  const { version: ours } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const { version: packed } = JSON.parse(files.get("package.json")!) as { version: string };
  const images = globSync("docs/kubernetes/*.yaml").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/image: .*\/awning:(\S+)$/gm)].map(([, tag]) => tag),
  );
  expect(images).toHaveLength(4);
  expect([packed, ours, ...images]).toEqual(Array(6).fill(version));
});

test("the changelog lists the migrations after the archive", () => {
  const names = migrations.map(({ name }) => name);
  expect(names.slice(0, frozen.length)).toEqual(frozen.toSorted());
  const later = names.slice(frozen.length).map(numberOf);
  const [, first, last] = /each of them \((\d{3}) to (\d{3})\)/.exec(unreleased) ?? [];
  expect([first, last]).toEqual([later[0], later.at(-1)]);
});

/** The files of a tar archive by path. Each has a header of a block; git's paths fit into it. */
function readTar(bytes: Buffer): Map<string, string> {
  const BLOCK = 512;
  const found = new Map<string, string>();
  for (let at = 0; at < bytes.length && bytes[at] !== 0;) {
    const [path = ""] = bytes.toString("utf8", at, at + 100).split("\0");
    const size = parseInt(bytes.toString("latin1", at + 124, at + 136), 8);
    found.set(path, bytes.toString("utf8", at + BLOCK, at + BLOCK + size));
    at += BLOCK * (1 + Math.ceil(size / BLOCK));
  }
  return found;
}
