import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

type Package = { version: string; dev?: boolean; dependencies?: Record<string, string> };
const { packages }: { packages: Record<string, Package> } = JSON.parse(readFileSync("package-lock.json", "utf8"));

/** Every copy of a package, however deep it lies. */
const copiesOf = (name: string | RegExp) =>
  Object.entries(packages)
    .map(([path, found]) => ({ ...found, name: path.split("node_modules/").at(-1)!, path }))
    .filter((found) => (typeof name === "string" ? found.name === name : name.test(found.name)));

const isAtLeast = (version: string, floor: string) =>
  version.localeCompare(floor, "en", { numeric: true }) >= 0 && !version.includes("-");

// Below these are holes that are known, or faults that were met.
const FLOORS: [name: string, floor: string][] = [
  ["node", "24.17.0"],
  ["react", "19.2.7"],
  ["react-dom", "19.2.7"],
  ["express", "5.2.0"],
  ["undici", "7.24.0"],
];

test.each(FLOORS)("has no copy of %s older than %s [OPS-11]", (name, floor) => {
  const versions = copiesOf(name).map(({ version }) => version);
  expect(versions).not.toEqual([]);
  expect(versions.filter((version) => !isAtLeast(version, floor))).toEqual([]);
});

test("has React Router and its four packages in one version [OPS-11]", () => {
  const versions = copiesOf(/^(react-router|@react-router\/.*)$/).map(({ name, version }) => `${name} ${version}`);
  const expected = ["react-router", ...["dev", "express", "node", "serve"].map((name) => `@react-router/${name}`)];
  expect(versions.sort()).toEqual(expected.map((name) => `${name} 8.4.0`).sort());
});

test("ships no upload parser, no server components and no development tools [OPS-11]", () => {
  expect(copiesOf(/^(multer|multiparty|react-server-dom-.*)$/)).toEqual([]);
  expect(copiesOf(/^(morgan|@react-router\/(dev|serve))$/).filter(({ dev }) => !dev)).toEqual([]);
  const usersOfMorgan = Object.entries(packages).filter(([, { dependencies = {} }]) => "morgan" in dependencies);
  expect(usersOfMorgan.map(([path]) => path)).toEqual(["node_modules/@react-router/serve"]);
});
