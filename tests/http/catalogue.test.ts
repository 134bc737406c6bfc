import { describe, expect, test } from "vitest";

import { send } from "../helpers/http/http.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { attribute, findAll } from "../helpers/text-browser/html.ts";
import { type Page, TextBrowser } from "../helpers/text-browser/page.ts";

const shop = useSharedShop();
const open = (path = "/") => new TextBrowser().open(shop().url("aurora", path));

const VIEW = "View Coupon for ";
const products = (page: Page) =>
  page
    .buttons()
    .filter((name) => name.startsWith(VIEW))
    .map((name) => name.slice(VIEW.length));

/** The least amount of each card, in rupees, in the page's order; a sold-out card shows none. */
const prices = (page: Page) =>
  products(page).flatMap((name) => {
    const card = page.part(`${VIEW}${name}`);
    if (!card.text.includes("₹") && !card.fields().includes("Denomination in rupees")) return [];
    const [amount] = card.text.match(/₹[\d,.]+/) ?? [];
    return Number((amount ?? card.value("Denomination in rupees") ?? "").replace(/[₹,]/g, ""));
  });

test("shows eight cards, each with its tags, amount, quantity and button [C-08]", async () => {
  const page = await open();
  expect(products(page)).toHaveLength(8);
  const card = page.part("View Coupon for Kettle & Clove");
  expect(card.text).toMatch(/Kettle & Clove Voucher Recommended Instant/);
  expect(findAll(card.tree, ({ name }) => name === "img").map((picture) => attribute(picture, "src"))).toEqual([
    expect.stringMatching(/^\/media\/cards\/\d+\.svg/),
  ]);
  const product = await card.submit(/^View Coupon/, { Denomination: "₹500.00", Quantity: "3" });
  expect(product.path).toMatch(/^\/shopping-cart\?product=\d+&denomination=500&quantity=3$/);
  expect(product.heading).toBe("Kettle & Clove");
  expect(product.text).toContain("₹1,500.00");
});

test("links a card's name to its product", async () => {
  const product = await (await open()).follow("Kettle & Clove");
  expect([product.heading, product.path]).toEqual([
    "Kettle & Clove",
    expect.stringMatching(/^\/shopping-cart\?product=\d+$/),
  ]);
});

test("shows the number of cards, and of shown cards", async () => {
  const [all, food] = [await open(), await open("/?subcategories=1")];
  expect(all.alerts()).toEqual([expect.stringMatching(/^[67]\d cards, 8 shown$/)]);
  expect(food.alerts()).toEqual([`${products(food).length} cards, ${products(food).length} shown`]);
  expect((await open("/?sort=price_low_high")).alerts()[0]).toContain("Price: Low to High");
});

test("appends eight with Show More, none twice, to the end; Show Less goes back [C-11]", async () => {
  let page = await open("/?sort=price_low_high");
  const first = products(page);
  expect([page.links().includes("Show Less"), page.text.includes("All items are loaded!")]).toEqual([false, false]);
  page = await page.follow("Show More");
  expect([page.path, products(page).length]).toEqual(["/?sort=price_low_high&page=2", 16]);
  for (let pages = 1; page.links().includes("Show More") && pages < 12; pages++) page = await page.follow("Show More");
  const all = products(page);
  expect(all.length).toBeGreaterThanOrEqual(60);
  expect(new Set(all).size).toBe(all.length);
  expect(all.slice(0, 8)).toEqual(first);
  expect(page.text).toContain("All items are loaded!");
  expect(page.links()).not.toContain("Show More");
  const start = await page.follow("Show Less");
  expect([start.path, products(start)]).toEqual(["/?sort=price_low_high", first]);
});

describe("sort", () => {
  test.each([
    ["Price: Low to High", "price_low_high", (a: number, b: number) => a - b],
    ["Price: High to Low", "price_high_low", (a: number, b: number) => b - a],
  ])("%s [C-06]", async (label, value, compare) => {
    const home = await open();
    expect(home.value("Sort by")).toBe("recommended");
    const page = await home.submit("Sort", { "Sort by": label });
    expect(new URL(page.url).searchParams.get("sort")).toBe(value);
    expect(prices(page)).toEqual(prices(page).toSorted(compare));
    expect(page.value("Sort by")).toBe(value);
  });

  test("treats an unknown order as the default one [INP-16]", async () => {
    expect(products(await open("/?sort=price;drop"))).toEqual(products(await open()));
  });
});

