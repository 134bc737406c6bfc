import type { StaffReader } from "../db/staff-schema.ts";
import { chain } from "./audit-trail.ts";
import type { Staff } from "./staff.ts";
import { macOf, openTrailKey } from "./trail-key.ts";

const PAGE = 1_000;

export type Verified = { entries: number; head: string; problem?: string };

/** `known`: an entry must have this hash. `keyedFrom`: all entries from this number on must have a MAC; absent: from 1. */
type Expected = { known?: string; keyedFrom?: number };

/**
 * Recomputes the chain of hashes and each entry's MAC. Who can only write to the database cannot make a MAC, so they can only
 * cut off the newest entries: for that, compare `head` with one that was kept elsewhere.
 */
export async function verifyTrail(
  { db, keys }: Pick<Staff, "db" | "keys">,
  { known, keyedFrom = 1 }: Expected = {},
): Promise<Verified> {
  const { read } = db;
  // First, because entries may be added during the check.
  const end = await read.selectFrom("audit_head").selectAll().where("id", "=", 1).executeTakeFirstOrThrow();
  const key = openTrailKey(keys, end.sealed_key);
  const from = key?.from ?? end.number + 1;
  let [hash, number, isKnown] = ["", 0, known === undefined];
  let endHash = "";
  for (
    let entries = await readEntries(read, 0, PAGE);
    entries.length > 0;
    entries = await readEntries(read, number, PAGE)
  ) {
    for (const { hash: stored, mac, ...entry } of entries) {
      const found = { entries: number, head: hash };
      if (entry.number !== number + 1) return { ...found, problem: `entry ${number + 1} is missing` };
      if (chain(hash, entry) !== stored) return { ...found, problem: `entry ${entry.number} was changed` };
      if (key !== undefined && entry.number >= from && macOf(key.secret, stored) !== mac)
        return { ...found, problem: `entry ${entry.number} was not made by Awning: its MAC is wrong` };
      [hash, number] = [stored, entry.number];
      if (number === end.number) endHash = hash;
      isKnown ||= hash === known;
    }
  }
  const found = { entries: number, head: hash };
  if (number < end.number || endHash !== end.hash)
    return { ...found, problem: `entries after ${number} are missing: there were ${end.number}` };
  if (key === undefined && end.sealed_key !== null)
    return { ...found, problem: "DATA_KEY does not open the key of the audit" };
  if (from > keyedFrom) return { ...found, problem: unkeyed(keyedFrom, from) };
  if (!isKnown) return { ...found, problem: `no entry has the hash ${known}` };
  return found;
}

const unkeyed = (first: number, from: number) =>
  `entries ${first} to ${from - 1} have no MAC of the audit's key. If you upgraded Awning or lost a DATA_KEY then, ` +
  `accept them with --keyed-from ${from}`;

const readEntries = (db: StaffReader, after: number, limit: number) =>
  db.selectFrom("audit").selectAll().where("number", ">", after).orderBy("number").limit(limit).execute();
