import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { request } from "undici";

import { importCatalogue } from "../api/catalogue/import-catalogue.ts";
import { parseCatalogueFile } from "../api/domain/files/catalogue-file.ts";
import type { Shop } from "../api/shop/shop.ts";
import { freePort } from "../tests/helpers/http/free-port.ts";
import { createBrand, withBrand } from "./brand.ts";
import { onBothDatabases } from "./databases.ts";
import { median } from "./load.ts";
import { Program, STOREFRONT } from "./program.ts";
import type { Row } from "./table.ts";

const ROUNDS = Number(process.env.N ?? 20);
const GOAL_SECONDS = 1;
const GIVE_UP_MS = 30_000;
const BETWEEN_LOOKS_MS = 10;

/**
 * The time until a change appears on the cached pages of every replica. One is a catalogue change that another process commits,
 * the other is an edit of tenant.json. Two storefronts, each with its own API, share the data.
 */
export const changes = () =>
  onBothDatabases(async (database, url) => {
    const { folder, values } = createBrand(url);
    const { COMMERCE_API_PORT: _, ...common } = values;
    const start = async () => {
      const env = { ...common, COMMERCE_API_PORT: String(await freePort()) };
      return Program.start(STOREFRONT, { env, host: "bench.localhost", core: null });
    };
    try {
      return await withBrand(values, async (shop) => {
        await setCategory(shop, "Books");
        await using first = await start();
        await using second = await start();
        const replicas = [first, second];
        await untilShown(replicas, "Books");

        const setName = async (name: string) => {
          const tenant = { id: "bench", hostnames: ["bench.localhost"], branding: { organization_name: name } };
          writeFileSync(join(values.TENANTS_DIR, "bench", "tenant.json"), JSON.stringify(tenant));
        };
        return [
          await measure(`${database}: a change of the catalogue`, replicas, (name) => setCategory(shop, name)),
          await measure(`${database}: a change of tenant.json`, replicas, setName),
        ];
      });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

async function measure(what: string, replicas: Program[], change: (name: string) => Promise<unknown>): Promise<Row> {
  const delays: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const name = `${what.replace(/.* /, "")} ${round}`;
    await change(name);
    const from = performance.now();
    await untilShown(replicas, name);
    delays.push(performance.now() - from);
  }
  return {
    what: `${what} on every replica's cached page, longest`,
    value: Math.max(...delays) / 1_000,
    unit: "s",
    goal: GOAL_SECONDS,
    detail: `${ROUNDS} changes, median ${Math.round(median(delays))} ms`,
  };
}

/** Reads each replica's page until it is a cached page with this text. @throws after half a minute */
const untilShown = (replicas: Program[], text: string) =>
  Promise.all(
    replicas.map(async ({ origin }) => {
      const host = `bench.localhost:${new URL(origin).port}`;
      for (const until = performance.now() + GIVE_UP_MS; ;) {
        const { headers, body } = await request(origin, { headers: { host, "sec-fetch-site": "none" } });
        if ((await body.text()).includes(text) && headers.etag !== undefined) return;
        if (performance.now() > until) throw new Error(`${host} does not show "${text}"`);
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_LOOKS_MS));
      }
    }),
  );

/** Renames the brand's only category, as `awning catalogue import` does. */
async function setCategory(shop: Shop, name: string) {
  const categories = [{ key: "books", name, subcategories: [{ key: "novels", name: "Novels" }] }];
  const products = [{ sku: "PAGE-1", name: "Page One", subcategory: "novels", denominations: [500] }];
  const parsed = parseCatalogueFile(JSON.stringify({ categories, products }), shop.tenant);
  if ("problems" in parsed) throw new Error(JSON.stringify(parsed.problems));
  await importCatalogue(shop, parsed.catalogue);
}
