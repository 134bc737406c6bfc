import { expect, test } from "vitest";

import { SUPPLIER_SECRETS } from "../../../api/suppliers/create-suppliers.ts";
import { GATEWAY_SECRETS } from "../../../api/tenancy/create-gateways.ts";
import { createSecrets, secretVariable } from "../../../config/brand/secrets.ts";

const unique = (names: Record<string, string[]>) => [...new Set(Object.values(names).flat())];

test("no two brands, suppliers or fields share a variable", () => {
  const words = ["oak", "tree", "client", "key", "webhook", "x1"];
  const ids = words.flatMap((first) => [
    first,
    `${first}-`,
    ...words.flatMap((second) => [`${first}-${second}`, `${first}--${second}`, `${first}-${second}-x1`]),
  ]);
  const variables = ids.flatMap((brand) => [
    ...unique(GATEWAY_SECRETS).map((field) => secretVariable("PAYMENTS", [brand], field)),
    ...ids.flatMap((supplier) =>
      unique(SUPPLIER_SECRETS).map((field) => secretVariable("SUPPLIER", [brand, supplier], field)),
    ),
  ]);
  expect(variables.length).toBeGreaterThan(50_000);
  expect(new Set(variables).size).toBe(variables.length);
});

test("another brand's supplier secret is not read", () => {
  const values = { [secretVariable("SUPPLIER", ["oak-tree", "woohoo"], "CLIENT_SECRET")]: "theirs" };
  expect(() => createSecrets(values, "SUPPLIER", "oak", "tree-woohoo").read("CLIENT_SECRET")).toThrow("is missing");
  expect(createSecrets(values, "SUPPLIER", "oak-tree", "woohoo").read("CLIENT_SECRET")).toEqual(["theirs"]);
});

test("the error of a missing secret contains a variable in the former format, and its value is not read", () => {
  const values = { PAYMENTS_MAPLE_TREE_KEY_SECRET: "old" };
  expect(() => createSecrets(values, "PAYMENTS", "maple-tree").read("KEY_SECRET")).toThrow(
    "PAYMENTS_MAPLE__TREE_KEY_SECRET is missing (or PAYMENTS_MAPLE__TREE_KEY_SECRET_FILE, the path of a file); " +
      "rename PAYMENTS_MAPLE_TREE_KEY_SECRET: each dash of a brand or supplier is two underscores",
  );
});
