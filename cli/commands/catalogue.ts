import { Unreachable } from "../../api/base/unreachable.ts";
import { type Change, describeDifferences } from "../../api/catalogue/describe-differences.ts";
import { exportCatalogue } from "../../api/catalogue/export-catalogue.ts";
import { importCatalogue, previewCatalogue, type Tally } from "../../api/catalogue/import-catalogue.ts";
import { COMMAND_LINE } from "../../api/catalogue/note-import.ts";
import { syncSuppliers } from "../../api/catalogue/sync-suppliers.ts";
import { readWholeCatalogue } from "../../api/jobs/read-whole-catalogue.ts";
import { MissingSecret } from "../../config/brand/secrets.ts";
import { CommandError, defineCommand } from "../command/command.ts";
import { withShop } from "../command/open-shop.ts";
import { count, JSON_OPTION, printJson, printList } from "../command/print.ts";
import { fileName, readBytes, refuseFile, refuseUnusable } from "../command/read-file.ts";
import type { Terminal } from "../command/terminal.ts";

const importCommand = defineCommand({
  name: "catalogue import",
  args: ["BRAND", "FILE"],
  more: `
The file is JSON, CSV or Excel (.xlsx). CSV and Excel have the columns of the console's download; how they were read is
printed, and a product keeps its values of fields without a column. JSON holds "categories" (key, name, subcategories
with key and name) and "products" (sku, name, subcategory key; denominations in rupees: 250, or {"min": 200, "max":
5000}). Optional are price_mrp, is_available, image_url, details, terms_and_conditions, how_to_use, validity_days,
translations ({"hi": {"name", "details"}}; also of categories; columns such as name:hi) and sources ([{"supplier",
"sku"}], asked in this order after the own stock). Rows match by key and sku; rows that the file does not
contain stay. "-" reads standard input. docs/operating.md has an example. imports undo takes an import back.`,
  options: {
    "dry-run": { about: "change nothing; list what would change, with what to look at" },
    json: { about: "print the counts, or the changes, as JSON" },
  },
  audited: "always",
  isUnnoted: (options) => options["dry-run"] === true,
  async run({ args: { BRAND, FILE }, options, terminal }) {
    const bytes = await readBytes(terminal, FILE);
    const result = await withShop(terminal, BRAND, async (shop) => {
      const whole = await refuseUnusable(() => readWholeCatalogue(shop, bytes));
      if ("problems" in whole) return whole;
      const { catalogue, kept, reading } = whole;
      if (!options.json) for (const sentence of reading) terminal.print(sentence);
      if (options["dry-run"]) return previewCatalogue(shop, catalogue, { kept });
      return importCatalogue(shop, catalogue, { origin: { ...COMMAND_LINE, name: fileName(FILE) }, kept });
    });
    if ("problems" in result) throw refuseFile(FILE, result.problems);
    if ("differences" in result) return printChanges(terminal, describeDifferences(result.differences), options.json);
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
        product: sku,
        supplier,
        sku: supplierSku,
        change,
        detail,
      })),
      { json: options.json, whenEmpty: "No differences." },
    );
    if (!options.apply && !options.json && changes.some(({ change }) => change !== "note"))
      terminal.print("Nothing was changed; --apply does it.");
  },
});

export const commands = [importCommand, exportCommand, sync];

function printChanges(terminal: Terminal, changes: Change[], json: true | undefined) {
  const rows = changes.map(({ flags, ...change }) => ({ ...change, look_at: flags.join("; ") }));
  printList(terminal, rows, { json, whenEmpty: "Nothing would change." });
  if (json || changes.length === 0) return;
  const flagged = changes.filter(({ flags }) => flags.length > 0).length;
  terminal.print(`${count(changes.length, "change")}, ${flagged} to look at. Nothing was changed.`);
}

const describe = ({ created, changed, same, others }: Tally) =>
  `${created} new, ${changed} changed, ${same} unchanged; ${others} not in the file`;
