import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

import type { Env } from "../../api/base/env.ts";
import { STAFF_ID } from "../../api/db/migrations/staff.ts";
import { findServer } from "../../api/db/servers/servers.ts";
import { DAY_MS } from "../../api/domain/days.ts";
import { CommandError, defineCommand, UsageError } from "../command/command.ts";
import { explainFailure } from "../command/explain-failure.ts";
import { runNoted } from "../command/note-command.ts";
import { listEmbedded } from "../command/open-shop.ts";
import { readEnv } from "../command/read-env.ts";
import { backUp } from "../database/back-up.ts";

const backups = defineCommand({
  name: "backups",
  args: ["FOLDER"],
  more: `
For a daily job: a file BRAND-DATE.backup for each brand and for the console's staff, as of awning backup. A brand that fails
keeps all of its files, and the exit code is 1.`,
  options: { keep: { value: "DAYS", about: "delete files of this command that are older", read: checkDays } },
  audited: "itself",
  async run({ args: { FOLDER }, options: { keep }, terminal }) {
    const env = readEnv(terminal);
    const brands = listEmbedded(terminal, env.TENANTS_DIR).map(({ id }) => id);
    for (const brand of [...brands, ...(hasStaff(env) ? [STAFF_ID] : [])]) {
      const file = join(FOLDER, `${brand}-${toStamp(Date.now())}Z.backup`);
      const act = { brand: brand === STAFF_ID ? null : brand, act: "backup", subject: file };
      try {
        await runNoted(terminal, act, true, () => backUp(terminal, brand, file, false));
        if (keep !== undefined) deleteOld(FOLDER, brand, Number(keep));
      } catch (error) {
        const line = error instanceof CommandError ? error.message : explainFailure(error);
        if (line === undefined) throw error;
        terminal.printError(`awning: ${brand} has no backup: ${line}`);
        terminal.fail();
      }
    }
  },
});

export const commands = [backups];

function checkDays(typed: string): string {
  if (!/^[1-9]\d{0,4}$/.test(typed)) throw new UsageError(`--keep takes a whole number of days, not "${typed}"`);
  return typed;
}

/** A deployment without a console on SQLite has no such file. */
const hasStaff = (env: Env) =>
  findServer(env, undefined).url !== undefined || existsSync(join(env.DATA_DIR, `${STAFF_ID}.db`));

/** A UTC minute in a file name, such as "2026-11-30T0215". */
const toStamp = (at: number) => new Date(at).toISOString().slice(0, 16).replace(":", "");

/** Deletes the files of awning backups whose names are older than `days`. */
function deleteOld(folder: string, brand: string, days: number) {
  const since = toStamp(Date.now() - days * DAY_MS);
  for (const name of readdirSync(folder)) {
    const [, of, at] = /^(.+)-(\d{4}-\d\d-\d\dT\d{4})Z\.backup$/.exec(name) ?? [];
    if (of === brand && at! < since) rmSync(join(folder, name));
  }
}
