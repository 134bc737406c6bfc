import type { Draft } from "./draft.ts";
import type { Row, Snapshot, Sums, Table } from "./side.ts";
import { countRows, findDifferences } from "./sums.ts";

/** The data cannot be copied as they are. The message is for the operator; nothing was lost. */
class MoveError extends Error {
  override name = "MoveError";
}

type Report = (table: string, rows: number) => void;

/**
 * Copies rows that are missing or different in the draft, table by table. The shop may run: `matchTables` copies later changes. A
 * table that an interrupted copy has finished is compared, not copied again.
 * @throws MoveError
 */
export async function copyTables(source: Snapshot, draft: Draft, report: Report): Promise<void> {
  for (const table of await listSameTables(source, draft)) {
    const there = await draft.readSums(table);
    const differing = there.size === 0 ? undefined : findDifferences(await source.readSums(table), there);
    report(table.name, await copyRows(source, draft, table, differing));
  }
  await draft.analyze();
}

/**
 * Makes the draft equal to data that no longer change, and proves it: every table has the same rows by number and checksum.
 * @throws MoveError
 */
export async function matchTables(source: Snapshot, draft: Draft, report: Report): Promise<number> {
  let rows = 0;
  for (const table of await listSameTables(source, draft)) {
    const [here, there] = await Promise.all([source.readSums(table), draft.readSums(table)]);
    const differing = findDifferences(here, there);
    if (differing.size > 0) report(table.name, await copyRows(source, draft, table, differing));
    const isEqual = differing.size === 0 || isSame(here, await draft.readSums(table));
    if (!isEqual) throw new MoveError(`table ${table.name} is not the same after it was copied`);
    rows += countRows(here);
  }
  return rows;
}

/** The tables that differ between two places, while no copy runs. */
export async function findDifferentTables(left: Snapshot, right: Snapshot): Promise<string[]> {
  const different: string[] = [];
  for (const table of await left.listTables()) {
    const [one, other] = await Promise.all([left.readSums(table), right.readSums(table)]);
    if (!isSame(one, other)) different.push(table.name);
  }
  return different;
}

const isSame = (left: Sums, right: Sums) => findDifferences(left, right).size === 0;

/** @returns the number of copied rows */
async function copyRows(source: Snapshot, draft: Draft, table: Table, buckets?: ReadonlySet<number>): Promise<number> {
  if (buckets?.size === 0) return 0;
  if (buckets !== undefined) await draft.remove(table, buckets);
  let count = 0;
  for await (const rows of source.readRows(table, buckets)) {
    await insert(draft, table, rows);
    count += rows.length;
  }
  return count;
}

async function insert(draft: Draft, table: Table, rows: Row[]) {
  try {
    await draft.insert(table, rows);
  } catch (error) {
    // Classes 22 and 23: unlike SQLite, PostgreSQL stores no NUL in texts and no number beyond the type of its column.
    if (!/^2[23]/.test((error as { code?: string }).code ?? "")) throw error;
    throw new MoveError(`a row of table ${table.name} does not fit PostgreSQL: ${(error as Error).message}`);
  }
}

/** @throws MoveError when one has a table or a column that is missing in the other */
async function listSameTables(source: Snapshot, draft: Draft): Promise<Table[]> {
  const tables = await source.listTables();
  const others = new Map((await draft.listTables()).map((table) => [table.name, table]));
  for (const table of tables) {
    const isKnown = JSON.stringify(others.get(table.name)) === JSON.stringify(table) && table.key.length > 0;
    if (!isKnown)
      throw new MoveError(`table ${table.name} is not one that this version makes: move or drop it yourself`);
    others.delete(table.name);
  }
  const [missing] = others.keys();
  if (missing !== undefined) throw new MoveError(`table ${missing} is missing in the data to move`);
  return tables;
}
