import { judgeKeys, type KeyUse, type KeyVerdict, listKeyUses, rotateKeys } from "../../api/audit/rotate-keys.ts";
import { STAFF_ID } from "../../api/db/migrations/staff.ts";
import { isStaffKeyWrong, listStaffKeyUses, rotateStaffKeys } from "../../api/staff/rotate-staff-keys.ts";
import type { Staff } from "../../api/staff/staff.ts";
import { CommandError, defineCommand } from "../command/command.ts";
import { refuseWrongKey, withShops } from "../command/open-shop.ts";
import { withStaff } from "../command/open-staff.ts";
import { JSON_OPTION, printList, time } from "../command/print.ts";
import type { Terminal } from "../command/terminal.ts";

const list = defineCommand({
  name: "keys list",
  args: ["[BRAND]"],
  options: { json: JSON_OPTION },
  async run({ args, options, terminal }) {
    const rows: Record<string, string | number | null>[] = [];
    await withShops(terminal, args["[BRAND]"], async (shop) => {
      for (const { until, ...use } of await listKeyUses(shop)) {
        rows.push({ brand: shop.tenant.id, ...use, until: until === undefined ? null : time(until) });
      }
    });
    if (args["[BRAND]"] === undefined) {
      const uses = await withStaff(terminal, listStaffKeyUses);
      rows.push(...uses.map((use) => ({ brand: STAFF_ID, ...use, until: null })));
    }
    printList(terminal, rows, { json: options.json, whenEmpty: "Nothing is sealed." });
  },
});

const rotate = defineCommand({
  name: "keys rotate",
  args: ["[BRAND]"],
  more: `
First put the new key before the old one in every program's DATA_KEY, and restart them. The shop may run;
you can stop the command and run it again. At the end it reports for each brand whether the old key can be removed.`,
  options: {
    "dry-run": { about: "change nothing; report what would change" },
    erase: {
      about: "afterwards rewrite SQLite's file, so that it keeps no data of the old key; the shop waits meanwhile",
    },
  },
  audited: "if possible",
  isUnnoted: (options) => options["dry-run"] === true,
  async run({ args, options, terminal }) {
    await withShops(terminal, args["[BRAND]"], async (shop) => {
      const brand = shop.tenant.id;
      const { id: current } = shop.keys.current("voucher");
      if (options["dry-run"]) {
        const older = (await listKeyUses(shop)).filter(({ key, until }) => key !== current && until === undefined);
        terminal.print(`${brand}: ${count(older) || "nothing"} to seal again with key ${current}.`);
        return;
      }
      await refuseWrongKey(shop);
      const { remade, unreadable } = await rotateKeys(shop);
      if (options.erase) await shop.db.eraseFreed();
      terminal.print(`${brand}: ${remade} rows sealed again with key ${current}.`);
      if (unreadable > 0)
        terminal.print(`${brand}: ${unreadable} rows do not open with any key of DATA_KEY; they stay unchanged.`);
      const verdicts = judgeKeys(shop, await listKeyUses(shop));
      for (const line of verdicts.flatMap(explain)) terminal.print(`${brand}: ${line}`);
      if (verdicts.some(({ neededBy }) => neededBy.length > 0)) terminal.fail();
    });
    if (args["[BRAND]"] === undefined)
      await withStaff(terminal, (staff) => rotateStaff(terminal, staff, options["dry-run"] === true));
    if (!options["dry-run"])
      terminal.print(
        "A backup opens only with the key that it was made with: store that key separately as long as the backup.",
      );
  },
});

export const commands = [list, rotate];

/** Prints nothing if nothing is encrypted: there is no staff. */
async function rotateStaff(terminal: Terminal, staff: Staff, isTrial: boolean) {
  const current = staff.keys.current("totp").id;
  const olderOf = (uses: KeyUse[]) => uses.filter(({ key }) => key !== current);
  const uses = await listStaffKeyUses(staff);
  if (uses.length === 0) return;
  const say = (line: string) => terminal.print(`the staff: ${line}`);
  if (isTrial) return say(`${count(olderOf(uses)) || "nothing"} to seal again with key ${current}.`);
  if (await isStaffKeyWrong(staff))
    throw new CommandError(`key ${current} of DATA_KEY is not the key ${current} that sealed the staff's secrets`);
  const { remade } = await rotateStaffKeys(staff);
  say(`${remade} secrets sealed again with key ${current}.`);
  for (const [key, needing] of Map.groupBy(olderOf(await listStaffKeyUses(staff)), ({ key }) => key)) {
    say(`key ${key} is still needed by ${count(needing)}: list it in DATA_KEY, and run this again.`);
    terminal.fail();
  }
}

function explain({ key, isListed, neededBy, lapsing, until }: KeyVerdict): string[] {
  if (!isListed && neededBy.length === 0) return [];
  if (!isListed) return [`nothing opens ${count(neededBy)}: key ${key} made them, and DATA_KEY does not list it.`];
  if (neededBy.length > 0) {
    return [
      `key ${key} is still needed by ${count(neededBy)}: once every program has the new DATA_KEY, run this again.`,
    ];
  }
  const short = [...(lapsing.length > 0 ? [count(lapsing)] : []), "access tokens"].join(" and ");
  return [`key ${key} can be removed from DATA_KEY after ${time(until)}; until then ${short} may need it.`];
}

const count = (uses: KeyUse[]) => uses.map(({ what, count }) => `${count} ${what}`).join(", ");
