import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { compactNames } from "../../../api/db/migrations/053-compact-names.ts";
import { DAY_MS } from "../../../api/domain/days.ts";
import { createCategory, createProduct, createSubcategory } from "../../../api/repositories/catalogue/catalogue.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { NEW_PRODUCT, PRODUCT } from "../../helpers/api/test-catalogue.ts";
import { engines } from "../../helpers/database/test-database.ts";

describe.each(engines)("catalogue on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
  });
  afterAll(() => api.close());

  const get = async (path: string) => (await api.request("GET", path)).body;
  const names = (products: { name: string }[]) => products.map(({ name }) => name);
  const prices = (products: { price: number }[]) => products.map(({ price }) => price);

  test("answers categories and subcategories by id at GET /home/ [W-01]", async () => {
    const home = await get("/home/");
    expect(home.categories).toEqual([
      { id: 1, name: "Food" },
      { id: 2, name: "Travel" },
    ]);
    expect(home.subcategories).toEqual([
      { id: 1, name: "Pizza", category_id: 1 },
      { id: 2, name: "Coffee", category_id: 1 },
      { id: 3, name: "Hotels", category_id: 2 },
      { id: 4, name: "Trains", category_id: 2 },
    ]);
  });

  test("answers the tenant's own branding without a bearer at GET /configurator/ [W-02]", async () => {
    expect(await get("/configurator/")).toEqual({
      organization_name: "acme rewards",
      email: "help@acme.test",
      primary_color: "#123456",
    });
    const other = await api.request("GET", "/configurator/", { tenant: "globex" });
    expect(other.body.organization_name).toBe("globex rewards");
  });

  test("answers pages of 8 with next and count at GET /products/ [W-03]", async () => {
    const first = await get("/products/");
    expect(first).toMatchObject({ count: 20, next: expect.stringContaining("page=2") });
    expect(first.results).toHaveLength(8);
    const last = await get("/products/?page=3");
    expect(last.results).toHaveLength(4);
    expect(last.next).toBeNull();
    const all = [...first.results, ...(await get("/products/?page=2")).results, ...last.results];
    expect(new Set(all.map(({ id }) => id)).size).toBe(20);
  });

  test("gives a product every field of the contract, with money in rupees [W-03]", async () => {
    const { results, count } = await get(`/products/?id=${PRODUCT.choices}`);
    expect(count).toBe(1);
    expect(results[0]).toEqual({
      id: PRODUCT.choices,
      name: "Crust Court",
      image_url: "/media/cards/test.svg",
      price: 100,
      price_mrp: 100,
      is_available: true,
      quantity: 1000,
      details: "<p>Good for <b>one</b> meal</p>",
      terms_and_conditions: "<ul><li>Once</li></ul>",
      how_to_use: "<p>Show it</p>",
      category: { id: 1, name: "Food" },
      subcategory: { id: 1, name: "Pizza" },
      denominations: [
        { id: 1, min: 100, max: 100 },
        { id: 2, min: 250, max: 250 },
        { id: 3, min: 500, max: 500 },
      ],
      stock: [100, 250, 500].map((amount) => ({ amount, left: 0 })),
    });
    expect((await get(`/products/?id=${PRODUCT.paise}`)).results[0].price).toBe(99.5);
    expect((await get(`/products/?id=${PRODUCT.unavailable}`)).results[0].is_available).toBe(false);
    expect((await get("/products/?id=999")).results).toEqual([]);
  });

  test("leaves the texts out of short lists and searches, and nothing else [W-03]", async () => {
    const withoutTexts = ({
      details: _,
      terms_and_conditions: __,
      how_to_use: ___,
      ...rest
    }: Record<string, unknown>) => rest;
    const [whole, short] = [await get("/products/?page=2"), await get("/products/?page=2&short=true")];
    expect(short.results).toEqual(whole.results.map(withoutTexts));
    const [sorted, sortedShort] = [
      await get("/products/sort/?sort=asc"),
      await get("/products/sort/?sort=asc&short=true"),
    ];
    expect(sortedShort.results.products).toEqual(sorted.results.products.map(withoutTexts));
    const [found, foundShort] = [await get("/search/?q=crust"), await get("/search/?q=crust&short=true")];
    expect(found[0].details).toBe("<p>Good for <b>one</b> meal</p>");
    expect(foundShort).toEqual(found.map(withoutTexts));
    expect((await get("/search/?q=crust&short=no"))[0]).toEqual(found[0]);
  });

  test("filters by category, by subcategories and by a range of prices [W-03]", async () => {
    expect((await get("/products/?category=1")).count).toBe(6);
    expect(names((await get("/products/?subcategories=2,4")).results)).toEqual(["Bean 100%_off\\ Bar"]);
    expect((await get("/products/?subcategories=1&subcategories=2")).count).toBe(6);
    // The range of 200 to 5000 and the choice of 500 lie within; a fixed 100 does not.
    expect(names((await get("/products/?price_min=450&price_max=600")).results)).toEqual(["Crust Court", "Open Oven"]);
    expect(names((await get("/products/?price_max=99.5")).results)).toEqual(["Odd Sum"]);
    expect((await get("/products/?price_min=600&price_max=500")).count).toBe(1); // only the range spans both
  });

  test("counts the matches in each subcategory, whichever subcategories are chosen", async () => {
    const { count, in_subcategories: all } = await get("/products/?category=1");
    expect(all.reduce((sum: number, one: { count: number }) => sum + one.count, 0)).toBe(count);
    expect((await get("/products/?category=1&subcategories=2")).in_subcategories).toEqual(all);
    for (const { id, count } of (await get("/products/sort/?price_max=100")).in_subcategories)
      expect([id, (await get(`/products/?price_max=100&subcategories=${id}`)).count]).toEqual([id, count]);
  });

  test("sorts by price and answers results.products, next and previous at GET /products/sort/ [W-04]", async () => {
    const up = await get("/products/sort/?sort=asc&perPage=20");
    expect(prices(up.results.products)).toEqual(prices(up.results.products).toSorted((a, b) => a - b));
    expect(up).toMatchObject({ next: null, previous: null, count: 20 });
    const down = await get("/products/sort/?sort=desc&subcategories[]=2&subcategories[]=3&page=2");
    expect(prices(down.results.products)).toEqual([160, 150, 140, 130, 120, 110, 100]);
    expect(down).toMatchObject({ next: null, previous: expect.stringContaining("page=1"), count: 15 });
  });

  test("finds by name, category and subcategory in any case at GET /search/ [W-05]", async () => {
    expect(names(await get("/search/?q=crust"))).toEqual(["Crust Court"]);
    expect(await get("/search/?q=HOTELS")).toHaveLength(14);
    expect(await get("/search/?q=%20%20")).toEqual([]);
    expect(await get("/search/?q=zzz")).toEqual([]);
  });

  test("takes % _ and \\ in a search as characters [INP-16]", async () => {
    for (const text of ["%", "_", "\\", "100%_off\\"])
      expect(names(await get(`/search/?q=${encodeURIComponent(text)}`))).toEqual(["Bean 100%_off\\ Bar"]);
    expect(await get(`/search/?q=${encodeURIComponent("a%b")}`)).toEqual([]);
  });

  test("clamps pages, sizes and unknown sorts [INP-16]", async () => {
    expect((await get("/products/?perPage=1000000")).results).toHaveLength(20);
    expect((await get("/products/?perPage=-5")).results).toHaveLength(1);
    expect((await get("/products/?page=-1")).results[0].id).toBe(1);
    expect((await get("/products/?page=1e9")).results).toEqual([]);
    expect((await get("/products/?price_max=1e400")).count).toBe(20);
    expect((await get("/products/sort/?sort=;drop")).results.products[0].id).toBe(1);
    const ids = Array.from({ length: 2_000 }, (_, index) => index + 2).join(",");
    expect((await get(`/products/?subcategories=${ids}`)).count).toBe(15);
  });

  test.each(["category=abc", "price_min=ten", "page=1&page=2", "subcategories=1;2", "id=x"])(
    "GET /products/?%s answers 400 and names the field [INP-01]",
    async (query) => {
      const answer = await api.request("GET", `/products/?${query}`);
      expect(answer.status).toBe(400);
      expect(Object.keys(answer.body.errors)).toEqual([query.split("=")[0]]);
    },
  );

  test.each(["q=%00", "q=a&q=b", `q=${"x".repeat(10_000)}`])(
    "GET /search/?%.20s answers 400 [INP-06]",
    async (query) => {
      const answer = await api.request("GET", `/search/?${query}`);
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({ status_code: 400, errors: { q: expect.any(String) } });
    },
  );
});

