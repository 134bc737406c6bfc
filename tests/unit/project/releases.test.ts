import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { migrations } from "../../../api/db/migrations/migrations.ts";

// The frozen program of the newest release, beside which this one runs (tests/api/db/side-by-side.test.ts), and what has
// to name the same release (CONTRIBUTING.md, Release).

const archives = globSync("tests/releases/*");
const tar = (option: string, ...paths: string[]) =>
  execFileSync("tar", [option, archives[0]!, ...paths], { encoding: "utf8" });
const frozen = [...tar("-tzf").matchAll(/^api\/db\/migrations\/(\d{3}-[\w-]+)\.ts$/gm)].map(([, name = ""]) => name);
const newest = frozen.toSorted().at(-1)!;

const changelog = readFileSync("CHANGELOG.md", "utf8");
const [unreleased = "", released = ""] = changelog.split(/^(?=## \[\d)/m);
const numberOf = (name: string) => name.slice(0, 3);

test("there is one, named after its last migration", () => {
  expect(archives).toEqual([`tests/releases/schema-${numberOf(newest)}.tar.gz`]);
});

test("it is the newest release of the changelog, as are the package and the manifests' image", () => {
  const [, version] = /^## \[([\d.]+)\]/.exec(released) ?? [];
  const { version: ours } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const { version: packed } = JSON.parse(tar("-xzOf", "package.json")) as { version: string };
  const images = globSync("docs/kubernetes/*.yaml").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/image: .*\/awning:(\S+)$/gm)].map(([, tag]) => tag),
  );
  expect(images).toHaveLength(3);
  expect([packed, ours, ...images]).toEqual(Array(5).fill(version));
});

test("the changelog tells the migrations that came after it", () => {
  const names = migrations.map(({ name }) => name);
  expect(names.slice(0, frozen.length)).toEqual(frozen.toSorted());
  const later = names.slice(frozen.length).map(numberOf);
  const [, first, last] = /each of them \((\d{3}) to (\d{3})\)/.exec(unreleased) ?? [];
  expect([first, last]).toEqual([later[0], later.at(-1)]);
});
