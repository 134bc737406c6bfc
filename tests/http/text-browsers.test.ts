import { beforeAll, expect, test } from "vitest";

import { send } from "../helpers/http/http.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { SCREENS } from "../helpers/shots/screens.ts";
import { prepareShoppers } from "../helpers/shots/shot-shoppers.ts";
import {
  attribute,
  type Element,
  findAll,
  hasAttribute,
  parse,
  textOf,
  touchingWords,
  type Tree,
} from "../helpers/text-browser/html.ts";

// Browsers without style sheets put inline elements side by side: only white space separates them.

const shop = useSharedShop();

let pages: { name: string; tree: Tree }[] = [];
beforeAll(async () => {
  const shoppers = await prepareShoppers(shop(), "aurora", SCREENS);
  pages = await Promise.all(
    SCREENS.map(async ({ name, path, as }) => {
      const cookie = shoppers.cookiesOf(as).map((kept) => `${kept.name}=${kept.value}`);
      const page = await send(shop().url("aurora", shoppers.fillIn(path)), { headers: { cookie: cookie.join("; ") } });
      return { name, tree: parse(page.text) };
    }),
  );
});

test("separates words on every screen without a style sheet", () => {
  const touching = pages.flatMap(({ name, tree }) => touchingWords(tree).map((words) => `${name}: ${words}`));
  expect(touching).toEqual([]);
});

test("a list that a text browser numbers contains no numbers", () => {
  const items = pages.flatMap(({ name, tree }) =>
    findAll(tree, (element) => element.name === "ol")
      .flatMap((list) => findAll(list, (element) => element.name === "li"))
      .map((item) => `${name}: ${textOf(item).trim()}`),
  );
  expect(items.some((item) => item.endsWith(": Pay"))).toBe(true);
  expect(items.filter((item) => /: \d/.test(item))).toEqual([]);
});

test("[K-01] every link and button of every screen contains words: w3m and Lynx show neither icons nor aria-label", () => {
  // Elements for scripts only do nothing in these browsers.
  const isScripted = (element: Element) => / scripted( |$)/.test(attribute(element, "class") ?? "");
  const isControl = (element: Element) =>
    (element.name === "button" || (element.name === "a" && hasAttribute(element, "href"))) && !isScripted(element);
  const wordsOf = (element: Element) =>
    [textOf(element), ...findAll(element, ({ name }) => name === "img").map((image) => attribute(image, "alt"))].join(
      "",
    );
  const controls = pages.flatMap(({ name, tree }) => findAll(tree, isControl).map((element) => ({ name, element })));
  expect(controls.length).toBeGreaterThan(1_000);
  const mute = controls.filter(({ element }) => wordsOf(element).trim() === "");
  expect(mute.map(({ name, element }) => `${name}: ${element.name} ${JSON.stringify(element.attribs)}`)).toEqual([]);
});