describe("filters", () => {
  test("ticks, counts and removes subcategories [C-02] [C-03]", async () => {
    const page = await (await open()).submit("Apply Filters", { "Cafés & Bakeries": true, Books: true });
    expect(page.headings()).toContain("Filters");
    expect(page.text).toContain("2 filters applied");
    expect(page.value("Books")).toBeDefined();
    expect(page.value("Games")).toBeUndefined();
    expect(products(page)).toContain("Kettle & Clove");
    expect(products(page)).not.toContain("Voltbazaar");
    const fewer = await page.follow("Remove filter Books");
    expect(fewer.text).toContain("1 filter applied");
    for (const link of ["Reset all", "Clear All"]) {
      const cleared = await fewer.follow(link);
      expect([cleared.path, products(cleared)]).toEqual(["/", products(await open())]);
      expect(cleared.text).not.toMatch(/filters? applied/);
    }
  });

  test("filters by a range of amounts [C-04]", async () => {
    const page = await (await open("/?sort=price_low_high")).submit("Apply Filters", { Min: "2000", Max: "3000" });
    expect(page.text).toContain("2 filters applied");
    expect(page.part("Amount Range").fields()).toEqual(["Min", "Max"]);
    expect([page.value("Min"), page.value("Max")]).toEqual(["2000", "3000"]);
    expect(new URL(page.url).searchParams.get("sort")).toBe("price_low_high");
    const names = products(page);
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const amounts =
        page
          .part(`${VIEW}${name}`)
          .text.match(/₹[\d,.]+/g)
          ?.map((amount) => Number(amount.replace(/[₹,]/g, ""))) ?? [];
      if (amounts.length > 0) expect(Math.max(...amounts)).toBeGreaterThanOrEqual(2000);
    }
    expect(Math.max(...prices(page))).toBeLessThanOrEqual(3000);
  });

  test("filters by a category of the bar, and shows all again [H-07] [H-08]", async () => {
    const page = await (await open()).follow("Travel");
    expect(page.path).toMatch(/^\/\?category=/);
    expect(products(page)).toContain("Banyan Court Hotels");
    expect(products(page)).not.toContain("Kettle & Clove");
    expect(products(await page.follow("All Categories"))).toEqual(products(await open()));
  });

  test("counts the cards of each subcategory within the other filters, and leaves out those without", async () => {
    const home = await open();
    const counted = (page: Page) =>
      page.part("Amount Range").page.text.match(/Filters Clear All.*Amount Range/)?.[0] ?? "";
    expect(counted(home)).toMatch(/Cafés & Bakeries \d+ cards/);
    const travel = await home.follow("Travel");
    expect(travel.fields()).not.toContain("Cafés & Bakeries");
    const [, count] = /Stays & Trips (\d+) cards?/.exec(counted(travel)) ?? [];
    const stays = await travel.submit("Apply Filters", { "Stays & Trips": true });
    expect(products(stays)).toHaveLength(Number(count));
    expect(counted(stays)).toMatch(new RegExp(`Stays & Trips ${count} cards?`));
  });

  test.each([
    ["/?price_min=600000&price_max=1", "Show ₹1.00 to ₹6,00,000.00", "/?price_min=1&price_max=600000"],
    [
      "/?category=2&subcategories=1&sort=price_low_high",
      "Look in all categories",
      "/?subcategories=1&sort=price_low_high",
    ],
  ])("leads out of filters that exclude each other: %s", async (path, link, to) => {
    const page = await open(path);
    expect(page.text).toContain("Try adjusting your filters or browse categories");
    const cards = await page.follow(link);
    expect(cards.path).toBe(to);
    expect(products(cards).length).toBeGreaterThan(0);
  });

  test("shows cards under a price filter with their least amount within it, and others with their first", async () => {
    const amountOf = (page: Page) => page.part(`${VIEW}Kettle & Clove`).value("Denomination");
    const filtered = await open("/?price_min=400&price_max=600");
    expect(amountOf(filtered)).toBe("500");
    expect(new URL(filtered.href("Kettle & Clove")).searchParams.get("denomination")).toBe("500");
    // Nothing is selected: the first one.
    for (const path of ["/", "/search?q=kettle"]) expect(amountOf(await open(path))).toBeUndefined();
  });

  test("shows that no card is left [C-10]", async () => {
    const page = await open("/?price_min=9000000");
    expect(page.text).toContain("No Products Available Try adjusting your filters or browse categories");
    expect([products(page), page.text.includes("All items are loaded!")]).toEqual([[], false]);
  });

  test("orders categories and subcategories by id [C-22]", async () => {
    const page = await open();
    const links = page.links().map((name) => page.href(name));
    const ids = [
      ...new Set(links.filter((link) => link.includes("?category=")).map((link) => Number(link.split("=")[1]))),
    ];
    expect(ids.length).toBeGreaterThanOrEqual(8);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });

  test.each([
    "/?page=-1",
    "/?page=1e9",
    "/?page=0x10&perPage=1000000",
    "/?price_min=abc&price_max=-5",
    "/?price_min=500&price_max=100",
    "/?category=%00",
    "/?category[]=1&category=2",
    `/?subcategories=${"9,".repeat(3000)}`,
    "/?subcategories=__proto__&constructor=1",
    `/?q=${"x".repeat(5000)}`,
    "/?category=%F0%9F%98%80&sort=%27%20or%201=1--",
  ])("answers %s with a page [INP-16]", async (path) => {
    expect((await open(path)).status).toBe(200);
  });
});

