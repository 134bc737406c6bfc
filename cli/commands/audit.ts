import { listAudit } from "../../api/repositories/staff/audit.ts";
import { verifyTrail } from "../../api/staff/audit-trail.ts";
import { CommandError, defineCommand } from "../command.ts";
import { withStaffData } from "../open-staff.ts";
import { count, JSON_OPTION, printJson, printTable, time } from "../print.ts";
import { readCount } from "../read-value.ts";

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
      ...{ number, time: time(at), by: actor, from: origin, brand, act, subject, reason },
    }));
    printTable(terminal, rows, "No entries.");
  },
});

const verify = defineCommand({
  name: "audit verify",
  args: [],
  more: `
Somebody who can write to the database can also compute new hashes. So keep the printed hash out of their reach, and
give it to the next check.`,
  options: { head: { value: "HASH", about: "a hash that an earlier check printed: it must still be there" } },
  async run({ options, terminal }) {
    const { entries, head, problem } = await withStaffData(terminal, ({ db }) => verifyTrail(db.read, options.head));
    if (problem !== undefined) throw new CommandError(`the audit is not whole: ${problem}`);
    terminal.print(`The audit is whole: ${count(entries, "entry").replace("entrys", "entries")}.`);
    if (head !== "") terminal.print(head);
  },
});

export const commands = [list, verify];
