import { beforeEach, expect, test } from "vitest";

import { createCommerceBackend } from "#app/commerce/backend.server.ts";
import { createCatalogueCalls } from "#app/commerce/catalogue-calls.server.ts";
import type { Ask } from "#app/commerce/read-answer.ts";
import { readAnswer } from "#app/commerce/read-answer.ts";
import { succeed } from "#app/commerce/result.ts";
import { createSharedCatalogue } from "#app/commerce/shared-catalogue.server.ts";

import { TenantSchema } from "../../../../config/brand/schema.ts";

/** The calls that the embedded API got. */
let asked: string[];
beforeEach(() => {
  asked = [];
});

const card = { id: 7, name: "Crust Court", denominations: [{ min: 100, max: 100 }] };
const ask: Ask = async ({ path, query }, schema) => {
  asked.push(`${path}?${query}`);
  const found = query?.get("q") === "nothing & none" ? [] : [card];
  return readAnswer(succeed(path === "/search/" ? found : { results: found }), schema);
};

function catalogueOf(features?: object) {
  const tenant = TenantSchema.parse({ id: "acme", hostnames: ["acme.localhost"], features });
  const backend = { ...createCommerceBackend(tenant), catalogue: createSharedCatalogue(ask) };
  return createCatalogueCalls({ ask }, backend, { isSignedIn: true });
}

test("searches once, because the embedded API reads & and and as the same", async () => {
  expect(await catalogueOf().search("nothing & none")).toEqual({ ok: true, value: [] });
  expect(asked).toEqual(["/search/?q=nothing+%26+none&short=true"]);
});

test("shares the answer to a search among shoppers", async () => {
  const { search, findSeenProduct } = catalogueOf();
  const answers = await Promise.all([search("crust"), search("crust")]);
  expect(answers).toEqual(
    [expect.objectContaining({ ok: true, value: [expect.objectContaining({ id: "7" })] })].concat(answers[1]!),
  );
  await search("crust");
  await search("court");
  expect(asked).toEqual(["/search/?q=crust&short=true", "/search/?q=court&short=true"]);
  expect(findSeenProduct("7")?.name).toBe("Crust Court");
});

test.each([
  [undefined, true],
  [{ shortLists: false }, false],
  // The page of a product then takes its texts from a list.
  [{ productById: false }, false],
])("requests lists without texts if the features are %j: %j", async (features, isShort) => {
  const { listProducts, getProductById } = catalogueOf(features);
  for (const sort of ["recommended", "price_low_high"] as const)
    await listProducts({ subcategories: [], sort, page: 1 });
  await getProductById("7");
  expect(asked.map((call) => call.includes("short=true"))).toEqual([isShort, isShort, false]);
});
