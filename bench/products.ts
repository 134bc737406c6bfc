import { fork } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";

import pg from "pg";
import { Client } from "undici";

import { createCategory, createSubcategory, searchText } from "../api/repositories/catalogue/catalogue.ts";
import type { Shop } from "../api/shop/shop.ts";
import { createBrand, withBrand } from "./brand.ts";
import { onBothDatabases } from "./databases.ts";
import type { Row } from "./table.ts";

const PRODUCTS = 100_000;
const BATCH = 500;
const TRIES = 100;
const CATEGORIES = ["Food", "Travel", "Fashion", "Books", "Games", "Music", "Health", "Home", "Learning", "Giving"];
const WORDS = ["Amber", "Banyan", "Cobalt", "Delta", "Ember", "Fable", "Garnet", "Harbour", "Indigo", "Jasmine"];

/** The storefront's requests, each with another page, price or word. */
const QUERIES: Record<string, (index: number) => string> = {
  list: (index) => `products/?page=${1 + (index % 20)}&perPage=8`,
  filter: (index) => `products/?category=${1 + (index % 10)}&price_min=${100 + index}&price_max=${2_000 + index}`,
  "price range alone": (index) => `products/?price_min=${9_000 + index}&price_max=${9_100 + index}`,
  sort: (index) => `products/sort/?sort=${index % 2 ? "asc" : "desc"}&page=${1 + (index % 20)}&perPage=8`,
  "deep page": (index) => `products/?page=${9_000 + index}&perPage=8`,
  "deep page, sorted": (index) => `products/sort/?sort=desc&page=${9_000 + index}&perPage=8`,
  search: (index) => `search/?q=${WORDS[index % 10]}%20${index}`,
  "search with a slip": (index) => `search/?q=${WORDS[index % 10]!.replace("a", "")}%20${index}`,
  "search that any card answers to": () => "search/?q=gift%20card",
  "search that finds nothing": (index) => `search/?q=nothing${index}`,
};

/** A catalogue of a hundred thousand products on the embedded API: a shopper's waiting time for a list. */
export const products = () => onBothDatabases(measure);

async function measure(database: string, url?: string): Promise<Row[]> {
  const { folder, values } = createBrand(url);
  const program = fileURLToPath(new URL("../api/server.ts", import.meta.url));
  try {
    await withBrand(values, fillCatalogue);
    if (url) await vacuum(url);
    const api = fork(program, { env: { PATH: process.env.PATH, NODE_ENV: "production", ...values } });
    const [{ port }] = (await once(api, "message")) as [{ port: number }];
    const client = new Client(`http://127.0.0.1:${port}`);
    const rows: Row[] = [];
    for (const [name, pathOf] of Object.entries(QUERIES)) {
      const latencies: number[] = [];
      for (let index = 0; index < TRIES; index++) {
        const sent = performance.now();
        const { statusCode, body } = await client.request({ method: "GET", path: `/bench/${pathOf(index)}` });
        await body.text();
        if (statusCode !== 200) throw new Error(`${pathOf(index)} answered ${statusCode}`);
        latencies.push(performance.now() - sent);
      }
      const at = (share: number) => latencies.toSorted((a, b) => a - b)[Math.floor((TRIES - 1) * share)]!;
      const what = `${PRODUCTS.toLocaleString("en")} products on ${database}: ${name}, p99`;
      rows.push({ what, value: at(0.99), unit: "ms", goal: 50, detail: `p50 ${at(0.5).toFixed(1)} ms` });
    }
    await client.close();
    const ended = once(api, "exit");
    api.disconnect();
    await ended;
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** PostgreSQL's autovacuum does this within a minute of such a change. Until then, queries read whole tables. */
async function vacuum(connectionString: string) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query("vacuum analyze");
  await client.end();
}

/** Puts each product in one of fifty subcategories, with three denominations, a voucher of each, and long texts. */
async function fillCatalogue({ db }: Shop) {
  const text = "<p>Valid at all outlets in India, not to be exchanged for cash. Terms of the brand apply.</p>".repeat(
    8,
  );
  await db.transaction(async (tx) => {
    const places: { categoryId: number; subcategoryId: number; category: string; subcategory: string }[] = [];
    for (const category of CATEGORIES) {
      const categoryId = await createCategory(tx, category);
      for (const word of WORDS.slice(0, 5)) {
        const subcategory = `${category} ${word}`;
        const subcategoryId = await createSubcategory(tx, categoryId, subcategory);
        places.push({ categoryId, subcategoryId, category, subcategory });
      }
    }
    for (let from = 0; from < PRODUCTS; from += BATCH) {
      const indices = Array.from({ length: BATCH }, (_, at) => from + at);
      const rows = indices.map((index) => {
        const place = places[index % places.length]!;
        const name = `${WORDS[index % 10]} ${WORDS[Math.floor(index / 10) % 10]} ${index}`;
        return {
          sku: `product-${index}`,
          name,
          search_text: searchText(name, place),
          category_id: place.categoryId,
          subcategory_id: place.subcategoryId,
          price: minOf(index),
          price_mrp: minOf(index),
          is_available: 1,
          details: text,
          terms_and_conditions: text,
          how_to_use: text,
          validity_days: 365,
          image_url: `/media/cards/${1 + (index % 24)}.svg`,
          quantity: 10,
        };
      });
      const added = await tx.insertInto("products").values(rows).returning(["id", "price"]).execute();
      const denominations = added.flatMap(({ id, price }) =>
        [1, 2, 5].map((times) => ({ product_id: id, min: price * times, max: price * times })),
      );
      await tx.insertInto("denominations").values(denominations).execute();
      const vouchers = denominations.map(({ product_id, min }, index) => ({
        id: `voucher-${from}-${index}`,
        product_id,
        face_value: min,
        fingerprint: `fingerprint-${from}-${index}`,
        card_number_sealed: "x".repeat(80),
        created_at: 0,
      }));
      await tx.insertInto("vouchers").values(vouchers).execute();
    }
  });
}

/** Paise, from 100 to 10,000 rupees in mixed order. */
const minOf = (index: number) => 10_000 + ((index * 7_919) % 9_900) * 100;
