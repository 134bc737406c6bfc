import { expect, test } from "vitest";

import { send } from "../helpers/http/http.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { type Page, TextBrowser } from "../helpers/text-browser/page.ts";

const shop = useSharedShop();
const open = (page: Page, path: string) => page.browser.open(shop().url("console", path));

async function openConsole(path: string) {
  const page = await new TextBrowser().open(shop().url("console", "/sign-in"));
  return open(await page.submit("Sign in", { "E-mail address": "owner@awning.test", Password: "Console@2026" }), path);
}

/** Adds a product of this name, and returns its page. */
async function addProduct(name: string, values: Record<string, string> = {}) {
  const form = await openConsole("/brands/aurora/new-product");
  return form.submit("Save", { Name: name, "Amounts in rupees": "250", ...values });
}

const summaries = (page: Page) =>
  [...page.answer.text.matchAll(/<details class="act"( open="")?>\s*<summary>(.*?)<\/summary>/g)].map(
    ([, isOpen, text]) => ({ isOpen: isOpen !== undefined, text: text!.replaceAll(/<[^>]+>/g, "") }),
  );
const hindi = (page: Page) => summaries(page).find(({ text }) => text.startsWith("Hindi (हिन्दी)"))!;

test("a product's texts in Hindi are typed in a folded section, which lists what is missing", async () => {
  const form = await openConsole("/brands/aurora/new-product");
  expect(hindi(form)).toEqual({ isOpen: false, text: "Hindi (हिन्दी): name missing" });
  expect(form.answer.text).toMatch(/<input lang="hi-IN" dir="ltr"[^>]* name="name:hi"/);
  const added = await addProduct("Lotus Spa", { Details: "One\nhour", Terms: "Once", "Details in Hindi": "एक\nघंटा" });
  expect(hindi(added).text).toBe("Hindi (हिन्दी): name and terms missing");
  expect(added.value("Details in Hindi")).toMatch(/^एक\s+घंटा$/);
  const named = await added.submit("Save", { "Name in Hindi": "कमल स्पा", "Terms in Hindi": "एक बार" });
  expect([hindi(named).text, named.value("Name in Hindi")]).toEqual(["Hindi (हिन्दी): complete", "कमल स्पा"]);
  expect((await named.submit("Save")).alerts()).toEqual(["Nothing was changed."]);
  const search = shop().url("aurora", `/search?q=${encodeURIComponent("कमल")}&lang=hi`);
  await expect.poll(async () => (await new TextBrowser().open(search)).text).toContain("कमल स्पा");
  const emptied = await named.submit("Save", { "Name in Hindi": "" });
  expect(hindi(emptied).text).toBe("Hindi (हिन्दी): name missing");
});

test("an error in a text in Hindi opens its section, stands at its field, and loses nothing", async () => {
  const form = await openConsole("/brands/aurora/new-product");
  const wrong = await form.submit("Save", {
    Name: "Raat Rani",
    "Amounts in rupees": "250",
    "Name in Hindi": "रात \u202eरानी",
    "How to use in Hindi": "दिखाएँ",
  });
  expect([wrong.status, hindi(wrong)]).toEqual([400, { isOpen: true, text: "Hindi (हिन्दी): has an error" }]);
  expect(wrong.answer.text).toMatch(
    /<a href="#name:hi">Name in Hindi<\/a>: (<!-- -->)?It must not have characters that rev/,
  );
  expect([wrong.value("Name in Hindi"), wrong.value("How to use in Hindi")]).toEqual(["रात \u202eरानी", "दिखाएँ"]);
  const added = await wrong.submit("Save", { "Name in Hindi": "रात रानी" });
  expect([added.heading, added.value("Name in Hindi")]).toEqual(["Raat Rani", "रात रानी"]);
});

