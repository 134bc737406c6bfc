import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { type Cli, createCli } from "../helpers/cli/cli.ts";
import { createTestDatabases, engines } from "../helpers/database/test-database.ts";
import { send } from "../helpers/http/http.ts";
import { type Shop, startShop } from "../helpers/shop/shop.ts";
import { waitUntil } from "../helpers/waiting/patience.ts";

// Two replicas, each with its own storefront and API, over the same data.

/** Without a signal, the names of categories and brands are kept for a minute. */
const BRAND = { id: "acme", hostnames: ["acme.localhost"] };

describe.each(engines)("a brand's content, on %s", (engine) => {
  let place: Awaited<ReturnType<typeof createTestDatabases>>;
  let cli: Cli;
  const shops: Shop[] = [];
  beforeAll(async () => {
    place = await createTestDatabases(engine);
    cli = createCli(place, { acme: {} });
    await importCategory("Books");
    shops.push(await startShop({ env: cli.env }), await startShop({ env: cli.env }));
  });
  afterAll(async () => {
    for (const shop of shops) await shop[Symbol.asyncDispose]();
    await place.databases.close();
    await place.drop();
  });

  async function importCategory(name: string) {
    const categories = [{ key: "books", name, subcategories: [{ key: "novels", name: "Novels" }] }];
    const products = [{ sku: "PAGE-1", name: "Page One", subcategory: "novels", denominations: [500] }];
    const input = JSON.stringify({ categories, products });
    expect(await cli.run(["catalogue", "import", "acme", "-"], { input })).toMatchObject({ code: 0 });
  }

  const open = (shop: Shop) => send(shop.url("acme"), { headers: { "sec-fetch-site": "none" } });
  const isShown = async (text: string) =>
    (await Promise.all(shops.map(open))).every((page) => page.text.includes(text));

  test("is on the cached pages of every storefront soon after the command line has changed it", async () => {
    await waitUntil(() => isShown("Books"));
    const pages = await Promise.all(shops.map(open));
    expect(pages.map(({ headers }) => headers.etag)).toEqual([expect.any(String), expect.any(String)]);
    await importCategory("Novels and Poems");
    await waitUntil(() => isShown("Novels and Poems"));
  });

  test("is on the cached pages of every storefront soon after its tenant.json has changed", async () => {
    expect(await isShown("Acme of Tomorrow")).toBe(false);
    const changed = { ...BRAND, branding: { organization_name: "Acme of Tomorrow" } };
    writeFileSync(join(cli.env.TENANTS_DIR, "acme/tenant.json"), JSON.stringify(changed));
    await waitUntil(() => isShown("Acme of Tomorrow"));
  });

  test("stays on the cached pages while the API does not answer", async () => {
    const [shop] = shops;
    await open(shop!);
    const [api] = shop!.childPids();
    const before = shop!.log.length;
    process.kill(api!, "SIGSTOP");
    try {
      await waitUntil(() => shop!.log.slice(before).includes("changes of the catalogues are not known"));
      const page = await open(shop!);
      expect([page.status, page.headers.etag]).toEqual([200, expect.any(String)]);
    } finally {
      process.kill(api!, "SIGCONT");
    }
    await importCategory("Books again");
    await waitUntil(() => isShown("Books again"));
  });

  test("has a version that no browser can request", async () => {
    const [shop] = shops;
    for (const url of [shop!.url("acme", "/changes"), shop!.apiUrl("acme", "").replace("/acme", "/changes")]) {
      for (const key of ["", "a key of somebody's own"]) {
        expect((await send(url, { headers: { "x-awning-key": key } })).status).toBe(404);
      }
    }
  });
});
