import { addStock } from "../../api/catalogue/add-stock.ts";
import { listDuplicates } from "../../api/catalogue/list-duplicates.ts";
import { listStock } from "../../api/catalogue/list-stock.ts";
import { parseStockFile } from "../../api/domain/files/stock-file.ts";
import { defineCommand } from "../command.ts";
import { refuseWrongKey, withShop } from "../open-shop.ts";
import { amount, count, JSON_OPTION, printJson, printList } from "../print.ts";
import { readText, refuseFile } from "../read-file.ts";

const add = defineCommand({
  name: "stock add",
  args: ["BRAND", "FILE"],
  more: `
The first line names the columns: product,denomination,card_number,pin,claim_url,expires. A product is a sku; a
denomination is in rupees, or empty for an open value; pin, claim_url and expires (2027-03-31) may be empty. A card
number that the shop has had before is refused, however it is written. Codes are encrypted with DATA_KEY and never printed. "-" reads standard
input, so that the codes need not be stored on a disk.`,
  options: {
    "skip-known": { about: "skip card numbers that the shop has had before, and add the others" },
    "accept-case": { about: "take cards that differ from others only in upper and lower case" },
    json: { about: "print the counts as JSON" },
  },
  audited: "always",
  async run({ args: { BRAND, FILE }, options, terminal }) {
    const text = await readText(terminal, FILE);
    const result = await withShop(terminal, BRAND, async (shop) => {
      const parsed = parseStockFile(text, shop.clock.now());
      if ("problems" in parsed) return parsed;
      await refuseWrongKey(shop);
      const [skipKnown, acceptCase] = [options["skip-known"] === true, options["accept-case"] === true];
      return addStock(shop, parsed.rows, { skipKnown, acceptCase });
    });
    if ("problems" in result) throw refuseFile(FILE, result.problems);
    if (options.json) return printJson(terminal, result);
    terminal.print(`${count(result.added, "voucher")} added, ${result.skipped} known ones skipped.`);
  },
});

const list = defineCommand({
  name: "stock list",
  args: ["BRAND"],
  more: `
in_stock are free; reserved are held by orders that wait for their payment or their delivery. short_dated ones, of both,
would expire sooner than the product's validity promises if sold today. expired ones were never sold and never will be.`,
  options: { json: JSON_OPTION },
  async run({ args: { BRAND }, options, terminal }) {
    const lines = await withShop(terminal, BRAND, listStock);
    const rows = lines.map(({ sku, name, faceValue, inStock, reserved, short, expired, issued }) => ({
      product: sku,
      name,
      denomination: faceValue === null ? "open" : amount(faceValue),
      in_stock: inStock,
      reserved,
      short_dated: short,
      expired,
      issued,
    }));
    printList(terminal, rows, { json: options.json, whenEmpty: "No products." });
  },
});

const duplicates = defineCommand({
  name: "stock duplicates",
  args: ["BRAND"],
  more: `
Cards are the same if their letters and digits are, in whatever case and with whatever dashes and spaces. A duplicate came into stock
before the shop compared them so; an accepted one came with --accept-case. Codes are not printed, but for their last four
characters.`,
  options: { json: JSON_OPTION },
  async run({ args: { BRAND }, options, terminal }) {
    const cards = await withShop(terminal, BRAND, listDuplicates);
    const rows = cards.map(({ sku, ending, isAccepted, orderNumber }) => ({
      product: sku,
      ending,
      state: isAccepted ? "accepted" : "duplicate",
      order: orderNumber ?? "",
    }));
    printList(terminal, rows, { json: options.json, whenEmpty: "No card is in stock twice." });
  },
});

export const commands = [add, list, duplicates];
