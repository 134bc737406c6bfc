import { listAudit } from "../../api/repositories/staff/audit.ts";
import { verifyTrail } from "../../api/staff/verify-trail.ts";
import { CommandError, defineCommand } from "../command/command.ts";
import { withStaffData } from "../command/open-staff.ts";
import { count, JSON_OPTION, printJson, printTable, time } from "../command/print.ts";
import { readCount } from "../command/read-value.ts";

const DEFAULT_LIMIT = 50;

const list = defineCommand({
  name: "audit list",
  args: [],
  options: {
    brand: { value: "BRAND", about: "only acts on this brand" },
    limit: { value: "N", about: `maximum number of entries (${DEFAULT_LIMIT})` },
    json: JSON_OPTION,
  },
  async run({ options, terminal }) {
    const limit = options.limit === undefined ? DEFAULT_LIMIT : readCount(options.limit, "--limit", 100_000);
    const brands = options.brand === undefined ? undefined : [options.brand];
    const entries = await withStaffData(terminal, ({ db }) => listAudit(db.read, { brands, limit }));
    if (options.json)
      return printJson(
        terminal,
        entries.map((entry) => ({ ...entry, at: time(entry.at) })),
      );
    const rows = entries.map(({ number, at, actor, origin, brand, act, subject, reason }) => ({
      number,
      time: time(at),
      by: actor,
      from: origin,
      brand,
      act,
      subject,
      reason,
    }));
    printTable(terminal, rows, "No entries.");
  },
});

const verify = defineCommand({
  name: "audit verify",
  args: [],
  more: `
Each entry has a MAC, whose key DATA_KEY opens. Without that key nobody can change or add an entry unnoticed, but who can
write to the database can remove the newest ones. So keep the printed hash out of their reach, and give it to the next check.`,
  options: {
    head: { value: "HASH", about: "a hash that an earlier check printed: it must still be there" },
    "keyed-from": {
      value: "N",
      about: "accept entries before this number without a MAC (1); an entry audit.key says why there are any",
    },
  },
  async run({ options, terminal }) {
    const keyed = options["keyed-from"];
    const keyedFrom = keyed === undefined ? undefined : readCount(keyed, "--keyed-from", 999_999_999);
    const expected = { known: options.head, keyedFrom };
    const { entries, head, problem } = await withStaffData(terminal, (data) => verifyTrail(data, expected));
    if (problem !== undefined) throw new CommandError(`the audit is not whole: ${problem}`);
    terminal.print(`The audit is whole: ${count(entries, "entry").replace("entrys", "entries")}.`);
    if (head !== "") terminal.print(head);
  },
});

export const commands = [list, verify];
