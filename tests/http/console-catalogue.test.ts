import sharp from "sharp";
import { expect, test } from "vitest";

import { type Answer, send } from "../helpers/http/http.ts";
import { sendRaw } from "../helpers/http/raw.ts";
import { useSharedShop } from "../helpers/shop/shared-shop.ts";
import { type Page, type Provenance, TextBrowser } from "../helpers/text-browser/page.ts";

const shop = useSharedShop();
const LIST = "/brands/aurora/products";
const open = (page: Page, path: string) => page.browser.open(shop().url("console", path));

async function openConsole(path = LIST, provenance?: Provenance) {
  const page = await new TextBrowser(provenance).open(shop().url("console", "/sign-in"));
  return open(await page.submit("Sign in", { "E-mail address": "owner@awning.test", Password: "Console@2026" }), path);
}

/** The shop's answer once it shows a text, on a page that it keeps; a change reaches it within a second. */
async function shopShows(text: string, query: string) {
  const url = shop().url("aurora", `/search?q=${encodeURIComponent(query)}`);
  await expect.poll(async () => (await send(url)).text).toContain(text);
}

/** Sends the page's form of the product with a file, as a browser does. */
async function upload(page: Page, change: Record<string, string>, file: Buffer): Promise<Answer> {
  const form = new FormData();
  const values = { ...fieldsOf(page), ...change };
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  form.set("picture", new Blob([new Uint8Array(file)], { type: "image/png" }), "card.png");
  const request = new Request("http://localhost/", { method: "POST", body: form });
  const headers = {
    "content-type": request.headers.get("content-type")!,
    "sec-fetch-site": "same-origin",
    origin: new URL(page.url).origin,
    cookie: page.browser.cookies.headerFor(page.url)!,
  };
  return send(page.url, { method: "POST", headers, body: Buffer.from(await request.arrayBuffer()) });
}

const LABELS = {
  name: "Name",
  denominations: "Amounts in rupees",
  price_mrp: "Price on the card in rupees",
  validity_days: "Valid for (days)",
  details: "Details",
  terms_and_conditions: "Terms",
  how_to_use: "How to use",
};

function fieldsOf(page: Page) {
  const hidden = ["sku", "made_from", "image_url"].map((name) => {
    const [, value = ""] = new RegExp(`name="${name}" value="([^"]*)"`).exec(page.answer.text) ?? [];
    return [name, value.replaceAll("&amp;", "&")];
  });
  const shown = Object.entries(LABELS).map(([name, label]) => [name, page.value(label)]);
  const [, subcategory = ""] = /<option value="([^"]+)" selected/.exec(page.answer.text) ?? [];
  return { ...Object.fromEntries([...hidden, ...shown]), subcategory, act: "save", is_available: "on" } as Record<
    string,
    string
  >;
}

test("adds a product, shows an error beside its field, and the shop sells it, without JavaScript", async () => {
  const form = await (await openConsole()).follow("New product");
  expect(form.heading).toBe("New product");
  const typed = { SKU: "chai-time", Name: "Chai Time Tea", "Amounts in rupees": "250, lots", Details: "Two\nlines" };
  const wrong = await form.submit("Save", typed);
  expect([wrong.status, wrong.value("Amounts in rupees"), wrong.value("Name")]).toEqual([
    400,
    "250, lots",
    "Chai Time Tea",
  ]);
  expect(wrong.alerts().join()).toContain(`Amounts: "lots" is not an amount`);
  expect(wrong.answer.text).toContain('<a href="#denominations">Amounts</a>');
  const unclear = await wrong.submit("Save", { "Amounts in rupees": "1,500" });
  expect(unclear.alerts().join()).toContain(`"1,500" can be ₹1,500.00, or ₹1.00 and ₹500.00.`);
  const small = await unclear.submit("Save", { "Amounts in rupees": "5; ₹1,00,000" });
  expect(small.alerts().join()).toContain("₹5.00 is less than ₹10.00.");
  expect(small.value("Amounts in rupees")).toBe("5; ₹1,00,000");
  const added = await small.submit("Save", { "Amounts in rupees": "Rs. 250/-, 300 to 900" });
  expect([added.heading, added.alerts()]).toEqual([
    "Chai Time Tea",
    ["The product is added with the SKU chai-time. Import its stock next."],
  ]);
  expect(added.value("Details")).toMatch(/^Two\s+lines$/);
  expect((await added.follow("Import stock")).heading).toBe("Import stock");
  await shopShows("Chai Time Tea", "chai time");
  const found = await (await open(added, LIST)).submit("Search", { "Name or SKU": "chai-t" });
  expect(found.text).toContain("Chai Time Tea");
  expect((await open(found, "/brands/aurora/products.csv?q=chai-t")).answer.text).toContain("chai-time,Chai Time Tea,");
});

