import { addStock } from "../../api/catalogue/add-stock.ts";
import { listDuplicates } from "../../api/catalogue/list-duplicates.ts";
import { listStock } from "../../api/catalogue/list-stock.ts";
import { COMMAND_LINE } from "../../api/catalogue/note-import.ts";
import { type CardGroup, flagCards, previewStock } from "../../api/catalogue/stock-preview.ts";
import { readStockRecords } from "../../api/domain/files/stock-file.ts";
import { STOCK_TABLE } from "../../api/domain/files/stock-row.ts";
import { defineCommand } from "../command/command.ts";
import { refuseWrongKey, withShop } from "../command/open-shop.ts";
import { amount, count, JSON_OPTION, printJson, printList } from "../command/print.ts";
import { fileName, readBytes, readTableFile, refuseFile } from "../command/read-file.ts";
import type { Terminal } from "../command/terminal.ts";

const add = defineCommand({
  name: "stock add",
  args: ["BRAND", "FILE"],
  more: `
The file is CSV or Excel (.xlsx). One of its first ten lines names the columns: product, denomination, card_number, pin,
claim_url and expires, or the usual names for them. A product is a sku; a denomination is in rupees, or empty for an open
value; pin, claim_url and expires (2027-03-31 or 31/03/2027) may be empty. How the file was read is printed. A card
number that the shop has had before is refused, however it is written. Codes are encrypted with DATA_KEY and never printed. "-" reads standard
input, so that the codes need not be stored on a disk. imports undo takes unsold cards back.`,
  options: {
    "dry-run": { about: "add nothing; count the cards by product and amount, with what to look at" },
    "skip-known": { about: "skip card numbers that the shop has had before, and add the others" },
    "accept-case": { about: "take cards that differ from others only in upper and lower case" },
    json: { about: "print the counts as JSON" },
  },
  audited: "always",
  isUnnoted: (options) => options["dry-run"] === true,
  async run({ args: { BRAND, FILE }, options, terminal }) {
    const bytes = await readBytes(terminal, FILE);
    const result = await withShop(terminal, BRAND, async (shop) => {
      const { columns, records, reading } = await readTableFile(shop.tenant.id, bytes, STOCK_TABLE);
      const parsed = readStockRecords(columns, records, shop.clock.now());
      if ("problems" in parsed) return parsed;
      await refuseWrongKey(shop);
      const [skipKnown, acceptCase] = [options["skip-known"] === true, options["accept-case"] === true];
      const choice = { skipKnown, acceptCase };
      const outcome = options["dry-run"]
        ? await previewStock(shop, parsed.rows, choice)
        : await addStock(shop, parsed.rows, choice, { ...COMMAND_LINE, name: fileName(FILE) });
      return "problems" in outcome ? outcome : { ...outcome, reading };
    });
    if ("problems" in result) throw refuseFile(FILE, result.problems);
    const { reading, ...counts } = result;
    if (!options.json) for (const sentence of reading) terminal.print(sentence);
    if ("groups" in counts) return printGroups(terminal, counts, options.json);
    if (options.json) return printJson(terminal, counts);
    terminal.print(`${count(counts.added, "voucher")} added, ${counts.skipped} known ones skipped.`);
  },
});

type Preview = { groups: CardGroup[]; skipped: number };

function printGroups(terminal: Terminal, { groups, skipped }: Preview, json: true | undefined) {
  const rows = groups.map((group) => ({
    product: group.sku,
    denomination: group.faceValue === null ? "open" : amount(group.faceValue),
    cards: group.cards,
    look_at: flagCards(group).join("; "),
  }));
  printList(terminal, rows, { json, whenEmpty: "No cards would be added." });
  if (!json) terminal.print(`${count(skipped, "known card")} would be skipped. Nothing was added.`);
}

const list = defineCommand({
  name: "stock list",
  args: ["BRAND"],
  more: `
in_stock are free and sold. too_short ones are free and not sold, because they expire within the days of stock.leastDays in
tenant.json. reserved are held by orders that wait for their payment or their delivery. short_dated ones, of all three, would expire sooner than the product's validity promises if sold today. expired ones were never sold and never will be.`,
  options: { json: JSON_OPTION },
  async run({ args: { BRAND }, options, terminal }) {
    const lines = await withShop(terminal, BRAND, listStock);
    const rows = lines.map(({ sku, name, faceValue, inStock, tooShort, reserved, short, expired, issued }) => ({
      product: sku,
      name,
      denomination: faceValue === null ? "open" : amount(faceValue),
      in_stock: inStock,
      too_short: tooShort,
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
before the shop compared them so; an accepted one differs only in the case of letters. Codes are not printed, but for their last
four characters.`,
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