test("shows both texts in Hindi if somebody else was faster", async () => {
  const first = await addProduct("Monsoon Cafe", { "Details in Hindi": "दो\nलाइनें" });
  const second = await open(first, first.path);
  await first.submit("Save", { "Name in Hindi": "मानसून कैफ़े" });
  const late = await second.submit("Save", { "Name in Hindi": "बरसात कैफ़े" });
  expect([late.status, late.value("Name in Hindi")]).toEqual([409, "बरसात कैफ़े"]);
  const row = late.part("मानसून कैफ़े");
  expect(row.text).toMatch(/Name in Hindi\s+बरसात कैफ़े\s+मानसून कैफ़े/);
  expect(late.parts("Details in Hindi").map(({ text }) => text)).not.toContainEqual(
    expect.stringMatching(/^Details in/),
  );
  expect((await late.submit("Save")).value("Name in Hindi")).toBe("बरसात कैफ़े");
});

test("the preview shows typed texts in the chosen language", async () => {
  const product = await addProduct("Kite Shop");
  expect(product.value("Language")).toBe("en");
  const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(product.answer.text)![1]!;
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "sec-fetch-site": "same-origin",
    cookie: product.browser.cookies.headerFor(product.url)!,
  };
  const previewIn = (language: string) => {
    const typed = { name: "Kite Shop", "name:hi": "पतंग", denominations: "250", validity_days: "365" };
    const kept = { sku: "kite-shop", made_from: hidden("made_from"), subcategory: product.value("Category")! };
    const body = new URLSearchParams({ ...typed, ...kept, "preview-page": "product", "preview-language": language });
    const url = shop().url("console", "/brands/aurora/product-preview");
    return send(url, { method: "POST", headers, body: body.toString() });
  };
  const shown = await previewIn("hi");
  expect(shown.text).toMatch(/<html lang="hi-IN".*<h1[^>]*>[^<]*पतंग/s);
  const [, drawn = ""] = /<img [^>]*src="data:image\/svg\+xml;base64,([^"]+)"/.exec(shown.text)!;
  expect(Buffer.from(drawn, "base64").toString()).toContain("पतंग");
  expect((await previewIn("en")).text).toMatch(/<html lang="en-IN".*<h1[^>]*>[^<]*Kite Shop/s);
});

test("categories and subcategories get names in Hindi, which the shop shows", async () => {
  const page = await openConsole("/brands/aurora/categories");
  const wrong = await page.submit("Add a category", { Name: "Flowers", "Name in Hindi": "फूल\u202e" });
  expect([wrong.status, wrong.alerts().join()]).toEqual([400, expect.stringContaining("characters that reverse")]);
  const added = await wrong.submit("Add a category", { "Name in Hindi": "फूल" });
  expect(added.value("Name of Flowers in Hindi")).toBe("फूल");
  const filled = await added.submit("Add a subcategory to Flowers", { Name: "Roses", "Name in Hindi": "गुलाब" });
  expect(filled.value("Name of Roses in Hindi")).toBe("गुलाब");
  const renamed = await filled.submit("Save Roses", { "Name of Roses": "Red roses" });
  expect(renamed.value("Name of Red roses in Hindi")).toBe("गुलाब");
  const emptied = await renamed.submit("Save Flowers", { "Name of Flowers in Hindi": "" });
  expect(emptied.value("Name of Flowers in Hindi")).toBe("");
  await (await emptied.submit("Delete Red roses")).submit("Delete Flowers");
});

test("the list of products finds those without a name in Hindi", async () => {
  await addProduct("Filter Plain");
  await addProduct("Filter Named", { "Name in Hindi": "फ़िल्टर" });
  const list = await openConsole("/brands/aurora/products");
  const found = await list.submit("Search", { "Name or SKU": "filter", "Without a name in": "hi" });
  expect([found.text.includes("Filter Plain"), found.text.includes("Filter Named")]).toEqual([true, false]);
  expect(found.value("Without a name in")).toBe("hi");
  const all = await found.submit("Search", { "Without a name in": "" });
  expect(all.text).toContain("Filter Named");
});
