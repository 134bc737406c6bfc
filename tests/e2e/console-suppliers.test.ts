import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { useBrowser } from "../helpers/browser/browser.ts";
import { findConsoleFaults, openConsole } from "../helpers/browser/console.ts";
import { runCli } from "../helpers/cli/cli.ts";
import { useShop } from "../helpers/shop/shop.ts";
import { type SimulatedSupplier, startSimulatedSupplier } from "../helpers/suppliers/simulated-suppliers.ts";

const BRAND = "/brands/acme/brand";
let supplier: SimulatedSupplier;
const shop = useShop(async () => {
  supplier = await startSimulatedSupplier("http");
  const env = {
    SUPPLIER_ACME_MAIN_KEY_ID: supplier.secrets.KEY_ID!,
    SUPPLIER_ACME_MAIN_SECRET: supplier.secrets.SECRET!,
  };
  return {
    tenants: { acme: { seed: "demo", editedIn: "console", suppliers: { main: supplier.settings } } },
    env,
  };
});
afterAll(() => supplier.close());
const openWindow = useBrowser();
const url = (path: string) => shop().url("console", path);

async function importProduct(sku: string) {
  const categories = [{ key: "books", name: "Books", subcategories: [{ key: "novels", name: "Novels" }] }];
  const sources = [{ supplier: "main", sku }];
  const products = [{ sku: "page", name: "Page", subcategory: "novels", denominations: [500], sources }];
  const file = join(shop().dataDir, "page.json");
  writeFileSync(file, JSON.stringify({ categories, products }));
  const env = { TENANTS_DIR: shop().tenantsDir, DATA_DIR: shop().dataDir };
  expect(await runCli(["catalogue", "import", "acme", file], { env })).toMatchObject({ code: 0 });
}

test("suppliers are set up and compared without barriers, on phones and on desktops", async () => {
  await importProduct(supplier.sell());
  const page = await openConsole(openWindow, url, 1280);
  const faults: string[] = [];
  const look = async (state: string) => void faults.push(...(await findConsoleFaults(page, state)));
  for (const kind of ["woohoo", "reloadly", "http"]) {
    await page.goto(url(`${BRAND}/supplier?kind=${kind}`));
    await look(`a new supplier ${kind}`);
  }
  await page.goto(url(`${BRAND}/suppliers`));
  await page.getByRole("link", { name: "main" }).click();
  await page.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("checkbox", { name: /1 product names a SKU/ }).waitFor();
  await look("a supplier that a product names");
  await page.goto(url(`${BRAND}/suppliers`));
  await page.getByRole("button", { name: "Compare with suppliers" }).click();
  await page.getByText("Ended", { exact: true }).waitFor(); // the page loads itself again until then
  await page.getByText("Other amounts", { exact: true }).waitFor();
  await look("a comparison");
  await page.getByRole("button", { name: "Apply 1 change" }).click();
  await page.getByRole("heading", { name: "Changes at suppliers" }).waitFor();
  await page.getByText("Ended", { exact: true }).waitFor();
  await look("applied changes");
  expect(faults).toEqual([]);
});
