import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { CONTRACT } from "#app/commerce/contract.ts";

import { judge } from "../../../cli/conform/judge.ts";
import { createFiles } from "../../../scripts/commerce-api.ts";
import { EXAMPLES } from "../../../scripts/commerce-api-examples.ts";

test("docs/commerce-api.md and docs/openapi.json are what `npm run commerce-api` writes", async () => {
  for (const [file, text] of Object.entries(await createFiles()))
    expect([file, readFileSync(file, "utf8")]).toEqual([file, text]);
});

test("every reference in docs/openapi.json has its schema", () => {
  const text = readFileSync("docs/openapi.json", "utf8");
  const { schemas } = JSON.parse(text).components as { schemas: object };
  const names = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(50);
  expect([...new Set(names)].toSorted()).toEqual(Object.keys(schemas).toSorted());
  expect(text).not.toContain("$defs");
});

test("the examples conform", () => {
  const names = CONTRACT.map(({ name }) => name);
  expect(Object.keys(EXAMPLES).filter((name) => !names.includes(name))).toEqual([]);
  const faults = CONTRACT.flatMap((call) => {
    const { body, answer } = EXAMPLES[call.name] ?? {};
    const sent = body === undefined ? [] : (call.body!.safeParse(body).error?.issues ?? []);
    return [...sent, ...(answer === undefined ? [] : judge(call, answer))].map((fault) => [call.name, fault]);
  });
  expect(faults).toEqual([]);
});
