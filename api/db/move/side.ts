import type { Kysely } from "kysely";

import type { Schema } from "../schema.ts";

/** A table with its columns and those of its primary key, in one order on both engines. */
export type Table = { name: string; columns: string[]; key: string[] };

/** The values of a row as text, in the order of the columns. */
export type Row = (string | null)[];

/**
 * The rows of a table, counted and added up in 4,096 buckets by their primary key: `sum` adds 56 bits of each row's SHA-256. Two
 * tables with the same sums hold the same rows. If one row differs, only its bucket differs.
 */
export type Sums = Map<number, { rows: number; sum: bigint }>;

/** The other server of a move, and the time (ms) at which the brand was set aside, which identifies this move. */
export type Mark = { server: string; at: number };

/**
 * The state of a brand at a server. `open`: its data, which programs may use. `aside`: its data, which no program finds, because
 * they have other names. `gone`: only the placeholder that keeps programs from opening an empty shop here.
 */
export type Standing = {
  state: "absent" | "open" | "aside" | "gone";
  /** The origin of the data, until the move is finished. It stays known while they are set aside, and after they are gone. */
  from?: Mark;
  /** The destination of data that are set aside, or gone. */
  to?: Mark;
};

/** A consistent snapshot of the data of a brand. */
export type Snapshot = {
  listTables(): Promise<Table[]>;
  readSums(table: Table): Promise<Sums>;
  /** Reads rows in batches; only those in `buckets` if they are given. */
  readRows(table: Table, buckets?: ReadonlySet<number>): AsyncIterable<Row[]>;
  /** The highest generated id of each table so far. */
  readLastIds(): Promise<Map<string, string>>;
  /** For the audit of the books. */
  read: Kysely<Schema>;
  end(): Promise<void>;
};

/** A brand's data at one server, for a move. */
export type Side = {
  look(): Promise<Standing>;
  /** Keeps other moves of the brand away until `close`, or until this process ends. @returns false if there is one */
  lock(): Promise<boolean>;
  /** Reads open data, or those that are set aside; it waits for transactions that had written to these before. */
  takeSnapshot(): Promise<Snapshot>;
  /**
   * Gives the tables other names in one transaction. From its commit on, the database itself refuses every statement of every
   * program, even of one without support for moves. Only a transaction that had written before can end: see takeSnapshot.
   */
  setAside(to: Mark): Promise<void>;
  /** The reverse of `setAside`: opens the brand again. */
  bringBack(): Promise<void>;
  /** Drops the data that are set aside; after it, this server no longer has the brand. */
  dropAside(): Promise<void>;
  /** Deletes the origin of open data. */
  forgetOrigin(): Promise<void>;
  close(): Promise<void>;
};

/** Rows in the table of migrations with the origin or the destination of data. They are not part of the data. */
export const CAME_FROM = "moved-from ";
export const WENT_TO = "moved-to ";
/** Leaves such rows out of a table of migrations. */
export const isData = (table: Table) => (table.name === "migrations" ? "name not like 'moved-%'" : "true");

type MigrationRow = { name: string; applied_at: number };

/** The mark among rows of a table of migrations. */
export function findMark(rows: MigrationRow[], prefix: string): Mark | undefined {
  const row = rows.find(({ name }) => name.startsWith(prefix));
  return row && { server: row.name.slice(prefix.length), at: row.applied_at };
}
