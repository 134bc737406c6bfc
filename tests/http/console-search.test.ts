import { expect, test } from "vitest";

import { enrol, openConsole } from "../helpers/shop/members.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { signUpHere } from "../helpers/shop/shopper.ts";

const shop = useSharedShop();
const url = (path: string) => shop().url("console", path);

test("the search leads from a fragment to a shopper and an order, and the lists find the same, without JavaScript", async () => {
  const { email } = await signUpHere(shop(), "aurora");
  const { browser } = await openConsole(shop());
  const start = await (await browser.open(url("/brands/aurora"))).follow("Search");
  expect([start.heading, start.text.includes("Part of a UTR.")]).toEqual(["Search", true]);
  const short = await start.submit("Search", { Search: "as" });
  expect([short.status, short.value("Search"), short.text]).toEqual([
    400,
    "as",
    expect.stringContaining("It must have at least three letters or digits."),
  ]);
  const found = await short.submit("Search", { Search: email.slice(2, -4).toUpperCase() });
  expect(found.text).toContain(`E-mail ${email}`);
  expect((await found.follow(email)).heading).toBe(email);

  const number = (await browser.open(url("/brands/aurora/orders"))).text.match(/ORD\d+/)![0];
  const orders = await found.submit("Search", { Search: number.slice(4) });
  expect(orders.text).toContain(`Number ${number}`);
  const order = await orders.follow(number);
  expect(order.heading).toBe(`Order ${number}`);
  const buyers = await browser.open(url(`/brands/aurora/shoppers?q=${number.slice(4)}`));
  expect(order.text).toContain(buyers.links().find((link) => link.includes("@"))!);

  const nothing = await orders.submit("Search", { Search: '"%_<b>' });
  expect([nothing.status, nothing.text]).toEqual([200, expect.stringContaining('Nothing matches “"%_<b>”.')]);
});

test("a member saves a view of a list, chooses its columns, and deletes the view, without JavaScript", async () => {
  const { browser } = await enrol(shop(), "views@awning.test", "support");
  const list = await browser.open(url("/brands/aurora/orders?q=ORD&status=completed&sort=-total"));
  const saved = await list.submit("Save view", { "Name of this view": "Dear ones" });
  expect([saved.path, saved.alerts()]).toEqual([
    "/brands/aurora/orders?q=ORD&status=completed&sort=-total",
    ["The view is saved."],
  ]);
  const view = await (await browser.open(url("/brands/aurora/orders"))).follow("Dear ones");
  expect(view.path).toBe("/brands/aurora/orders?status=completed&sort=-total");

  const narrow = await view.submit("Choose columns", { Reference: false, Shopper: false });
  expect([narrow.path, narrow.alerts()]).toEqual([view.path, ["The columns are chosen."]]);
  const headings = /<thead>.*?<\/thead>/s.exec(narrow.answer.text)![0];
  expect([/Number/, /Reference/, /Placed/, /State/, /Shopper/, /Amount/].map((name) => name.test(headings))).toEqual([
    true,
    false,
    true,
    true,
    false,
    true,
  ]);
  const deleted = await narrow.submit("Delete “Dear ones”");
  expect([deleted.alerts(), deleted.links().includes("Dear ones")]).toEqual([["The view is deleted."], false]);
});
