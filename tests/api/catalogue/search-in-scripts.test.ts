import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createCategory, createProduct, createSubcategory } from "../../../api/repositories/catalogue/catalogue.ts";
import { AURORA } from "../../../api/seed/brands/aurora.ts";
import { MERIDIAN } from "../../../api/seed/brands/meridian.ts";
import { TAMARIND } from "../../../api/seed/brands/tamarind.ts";
import { MERCHANTS } from "../../../api/seed/merchants/pool.ts";
import { startTestApi, type TestApi } from "../../helpers/api/test-api.ts";
import { NEW_PRODUCT } from "../../helpers/api/test-catalogue.ts";
import { engines } from "../../helpers/database/test-database.ts";
import { HINDI_NAMES } from "../../helpers/languages/hindi-names.ts";

const searchIn = async (api: TestApi, text: string): Promise<string[]> =>
  (await api.request("GET", `/search/?q=${encodeURIComponent(text)}`)).body.map(({ name }: { name: string }) => name);

/** Each name with searches that find it. No table of synonyms has these names. */
const FOUND: Record<string, string> = {
  "गुलमोहर जलपान": "gulmohar jalpaan|gulamohar|jalpan|GULMOHAR|gulmohar jalpan gift card|गुलमोहर|gulmoharjalpan",
  "Suhaana Bazaar": "सुहाना बाज़ार|सुहाना|suhana bazar|सुहाना बाजार|suhaana bajar",
  "मीनाक्षी वस्त्र": "meenakshi vastra|minakshi wastra|meenaxi|minaxi vastr|मिनाक्षी",
  "चंदेरी बुनकर": "chanderi bunkar|chandheri|chanderi|चन्देरी बुनकर|चँदेरी",
  "Chhappan Bhog": "छप्पन भोग|छप्पन|chappan bhog|chhapan",
  "राजवाड़ा पकवान": "rajwada pakwan|rajwara pakvaan|raajwaada|राजवाड़ा|राजवाडा",
  "Pakoda Paradise": "पकोड़ा|पकौड़ा|पकोड़े",
  "ख़ुशबू झुमका": "khushboo jhumka|kushboo|khushbu|खुशबू",
  "ग़ज़ल महफ़िल": "ghazal mehfil|gazal|ghazal|ग़ज़ल",
  "ज्ञानदीप कक्षा": "gyandeep kaksha|gyaandip|gyandeep kaksha",
  "Laxmi Thandai": "लक्ष्मी ठंडाई|लक्ष्मी|ठण्डाई|lakshmi",
  "Zaika Nukkad": "ज़ायका नुक्कड़|ज़ायका|जायका|नुक्कड़",
  "हिन्दी भवन": "हिंदी|hindi bhavan|hindee bhawan|हिंदी भवन",
  "शर्मा मिष्टान्न": "sharma mishtann|sharma|शर्मा",
  "Vandana Phulkari": "वंदना फुलकारी|वन्दना|fulkari",
  "कपड़ों की दुनिया": "kapdon ki duniya|duniya|कपड़े|kapda|kapde",
  "क्\u200dषितिज ५६": "kshitij|xitij|क्षितिज 56",
  "क्रिकेट क्लब हाउस": "cricket club|club house|cricket",
  "বসন্ত বাহার": "basant bahar|बसंत",
  "ਚੜ੍ਹਦੀ ਕਲਾ": "chardi kala",
};

/** Searches that find none of these names. */
const NOT_FOUND = (
  "tea|art|car|rat|tan|kit|cat|ring|mart|pet|sun|chair|dive|bag|bench|bend|lamb|neck|van gogh|rice|mithai|tiger|kilo|" +
  "mister|shirt|lamp|carpet|bank|pants|jacket|hammer|violin|guitar|dentist|insurance|pension|tractor|" +
  "आरती|टीका|कार|मेज़|कुरसी|पंखा|साइकिल|मकान|बादल|नाव|पहाड़|समुद्र|हाथी|शेर|मछली|पंछी|दरवाज़ा|खिड़की|दीवार|छाता|" +
  "kursi|pankha|makaan|baadal|samundar|haathi|machhli|darwaza|khidki|diwar|chhata|gulab|mohan|jalan|suhag|bazooka"
).split("|");

