import { expect, test } from "vitest";
import { cartHref } from "#app/commerce/coin-choice.server.ts";

const cart = (search: string) => cartHref(new URL(`http://acme.localhost/cart${search}`));

test.each([
  ["", "/cart"],
  ["?coins=1", "/cart?coins=1"],
  ["?coins=0&coins=1", "/cart?coins=1"],
  ["?coins=0", "/cart?coins=0"],
  ["?coins=%0d%0aX-Planted%3a1", "/cart?coins=0"],
  ["?coins=1%26quantity%3d9", "/cart?coins=0"],
])("the way back to /cart%s is %s: nothing else of the address goes into it", (search, way) => {
  expect(cart(search)).toBe(way);
});
