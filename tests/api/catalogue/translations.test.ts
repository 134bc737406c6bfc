import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { deliverOutbox } from "../../../api/mail/deliver-outbox.ts";
import { drawnCard } from "../../../api/repositories/catalogue/catalogue-rows.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { PRODUCT } from "../../helpers/api/test-catalogue.ts";
import { CARD, createShopper, notify, paymentOf, placeOne, stockUp } from "../../helpers/api/test-orders.ts";
import { engines } from "../../helpers/database/test-database.ts";

const ID = CARD.product_id;
const TEXTS = { name: "क्रस्ट कोर्ट", details: "<p>एक बार के खाने के लिए</p>", how_to_use: "<p>कार्ड दिखाएँ</p>" };

describe.each(engines)("texts of the catalogue in other languages on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine, { settings: { acme: { languages: ["en", "hi"] } } });
    await stockUp(api, 20);
    await change("products", { translations: JSON.stringify({ hi: TEXTS }), image_url: drawnCard(ID) });
    await change("categories", { translations: JSON.stringify({ hi: { name: "खाना" } }) });
    await change("subcategories", { translations: JSON.stringify({ hi: { name: "पिज़्ज़ा" } }) });
  });
  afterAll(() => api.close());

  /** Changes the product of the orders below, its category or its subcategory. */
  const change = (table: "products" | "categories" | "subcategories", to: Record<string, string>) =>
    api.shop().db.transaction((tx) => tx.updateTable(table).set(to).where("id", "=", 1).execute());

  const readIn = async (language: string, path: string, token?: string) =>
    (await api.request("GET", path, { token, headers: { "accept-language": language } })).body;
  const productIn = async (language: string) => (await readIn(language, `/products/?id=${ID}`)).results[0];

  test("are in the answers to requests in these languages", async () => {
    expect(ID).toBe(PRODUCT.choices);
    expect(await productIn("hi")).toMatchObject({
      ...TEXTS,
      terms_and_conditions: "<ul><li>Once</li></ul>",
      category: { id: 1, name: "खाना" },
      subcategory: { id: 1, name: "पिज़्ज़ा" },
    });
    const english = { name: "Crust Court", category: { name: "Food" }, subcategory: { name: "Pizza" } };
    for (const language of ["en", "ta", ""]) expect(await productIn(language)).toMatchObject(english);
    const home = await readIn("hi", "/home/");
    expect(home.categories[0]).toEqual({ id: 1, name: "खाना" });
    expect(home.subcategories[0]).toEqual({ id: 1, category_id: 1, name: "पिज़्ज़ा" });
    expect((await readIn("en", "/home/")).categories[0].name).toBe("Food");
  });

  test("are on the drawn card of their language, which caches keep like the other one", async () => {
    const [hindi, english] = [(await productIn("hi")).image_url, (await productIn("en")).image_url];
    expect(hindi).not.toBe(english);
    for (const [url, name] of [
      [hindi, TEXTS.name],
      [english, "Crust Court"],
      [english.replace(/v=.*/, "v=AAAAAAAAAAA-hi"), TEXTS.name],
      [`${english}-ta`, "Crust Court"],
      [`${english}-constructor`, "Crust Court"],
    ]) {
      const { text, headers } = await api.request("GET", url);
      expect(text).toContain(`aria-label="${name}"`);
      expect([url, headers.get("cache-control")!.includes("immutable")]).toEqual([url, !url.includes("AAA")]);
    }
    const groundIn = async (url: string) => /fill="(#\w+)" d="M0 0/.exec((await api.request("GET", url)).text)![1];
    expect(await groundIn(hindi)).toBe(await groundIn(english));
  });

  test("follow an order into its history, receipt and mail, until the product is renamed", async () => {
    const { token, email } = await createShopper(api);
    await api.request("PUT", "/user/language/", { token, body: { language: "hi" } });
    expect((await readIn("hi", "/cart/", token))[0].product).toMatchObject({ name: TEXTS.name });
    const { orderId } = await placeOne(api, token);
    await notify(api, await paymentOf(api, orderId));
    while (await deliverOutbox(api.shop()));
    expect(api.mails.find(({ to, text }) => to === email && text.includes("CARD-"))?.text).toContain(TEXTS.name);

    const bought = async (language: string) => {
      const [order] = await readIn(language, "/order-history/", token);
      const receipt = await readIn(language, `/order-receipt/?order_id=${orderId}`, token);
      const status = await readIn(language, `/order-status/?order_id=${orderId}`, token);
      const { name: voucher } = order.vouchers[0];
      return { type: order.voucher_type, names: [order, receipt, status].map(({ items }) => items[0].name), voucher };
    };
    const name = "Crust Court";
    expect(await bought("en")).toEqual({ type: "Food", names: [name, name, name], voucher: name });
    const translated = { type: "खाना", names: [TEXTS.name, TEXTS.name, TEXTS.name], voucher: TEXTS.name };
    expect(await bought("hi")).toEqual(translated);
    const [order] = await readIn("hi", "/order-history/", token);
    expect(order.items[0].image_url).toBe((await productIn("hi")).image_url);
    await change("products", { name: "Crust Palace" });
    expect(await bought("hi")).toEqual({ type: "खाना", names: [name, name, name], voucher: name });
    await change("products", { name });
  });

  test("are in a refusal of the cart", async () => {
    const { token } = await createShopper(api, { cart: [] });
    await api
      .shop()
      .db.transaction((tx) => tx.updateTable("products").set({ is_available: 0 }).where("id", "=", 1).execute());
    const body = { cart_items: [{ ...CARD, to_pay: 1_000 }] };
    const refused = await api.request("POST", "/cart/", { token, body, headers: { "accept-language": "hi" } });
    await api
      .shop()
      .db.transaction((tx) => tx.updateTable("products").set({ is_available: 1 }).where("id", "=", 1).execute());
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(TEXTS.name)]);
  });
});