describe.each(engines)("a search across scripts on %s", (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await api.shop().db.transaction(async (tx) => {
      const subcategoryId = await createSubcategory(tx, await createCategory(tx, "Assorted"), "Assorted");
      for (const [index, name] of Object.keys(FOUND).entries())
        await createProduct(tx, { ...NEW_PRODUCT, sku: `name-${index}`, name, subcategoryId });
    });
  });
  afterAll(() => api.close());
  const search = (text: string) => searchIn(api, text);

  test.each(Object.entries(FOUND).flatMap(([name, texts]) => texts.split("|").map((text) => [name, text] as const)))(
    "finds %j by %j",
    async (name, text) => expect(await search(text)).toEqual([name]),
  );

  test.each(NOT_FOUND)("finds nothing by %j", async (text) => {
    expect((await search(text)).filter((name) => name in FOUND)).toEqual([]);
  });

  test("finds a name in both scripts, first as it is typed", async () => {
    const [rows, added] = [["चमेली साबुन", "Chameli Sabun"], "चमेली तेल"];
    await addProducts(rows);
    expect(await search("chameli sabun")).toEqual(rows.toReversed());
    expect(await search("चमेली साबुन")).toEqual(rows);
    await addProducts([added]);
    expect(await search("chameli")).toEqual(["Chameli Sabun", "चमेली साबुन", added]);
  });

  async function addProducts(names: string[]) {
    await api.shop().db.transaction(async (tx) => {
      const { id } = await tx.selectFrom("subcategories").select("id").limit(1).executeTakeFirstOrThrow();
      for (const name of names)
        await createProduct(tx, {
          ...NEW_PRODUCT,
          sku: Buffer.from(name).toString("hex").slice(0, 60),
          name,
          subcategoryId: id,
        });
    });
  }

  test.each([
    ["किताब", "Books & More"],
    ["kitaabein", "Books & More"],
    ["पुस्तकें", "Books & More"],
    ["poshaak", "Clothing Lane"],
    ["जूते", "Footwear First"],
    ["सोना", "Gold Leaf"],
    ["खिलौने", "Toy Trunk"],
    ["मिठाइयाँ", "Sweet Street"],
    ["दवाई", "Medicine Chest"],
    ["cake", "केक कोना"],
    ["गाड़ी", "Taxi Time"],
  ])("finds by %j a thing with another name: %j", async (text, name) => {
    const found = await search(name);
    if (found.length === 0) await addProducts([name]);
    expect(await search(text)).toContain(name);
  });

  test.each(["उपहार", "गिफ़्ट कार्ड", "गिफ्ट कार्ड", "जन्मदिन का तोहफ़ा", "shaadi", "दिवाली", "janamdin ke liye", "वाउचर"])(
    "finds any card for %s",
    async (text) => {
      const all = (await api.request("GET", "/products/?perPage=48")).body.results;
      expect(await search(text)).toEqual(all.map(({ name }: { name: string }) => name));
    },
  );

  test.each(["चमेलि", "चमैली", "chameeli", "chamelli"])("forgives an error in %s", async (text) => {
    expect(await search(text)).toContain("चमेली तेल");
  });
});

describe.each(engines)("the demo brands on %s", (engine) => {
  const shelves = [AURORA, MERIDIAN, TAMARIND].flatMap(({ categories }) => categories);
  const products = [...MERCHANTS.keys()];
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi(engine);
    await api.shop().db.transaction(async (tx) => {
      for (const [at, { name, subcategories }] of shelves.entries()) {
        const category = await createCategory(tx, name, `category-${at}`);
        for (const [below, subcategory] of subcategories.entries()) {
          const key = `shelf-${at}-${below}`;
          const subcategoryId = await createSubcategory(tx, category, subcategory.name, key);
          await createProduct(tx, { ...NEW_PRODUCT, name: key, subcategoryId });
        }
      }
      const { id } = await tx.selectFrom("subcategories").select("id").limit(1).executeTakeFirstOrThrow();
      for (const name of products) await createProduct(tx, { ...NEW_PRODUCT, name, subcategoryId: id });
    });
  });
  afterAll(() => api.close());

  test("are found by the Hindi names of products", async () => {
    const missed: string[] = [];
    for (const name of products) if (!(await searchIn(api, HINDI_NAMES[name]!)).includes(name)) missed.push(name);
    expect(missed).toEqual([]);
  });

  test("are found by the Hindi names of categories", async () => {
    const missed: string[] = [];
    for (const [at, { name, subcategories }] of shelves.entries())
      for (const [below, shelf] of subcategories.entries())
        for (const searched of [name, shelf.name])
          if (!(await searchIn(api, HINDI_NAMES[searched]!)).includes(`shelf-${at}-${below}`)) missed.push(searched);
    expect(missed).toEqual([]);
  });
});
