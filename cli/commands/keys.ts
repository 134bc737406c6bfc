import { judgeKeys, type KeyUse, type KeyVerdict, listKeyUses, rotateKeys } from "../../api/audit/rotate-keys.ts";
import { defineCommand } from "../command.ts";
import { refuseWrongKey, withShops } from "../open-shop.ts";
import { JSON_OPTION, printList, time } from "../print.ts";

const list = defineCommand({
  name: "keys list",
  args: ["[BRAND]"],
  about: "Counts what each key of DATA_KEY has sealed or derived, in one brand or in all.",
  options: { json: JSON_OPTION },
  async run({ args, options }) {
    const rows: Record<string, string | number | null>[] = [];
    await withShops(args["[BRAND]"], async (shop) => {
      for (const { until, ...use } of await listKeyUses(shop)) {
        rows.push({ brand: shop.tenant.id, ...use, until: until === undefined ? null : time(until) });
      }
    });
    printList(rows, { json: options.json, whenEmpty: "Nothing is sealed." });
  },
});

const rotate = defineCommand({
  name: "keys rotate",
  args: ["[BRAND]"],
  about: "Seals again with the first key of DATA_KEY what an older one has sealed, in one brand or in all.",
  more: `
First give every program DATA_KEY with the new key in front and the old one behind it, and restart it. The shop may run;
the command may be killed and run again. At the end it says for each brand whether the old key may go.`,
  options: {
    "dry-run": { about: "change nothing; say what there is to do" },
    erase: {
      about: "then rewrite SQLite's file, so that nothing under the old key is left in it; the shop waits meanwhile",
    },
  },
  async run({ args, options }) {
    await withShops(args["[BRAND]"], async (shop) => {
      const brand = shop.tenant.id;
      const { id: current } = shop.keys.current("voucher");
      if (options["dry-run"]) {
        const older = (await listKeyUses(shop)).filter(({ key, until }) => key !== current && until === undefined);
        console.log(`${brand}: ${count(older) || "nothing"} to seal again with key ${current}.`);
        return;
      }
      await refuseWrongKey(shop);
      const { remade, unreadable } = await rotateKeys(shop);
      if (options.erase) await shop.db.eraseFreed();
      console.log(`${brand}: ${remade} rows are sealed again with key ${current}.`);
      if (unreadable > 0)
        console.log(`${brand}: ${unreadable} rows do not open with any key of DATA_KEY; they stay as they are.`);
      const verdicts = judgeKeys(shop, await listKeyUses(shop));
      for (const line of verdicts.flatMap(explain)) console.log(`${brand}: ${line}`);
      if (verdicts.some(({ neededBy }) => neededBy.length > 0)) process.exitCode = 1;
    });
    if (!options["dry-run"])
      console.log(
        "A backup opens only with the key that it was made with: keep that key apart while you keep the backup.",
      );
  },
});

export const commands = [list, rotate];

function explain({ key, isListed, neededBy, lapsing, until }: KeyVerdict): string[] {
  if (!isListed && neededBy.length === 0) return [];
  if (!isListed) return [`nothing opens ${count(neededBy)}: key ${key} made them, and DATA_KEY does not list it.`];
  if (neededBy.length > 0) {
    return [
      `key ${key} is still needed by ${count(neededBy)}: once every program has the new DATA_KEY, run this again.`,
    ];
  }
  const short = [...(lapsing.length > 0 ? [count(lapsing)] : []), "access tokens"].join(" and ");
  return [`key ${key} may go from DATA_KEY after ${time(until)}; until then ${short} may need it.`];
}

const count = (uses: KeyUse[]) => uses.map(({ what, count }) => `${count} ${what}`).join(", ");