test("a new product needs no SKU, and creates its category; a wrong field loses nothing", async () => {
  const form = await openConsole("/brands/aurora/new-product");
  const wrong = await form.submit("Save", {
    Name: "Zoo Day",
    "Or a new category": "Animals",
    "Amounts in rupees": "lots",
  });
  expect([wrong.status, wrong.value("Or a new category"), wrong.value("SKU")]).toEqual([400, "Animals", ""]);
  const formId = (page: Page) => /name="form" value="([\w-]+)"/.exec(page.answer.text)![1]!;
  expect(formId(wrong)).not.toBe(formId(form));
  const added = await wrong.submit("Save", { "Amounts in rupees": "250" });
  expect([added.heading, added.alerts()]).toEqual([
    "Zoo Day",
    ["The product is added with the SKU zoo-day. Import its stock next."],
  ]);
  const late = await wrong.submit("Save", { "Amounts in rupees": "250" });
  expect([late.path, late.heading]).toEqual([added.path, "Zoo Day"]); // sent twice
  const again = await open(added, "/brands/aurora/new-product");
  const refused = await again.submit("Save", {
    Name: "Zoo Day",
    "Or a new category": "animals",
    "Amounts in rupees": "250",
  });
  expect([refused.status, refused.value("Name")]).toEqual([400, "Zoo Day"]);
  expect(refused.alerts().join()).toContain("There is a category Animals already. Choose it in the list.");
});

test("puts categories in order with buttons, which the shop's home shows, and Undo takes that back", async () => {
  const page = await openConsole("/brands/aurora/categories");
  const inOrder = (shown: Page) =>
    [...shown.answer.text.matchAll(/section class="shelf" aria-label="([^"]+)"/g)].map(([, name]) => name!);
  const [top, ...others] = inOrder(page);
  const [first, second] = ["Groceries", "Electronics"];
  expect(others.slice(0, 2)).toEqual([first, second]);
  expect(page.buttons().filter((name) => /^Move .* up$/.test(name))).toHaveLength(others.length);
  const moved = await page.submit(`Move ${first} down`);
  expect(inOrder(moved).slice(0, 3)).toEqual([top, second, first]);
  const shopOrder = async () => {
    const { text } = await send(shop().url("aurora", "/"));
    return text.indexOf(`>${second}<`) < text.indexOf(`>${first}<`);
  };
  await expect.poll(shopOrder).toBe(true);
  expect(inOrder(await moved.submit("Undo"))).toEqual([top, ...others]);
  await expect.poll(shopOrder).toBe(false);
});

test.each(["fetch-metadata", "referer", "lynx"] as const)(
  "takes a product off sale, and Undo takes that back (%s)",
  async (provenance) => {
    const list = await openConsole(`${LIST}?q=raga&sort=name`, provenance);
    const off = await list.submit(/^Take off sale/);
    expect(off.path).toBe(`${LIST}?q=raga&sort=name`);
    expect(off.alerts().join()).toMatch(/is off sale/);
    expect(off.buttons()).toContain("Undo");
    const back = await off.submit("Undo");
    expect(back.alerts().join()).toMatch(/is on sale again/);
    const product = await (await open(back, `${LIST}?q=raga`)).follow(/Raga/);
    const saved = await product.submit("Save", { "Valid for (days)": "200" });
    expect([saved.status, saved.alerts()]).toEqual([200, ["The product is saved. The shop shows it within a second."]]);
    expect((await saved.submit("Save")).alerts()).toEqual(["Nothing was changed."]);
    await (await open(saved, saved.path)).submit("Save", { "Valid for (days)": "365" });
  },
);