describe("search", () => {
  test("finds by name and opens the card [H-02] [H-03]", async () => {
    const page = await (await open()).submit("Search", { "Search for coupons": "kettle" });
    expect(page.path).toBe("/search?q=kettle");
    expect(products(page)).toEqual(["Kettle & Clove"]);
    expect(page.value("Search for coupons")).toBe("kettle");
    expect(page.answer.text).toContain('placeholder="Search for coupons..."');
    const product = await page.submit(/^View Coupon/);
    expect(product.path).toMatch(/^\/shopping-cart\?product=\d+&denomination=100&quantity=1$/);
    const suggested = await send(shop().url("aurora", "/suggest?q=kettle"));
    expect(JSON.parse(suggested.text).results).toEqual([
      expect.objectContaining({ name: "Kettle & Clove", href: product.path }),
    ]);
  });

  test("shows that nothing was found [H-04] [E-09]", async () => {
    const page = await open("/search?q=no%20such%20%3Cb%3Ething");
    expect(page.text).toContain('No products found for "no such <b>thing"');
    expect(page.headings()).toContain("Cards to start with");
    expect(products(page)).toEqual(products(await open()));
    const suggested = await send(shop().url("aurora", "/suggest?q=no%20such"));
    expect(JSON.parse(suggested.text)).toEqual({ results: [], message: 'No products found for "no such"' });
  });

  test.each(["/search", "/search?q=", "/search?q=a", "/search?q=%20%20a%20"])(
    "does not search for fewer than two letters: %s",
    async (path) => {
      const page = await open(path);
      expect([page.status, page.heading, products(page)]).toEqual([200, "Search", products(await open())]);
      expect(page.text).not.toContain("No products found");
    },
  );

  test.each(["%25", "__", "%27--", "%5C", "%00%00"])("takes %s as text, not as a pattern [INJ-05]", async (words) => {
    const page = await open(`/search?q=${words}`);
    expect(page.status).toBe(200);
    expect(page.headings()).not.toContain("Gift cards");
  });

  test("finds categories too, by name and by another word for it", async () => {
    for (const word of ["cinema", "movies"]) {
      const page = await open(`/search?q=${word}`);
      expect((await page.follow("All of Cinema & Stage")).path).toMatch(/^\/\?subcategories=\d+$/);
    }
    const { results } = JSON.parse((await send(shop().url("aurora", "/suggest?q=cine"))).text);
    expect(results[0]).toEqual({ name: "Cinema & Stage", href: expect.any(String), imageUrl: null, kind: "Category" });
  });

  test("labels approximate matches as such", async () => {
    expect((await open("/search?q=kettel")).text).toContain("1 card that comes close");
    expect((await open("/search?q=kettle")).text).not.toContain("close");
  });
});

test("shows each brand's own banner [C-01]", async () => {
  for (const brand of ["aurora", "tamarind", "meridian"]) {
    const page = await new TextBrowser().open(shop().url(brand));
    const [banner] = page.answer.text.match(/(?<=<img src=")\/media\/brand\/banner[^"]*/) ?? [];
    const picture = await new TextBrowser().open(shop().url(brand, banner));
    expect([picture.status, picture.answer.headers["content-type"]]).toEqual([
      200,
      expect.stringContaining("image/svg+xml"),
    ]);
  }
});
