import { exportCatalogue } from "../../api/catalogue/export-catalogue.ts";
import { importCatalogue, type Tally } from "../../api/catalogue/import-catalogue.ts";
import { parseCatalogueFile } from "../../api/domain/catalogue-file.ts";
import { defineCommand } from "../command.ts";
import { withShop } from "../open-shop.ts";
import { printJson } from "../print.ts";
import { readText, refuseFile } from "../read-file.ts";

const importCommand = defineCommand({
  name: "catalogue import",
  args: ["BRAND", "FILE"],
  about: "Imports the brand's catalogue from a JSON file, all of it or nothing.",
  more: `
The file holds "categories" (key, name, subcategories with key and name) and "products" (sku, name, subcategory key;
denominations in rupees: 250, or {"min": 200, "max": 5000}). Optional are price_mrp, is_available, image_url, details,
terms_and_conditions, how_to_use and validity_days. Rows match by key and sku; rows that the file does not contain
stay. "-" reads standard input. docs/operating.md has an example.`,
  options: { json: { about: "print the counts as JSON" } },
  async run({ args: { BRAND, FILE }, options }) {
    const text = readText(FILE);
    const result = await withShop(BRAND, (shop) => {
      const parsed = parseCatalogueFile(text, shop.tenant.imageOrigins);
      if ("problems" in parsed) throw refuseFile(FILE, parsed.problems);
      return importCatalogue(shop, parsed.catalogue);
    });
    if ("problems" in result) throw refuseFile(FILE, result.problems);
    if (options.json) return printJson(result);
    for (const [name, tally] of Object.entries(result)) console.log(`${name}: ${describe(tally)}`);
  },
});

const exportCommand = defineCommand({
  name: "catalogue export",
  args: ["BRAND"],
  about: "Prints the brand's catalogue as JSON for catalogue import.",
  async run({ args: { BRAND } }) {
    printJson(await withShop(BRAND, exportCatalogue));
  },
});

export const commands = [importCommand, exportCommand];

const describe = ({ created, changed, same, others }: Tally) =>
  `${created} new, ${changed} changed, ${same} unchanged; ${others} not in the file`;