test("moves a product up and down in its category with one press, and Undo takes that back", async () => {
  const list = await openConsole(`${LIST}?q=raga&sort=name`);
  const product = await list.follow(/Raga/);
  const up = await product.submit(/^Move up: /);
  const isFirst = up.status === 400;
  expect(up.alerts().join()).toMatch(isFirst ? /It is the first of its category already/ : /one place further up/);
  const moved = isFirst ? await up.submit(/^Move down: /) : up;
  expect(moved.alerts().join()).toMatch(isFirst ? /one place further down in its category/ : /one place further up/);
  const back = await moved.submit("Undo");
  expect([back.status, back.alerts().join()]).toEqual([
    200,
    expect.stringMatching(isFirst ? /one place further up/ : /one place further down/),
  ]);
});

test("keeps the typed values when somebody else was faster, and shows both", async () => {
  const first = await (await openConsole(`${LIST}?q=raga`)).follow(/Raga/);
  const second = await open(first, first.path);
  await first.submit("Save", { "How to use": "Show it at the till." });
  const late = await second.submit("Save", { "How to use": "Type it in the app." });
  expect([late.status, late.value("How to use")]).toEqual([409, "Type it in the app."]);
  expect(late.alerts().join()).toContain("Somebody else changed this product while you were editing");
  expect(late.part("Show it at the till.").text).toContain("Show it at the till.");
  const saved = await late.submit("Save");
  expect([saved.status, saved.value("How to use")]).toEqual([200, "Type it in the app."]);
});

test("shows the conflict also to a form that was refused first for a wrong field", async () => {
  const first = await (await openConsole(`${LIST}?q=raga`)).follow(/Raga/);
  const second = await open(first, first.path);
  await first.submit("Save", { Details: "Songs of the rain." });
  const wrong = await second.submit("Save", { Details: "Songs of the sea.", "Amounts in rupees": "lots" });
  expect(wrong.status).toBe(400);
  const late = await wrong.submit("Save", { "Amounts in rupees": first.value("Amounts in rupees")! });
  expect([late.status, late.value("Details")]).toEqual([409, "Songs of the sea."]);
  expect(late.part("Songs of the rain.").text).toContain("Songs of the rain.");
});

test("puts a picture in the place of the drawn card, and keeps the rest of a form whose picture is bad", async () => {
  const product = await (await openConsole(`${LIST}?q=raga`)).follow(/Raga/);
  const bad = await upload(
    product,
    { details: "Typed before", validity_days: "soon", denominations: "lots" },
    Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"),
  );
  expect(bad.status).toBe(400);
  // All errors are shown at once.
  for (const fault of [
    /href="#picture">Picture<\/a>: [^/]*not a PNG, JPEG, WebP or AVIF picture/,
    /href="#validity_days"/,
  ])
    expect(bad.text).toMatch(fault);
  expect(bad.text).toContain('"lots" is not an amount'.replaceAll('"', "&quot;"));
  expect(bad.text).toContain("Typed before");
  const png = await sharp({ create: { width: 900, height: 500, channels: 3, background: "#884400" } })
    .png()
    .toBuffer();
  // A field that is wrong does not lose the picture that arrived.
  const wrong = await upload(product, { validity_days: "soon" }, png);
  expect(wrong.status).toBe(400);
  const [picture] = /\/media\/pictures\/[0-9a-f]{64}\.webp/.exec(wrong.text)!;
  expect((await upload(product, {}, png)).status).toBe(303);
  await shopShows(picture, "raga");
  const shown = await send(shop().url("aurora", picture));
  expect([shown.status, shown.headers["content-type"], shown.headers["cache-control"]]).toEqual([
    200,
    "image/webp",
    "public, max-age=31536000, immutable",
  ]);
  const again = await (await open(product, product.path)).submit("Save", { "Use the drawn card again": true });
  expect(again.status).toBe(200);
  expect(again.answer.text).not.toContain("/media/pictures/");
});

