import { exportCatalogue } from "../../api/catalogue/export-catalogue.ts";
import { importCatalogue, type Tally } from "../../api/catalogue/import-catalogue.ts";
import { syncSuppliers } from "../../api/catalogue/sync-suppliers.ts";
import { parseCatalogueFile } from "../../api/domain/files/catalogue-file.ts";
import { Unreachable } from "../../api/ports/unreachable.ts";
import { MissingSecret } from "../../config/secrets.ts";
import { CommandError, defineCommand } from "../command.ts";
import { withShop } from "../open-shop.ts";
import { JSON_OPTION, printJson, printList } from "../print.ts";
import { readText, refuseFile } from "../read-file.ts";

const importCommand = defineCommand({
  name: "catalogue import",
  args: ["BRAND", "FILE"],
  more: `
The file holds "categories" (key, name, subcategories with key and name) and "products" (sku, name, subcategory key;
denominations in rupees: 250, or {"min": 200, "max": 5000}). Optional are price_mrp, is_available, image_url, details,
terms_and_conditions, how_to_use, validity_days and sources ([{"supplier", "sku"}], asked in this order after the own
stock). Rows match by key and sku; rows that the file does not contain stay. "-" reads standard input. docs/operating.md has an example.`,
  options: { json: { about: "print the counts as JSON" } },
  audited: "always",
  async run({ args: { BRAND, FILE }, options, terminal }) {
    const text = await readText(terminal, FILE);
    const result = await withShop(terminal, BRAND, (shop) => {
      const parsed = parseCatalogueFile(text, shop.tenant);
      if ("problems" in parsed) throw refuseFile(FILE, parsed.problems);
      return importCatalogue(shop, parsed.catalogue);
    });
    if ("problems" in result) throw refuseFile(FILE, result.problems);
    if (options.json) return printJson(terminal, result);
    for (const [name, tally] of Object.entries(result)) terminal.print(`${name}: ${describe(tally)}`);
  },
});

const exportCommand = defineCommand({
  name: "catalogue export",
  args: ["BRAND"],
  async run({ args: { BRAND }, terminal }) {
    printJson(terminal, await withShop(terminal, BRAND, exportCatalogue));
  },
});

const sync = defineCommand({
  name: "catalogue sync",
  args: ["BRAND"],
  more: `
With --apply, a SKU that its supplier no longer sells is sold out there, one that is back is offered again, and amounts are
offered that the supplier sells. A product, its name and its prices never change: those are yours, by catalogue import.`,
  options: {
    apply: { about: "do what the list says" },
    json: JSON_OPTION,
  },
  audited: "always",
  isUnnoted: ({ apply }) => apply !== true,
  async run({ args: { BRAND }, options, terminal }) {
    const changes = await withShop(terminal, BRAND, (shop) =>
      syncSuppliers(shop, { apply: options.apply === true }).catch((error: unknown) => {
        throw error instanceof Unreachable || error instanceof MissingSecret ? new CommandError(error.message) : error;
      }),
    );
    printList(
      terminal,
      changes.map(({ sku, supplier, supplierSku, change, detail }) => ({
        ...{ product: sku, supplier, sku: supplierSku, change, detail },
      })),
      { json: options.json, whenEmpty: "No differences." },
    );
    if (!options.apply && !options.json && changes.some(({ change }) => change !== "note"))
      terminal.print("Nothing was changed; --apply does it.");
  },
});

export const commands = [importCommand, exportCommand, sync];

const describe = ({ created, changed, same, others }: Tally) =>
  `${created} new, ${changed} changed, ${same} unchanged; ${others} not in the file`;
