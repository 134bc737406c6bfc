import { hash } from "node:crypto";

import type { Row, Sums } from "./side.ts";

/** A row as a unique text: each value with its length in bytes before it. */
const toLine = (values: Row) =>
  values.map((value) => (value === null ? "-" : `${Buffer.byteLength(value)}:${value}`)).join("");

/** The bucket of a row by the values of its primary key, like `bucketOf` in SQL. */
export function findBucket(key: Row): number {
  return Number.parseInt(hash("sha256", toLine(key), "hex").slice(0, 3), 16);
}

/** Adds a row to the sums of its table, as in SQL. */
export function addRow(sums: Sums, bucket: number, row: Row) {
  const before = sums.get(bucket) ?? { rows: 0, sum: 0n };
  const part = BigInt(`0x${hash("sha256", toLine(row), "hex").slice(0, 14)}`);
  sums.set(bucket, { rows: before.rows + 1, sum: before.sum + part });
}

/** The same in SQL, for expressions that PostgreSQL evaluates. `columns` are quoted names. */
const lineOf = (columns: string[]) =>
  `concat(${columns.map((column) => `coalesce(octet_length(${column}::text)||':'||${column}::text, '-')`).join(", ")})`;
const digestOf = (columns: string[]) => `sha256(convert_to(${lineOf(columns)}, 'UTF8'))`;
/** The bucket: the first twelve bits. */
export const bucketOf = (key: string[]) => {
  const digest = digestOf(key);
  return `(get_byte(${digest}, 0) * 16 + get_byte(${digest}, 1) / 16)`;
};
/** The sum: the first 56 bits. */
export const sumOf = (columns: string[]) =>
  `sum(('x' || encode(substring(${digestOf(columns)} from 1 for 7), 'hex'))::bit(56)::bigint)`;

/** The buckets in which two tables differ. */
export function findDifferences(left: Sums, right: Sums): Set<number> {
  const differing = new Set<number>();
  for (const bucket of new Set([...left.keys(), ...right.keys()])) {
    const [one, other] = [left.get(bucket), right.get(bucket)];
    if (one?.rows !== other?.rows || one?.sum !== other?.sum) differing.add(bucket);
  }
  return differing;
}

export const countRows = (sums: Sums) => [...sums.values()].reduce((count, { rows }) => count + rows, 0);
