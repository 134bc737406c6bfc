import { maskPhone } from "../../api/domain/mask.ts";
import type { Action } from "../../api/ports/audit.ts";
import { commandLine, note } from "../../api/staff/audit-trail.ts";
import { type Asked, type Command, CommandError } from "./command.ts";
import { explainFailure } from "./explain-failure.ts";
import { getShopper } from "./find-shopper.ts";
import { withShop } from "./open-shop.ts";
import { withStaffData } from "./open-staff.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Records a command in the audit before it runs, and again if it fails. The database is closed in between, because the command
 * may replace it.
 */
export const noteCommand =
  ({ name, audited }: Command, terminal: Terminal) =>
  async (asked: Asked, run: () => Promise<void>) => {
    if (audited === "itself") return run();
    const named = await withoutAddresses(terminal, asked);
    if (named === undefined) return run(); // which refuses it for the same reason
    return runNoted(terminal, toAct(name, named), audited === "if possible", run);
  };

/** Records an action before it runs, and again if it fails. @param maySkip true if it runs without an entry, too */
export async function runNoted(terminal: Terminal, act: Action, maySkip: boolean, run: () => Promise<void>) {
  const isNoted = await tryNote(terminal, act, maySkip);
  try {
    await run();
  } catch (error) {
    const reason = error instanceof Error ? error.message.replaceAll(/\S+@\S+/g, "…@…") : undefined;
    if (isNoted) await tryNote(terminal, { ...act, act: `${act.act}.failed`, after: undefined, reason }, true);
    throw error;
  }
}

/** False if there is no entry, and `maySkip`. @throws CommandError */
async function tryNote(terminal: Terminal, act: Action, maySkip: boolean): Promise<boolean> {
  try {
    await withStaffData(terminal, (data) => note(data, commandLine(), act));
    return true;
  } catch (error) {
    const line = error instanceof CommandError ? error.message : explainFailure(error);
    if (line === undefined) throw error;
    if (!maySkip) throw new CommandError(`nothing was done, because the audit cannot be written: ${line}`);
    terminal.printError(`awning: the audit has no entry for this: ${line}`);
    return false;
  }
}

/**
 * A shopper is named by their id, and other people are left out: the audit cannot be erased, but a person must be. Undefined for
 * an unknown shopper or brand.
 */
async function withoutAddresses(terminal: Terminal, asked: Asked): Promise<Asked | undefined> {
  const { BRAND, EMAIL, ...rest } = asked;
  if (typeof BRAND !== "string") return asked;
  const others = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, maskPerson(key, value)]));
  if (typeof EMAIL !== "string") return { BRAND, ...others };
  try {
    return {
      BRAND,
      EMAIL: await withShop(terminal, BRAND, async (shop) => (await getShopper(shop, EMAIL)).id),
      ...others,
    };
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}

function maskPerson(key: string, value: Asked[string]) {
  if (typeof value !== "string") return value;
  if (key === "PHONE") return maskPhone(value);
  return value.includes("@") ? "…@…" : value;
}

/** Contains the names of files, but not their content. */
function toAct(name: string, asked: Asked): Action {
  const { BRAND, "[BRAND]": optional, NAME, ...rest } = asked;
  const brand = BRAND ?? optional ?? NAME;
  const [subject] = Object.entries(rest).flatMap(([key, value]) =>
    /^\[?[A-Z]/.test(key) && typeof value === "string" ? [value] : [],
  );
  return {
    brand: typeof brand === "string" ? brand : null,
    act: name.replaceAll(" ", "."),
    subject: subject ?? (typeof brand === "string" ? brand : "all brands"),
    after: rest,
    reason: typeof rest.reason === "string" ? rest.reason : undefined,
  };
}