test("shows the shop's page with typed values before they are saved, for a frame", async () => {
  const product = await (await openConsole(`${LIST}?q=raga`)).follow(/Raga/);
  const form = new URLSearchParams({ ...fieldsOf(product), name: "Raga Ocean", "preview-page": "product" });
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "sec-fetch-site": "same-origin",
    cookie: product.browser.cookies.headerFor(product.url)!,
  };
  const [, first = ""] = /<iframe [^>]*src="([^"]+)"/.exec(product.answer.text)!;
  const begun = await send(shop().url("console", first.replaceAll("&amp;", "&")), { headers });
  expect([begun.status, /<h1[^>]*>Raga Stream/.test(begun.text)]).toEqual([200, true]);
  const preview = shop().url("console", "/brands/aurora/product-preview");
  const shown = await send(preview, { method: "POST", headers, body: form.toString() });
  expect([shown.status, shown.text.includes("<h1"), shown.text.includes("Raga Ocean")]).toEqual([200, true, true]);
  const [, drawn = ""] = /<img [^>]*src="data:image\/svg\+xml;base64,([^"]+)"/.exec(shown.text)!;
  expect(Buffer.from(drawn, "base64").toString()).toContain("Raga Ocean");
  form.set("denominations", "lots");
  const wrong = await send(preview, { method: "POST", headers, body: form.toString() });
  expect(wrong.text).toContain(`"lots" is not an amount`);
  expect((await open(product, product.path)).heading).toBe("Raga Stream");
});

test("refuses more than 12 MB at once, a picture above 10 MB with a message, and files elsewhere", async () => {
  const product = await (await openConsole(`${LIST}?q=raga`)).follow(/Raga/);
  const large = await upload(product, {}, Buffer.alloc(11 * 1024 * 1024));
  expect([large.status, large.text.includes("The file is larger than 10 MB.")]).toEqual([400, true]);
  const { host, port } = new URL(product.url);
  const cookie = product.browser.cookies.headerFor(product.url)!;
  const announce = (path: string, bytes: number) =>
    sendRaw(
      Number(port),
      `POST ${path} HTTP/1.1`,
      `Host: ${host}`,
      `Cookie: ${cookie}`,
      "Sec-Fetch-Site: same-origin",
      "Content-Type: multipart/form-data; boundary=x",
      `Content-Length: ${bytes}`,
      "",
      "",
    );
  expect(await announce(product.path, 13 * 1024 * 1024)).toMatch(/^HTTP\/1.1 413 /);
  expect(await announce("/brands/aurora/categories", 100_000)).toMatch(/^HTTP\/1.1 413 /);
});

test("adds, renames and deletes categories, and sets the recipients of mails about the stock", async () => {
  const page = await openConsole("/brands/aurora/categories");
  const empty = await page.submit("Add a category", { Name: " ", Key: "periodicals" });
  expect([empty.status, empty.alerts()]).toEqual([400, expect.arrayContaining(["It must not be empty."])]);
  const added = await page.submit("Add a category", { Name: "Periodicals" });
  const filled = await added.submit("Add a subcategory to Periodicals", { Name: "Comics" });
  const renamed = await filled.submit("Save Comics", { "Name of Comics": "Graphic novels" });
  expect(renamed.part("Graphic novels, 0 products").text).toContain("Graphic novels");
  const late = await renamed.submit("Delete Graphic novels");
  expect(late.alerts()).toEqual(["It is deleted."]);
  const gone = await late.submit("Delete Periodicals");
  expect(gone.text).not.toContain("Periodicals");
  expect((await renamed.submit("Delete Graphic novels")).status).toBe(400);

  const alerts = await open(page, "/brands/aurora/stock-alerts");
  const wrong = await alerts.submit("Save", { "Mail to": "ops@aurora.test\nnobody" });
  expect([wrong.status, wrong.alerts().join()]).toEqual([400, expect.stringContaining(`"nobody" is not an e-mail`)]);
  const saved = await wrong.submit("Save", { "Mail to": "ops@aurora.test", "Warn below": "7" });
  expect(saved.value("Warn below")).toBe("7");
});