describe.each(engines)("search on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await api.shop().db.transaction(async (tx) => {
      const shelf = async (category: string, subcategory: string) =>
        createSubcategory(tx, await createCategory(tx, category), subcategory);
      const shelves = {
        films: await shelf("Evenings", "Films & Plays"),
        sarees: await shelf("Festive", "Sarees"),
        kettles: await shelf("Kettles & Pots", "Copper"),
        clothing: await shelf("Wardrobe", "Clothing"),
      };
      for (const [name, at] of [
        ["Teakettle Lane", "sarees"],
        ["Brass & Fire", "kettles"],
        ["Blue Kettle", "sarees"],
        ["Kettle & Clove", "films"],
        ["Blockbuster Club", "films"],
        ["Linen Row", "clothing"],
      ] as const)
        await createProduct(tx, { ...NEW_PRODUCT, name, subcategoryId: shelves[at] });
    });
  });
  afterAll(() => api.close());

  const search = async (text: string): Promise<string[]> =>
    (await api.request("GET", `/search/?q=${encodeURIComponent(text)}`)).body.map(({ name }: { name: string }) => name);

  test("lists names that begin with the words first, then words of names, words of categories, and the rest", async () => {
    expect(await search("kettle")).toEqual(["Kettle & Clove", "Blue Kettle", "Brass & Fire", "Teakettle Lane"]);
    expect(await search("KETTLES")).toEqual(await search("kettle"));
  });

  test("requires every word, in any order", async () => {
    expect(await search("clove kettle")).toEqual(["Kettle & Clove"]);
    expect(await search("clove sarees")).toEqual([]);
  });

  test("finds the cards that can be bought for an amount, with and without words", async () => {
    type Card = { name: string; denominations: { min: number; max: number }[] };
    const all: Card[] = (await api.request("GET", "/products/?perPage=48")).body.results;
    const namesFor = (rupees: number) =>
      all
        .filter(({ denominations }) => denominations.some(({ min, max }) => min <= rupees && rupees <= max))
        .map(({ name }) => name);
    const amounts = [...new Set(all.flatMap(({ denominations }) => denominations.map(({ min }) => min)))];
    for (const rupees of amounts)
      for (const text of [`₹${rupees}`, `Rs. ${rupees}`, `${rupees}/-`])
        expect([text, (await search(text)).toSorted()]).toEqual([text, namesFor(rupees).toSorted()]);
    // A bare number is a word first.
    const bare = amounts.find((rupees) => !all.some((card) => card.name.includes(String(rupees))));
    if (bare !== undefined) expect((await search(String(bare))).toSorted()).toEqual(namesFor(bare).toSorted());
    const [{ name, denominations }] = all as [Card];
    expect(await search(`${name} ₹${denominations[0]!.min}`)).toContain(name);
    expect(await search(`${name} ₹99999999`)).toEqual([]);
  });

  test("finds a category by another word for it", async () => {
    expect(await search("movies")).toEqual(["Kettle & Clove", "Blockbuster Club"]);
    expect(await search("clothes")).toEqual(["Linen Row"]);
  });

  test.each(["kettel clove", "ketle clove", "kkettle clove", "kwttle clove", "gift card for klove"])(
    "forgives one typing error in a word: %s",
    async (text) => {
      expect(await search(text)).toEqual(["Kettle & Clove"]);
    },
  );

  test.each(["kttel", "xettlw", "zzzz", "cl%%e"])("does not forgive two typing errors: %s", async (text) => {
    expect(await search(text)).toEqual([]);
  });

  test.each(["gift card", "Diwali", "birthday vouchers", "Christmas", "xmas gifts", "Mother's Day"])(
    "finds any card for %s",
    async (text) => {
      const recommended = (await api.request("GET", "/products/?perPage=48")).body.results;
      expect(await search(text)).toEqual(recommended.map(({ name }: { name: string }) => name));
    },
  );

  test("lists a category named after an occasion first", async () => {
    await api.shop().db.transaction(async (tx) => {
      const subcategoryId = await createSubcategory(tx, await createCategory(tx, "Diwali"), "Lamps");
      await createProduct(tx, { ...NEW_PRODUCT, name: "Lamp Light", subcategoryId });
    });
    expect(await search("diwali")).toEqual(["Lamp Light"]);
  });

  describe("of a name that people write in several ways", () => {
    beforeAll(() => {
      // The catalogue's words are read again.
      api.clock.turn(DAY_MS);
      return api.shop().db.transaction(async (tx) => {
        const subcategoryId = await createSubcategory(tx, await createCategory(tx, "Shops"), "Names");
        for (const [index, name] of [
          "D’Souza Bakes",
          "L'Oréal Salon",
          "Big Basket",
          "BookMyShow",
          "7-Eleven",
          "M & S",
          "24 x 7 Fuel",
          "Dice & Dosa",
          "Hand and Thread",
          "मिठाई घर",
          "क्\u200dषीर ५६",
          "\u0958लम दवात",
        ].entries())
          await createProduct(tx, { ...NEW_PRODUCT, sku: `names-${index}`, name, subcategoryId });
      });
    });

    test.each([
      ["dsouza", "D’Souza Bakes"],
      ["D'Souza", "D’Souza Bakes"],
      ["d`souza bakes", "D’Souza Bakes"],
      ["loreal", "L'Oréal Salon"],
      ["L´Oréal", "L'Oréal Salon"],
      ["bigbasket", "Big Basket"],
      ["big-basket", "Big Basket"],
      ["book-my-show", "BookMyShow"],
      ["book my show", "BookMyShow"],
      ["7eleven", "7-Eleven"],
      ["7 eleven", "7-Eleven"],
      ["m&s", "M & S"],
      ["24x7", "24 x 7 Fuel"],
      ["dice and dosa", "Dice & Dosa"],
      ["Dice-and-Dosa", "Dice & Dosa"],
      ["dice&dosa", "Dice & Dosa"],
      ["dice ＆ dosa", "Dice & Dosa"],
      ["diceanddosa", "Dice & Dosa"],
      ["dice and dossa", "Dice & Dosa"],
      ["hand & thread", "Hand and Thread"],
      ["hand&thread", "Hand and Thread"],
      ["मिठाई", "मिठाई घर"],
      ["मिठाईघर", "मिठाई घर"],
      ["मीठाई", "मिठाई घर"],
      ["मिठाई gift card", "मिठाई घर"],
      ["क्षीर", "क्\u200dषीर ५६"],
      ["क्षीर 56", "क्\u200dषीर ५६"],
      ["क\u093cलम", "\u0958लम दवात"],
      ["\u0958लम", "\u0958लम दवात"],
    ])("finds it by %j", async (text, name) => expect(await search(text)).toEqual([name]));

    test("finds a product of an earlier version after its migration", async () => {
      const { db } = api.shop();
      await db.transaction((tx) =>
        tx
          .updateTable("products")
          .set({ search_text: "big basket shops names" })
          .where("name", "=", "Big Basket")
          .execute(),
      );
      expect(await search("bigbasket")).toEqual([]);
      await db.transaction((tx) => compactNames.up(tx as never));
      expect(await search("bigbasket")).toEqual(["Big Basket"]);
    });
  });
});
