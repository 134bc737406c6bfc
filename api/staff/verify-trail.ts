import type { StaffReader } from "../db/staff-schema.ts";
import { chain } from "./audit-trail.ts";
import type { Staff } from "./staff.ts";
import { macOf, openTrailKey } from "./trail-key.ts";

const PAGE = 1_000;

export type Verified = { entries: number; head: string; problem?: string };

/** `known`: an entry must have this hash. `keyedFrom`: all entries from this number on must have a MAC; absent: from 1. */
type Expected = { known?: string; keyedFrom?: number };

/**
 * Recomputes the chain of hashes and each entry's MAC. Write access to the database alone is not enough to make a MAC. It only
 * allows cutting off the newest entries. To detect that, compare `head` with one that was kept elsewhere.
 */
export async function verifyTrail(
  { db: { read }, keys }: Pick<Staff, "db" | "keys">,
  { known, keyedFrom = 1 }: Expected = {},
): Promise<Verified> {
  // First, because entries may be added during the check.
  const end = await read.selectFrom("audit_head").selectAll().where("id", "=", 1).executeTakeFirstOrThrow();
  const key = openTrailKey(keys, end.sealed_key);
  let last = { number: 0, hash: "" };
  let [endHash, isKnown] = ["", known === undefined];
  const found = (problem?: string): Verified => ({
    entries: last.number,
    head: last.hash,
    ...(problem !== undefined && { problem }),
  });
  for await (const entry of listEntries(read)) {
    const problem = findFault(entry, last, key);
    if (problem !== undefined) return found(problem);
    last = entry;
    if (last.number === end.number) endHash = last.hash;
    isKnown ||= last.hash === known;
  }
  if (last.number < end.number || endHash !== end.hash)
    return found(`entries after ${last.number} are missing: there were ${end.number}`);
  if (key === undefined && end.sealed_key !== null) return found("DATA_KEY does not open the key of the audit");
  const from = key?.from ?? end.number + 1;
  if (from > keyedFrom) return found(unkeyed(keyedFrom, from));
  return found(isKnown ? undefined : `no entry has the hash ${known}`);
}

type TrailKey = ReturnType<typeof openTrailKey>;

/** @param key undefined for a trail without MACs, and for a key that cannot be decrypted */
function findFault(
  { hash, mac, ...entry }: Awaited<ReturnType<typeof readEntries>>[number],
  last: { number: number; hash: string },
  key: TrailKey,
): string | undefined {
  if (entry.number !== last.number + 1) return `entry ${last.number + 1} is missing`;
  if (chain(last.hash, entry) !== hash) return `entry ${entry.number} was changed`;
  if (key !== undefined && entry.number >= key.from && macOf(key.secret, hash) !== mac)
    return `entry ${entry.number} was not made by Awning: its MAC is wrong`;
  return undefined;
}

const unkeyed = (first: number, from: number) =>
  `entries ${first} to ${from - 1} have no MAC of the audit's key. If you upgraded Awning or lost a DATA_KEY then, ` +
  `accept them with --keyed-from ${from}`;

async function* listEntries(db: StaffReader) {
  let last = 0;
  for (let page = await readEntries(db, last); page.length > 0; page = await readEntries(db, last)) {
    yield* page;
    last = page.at(-1)!.number;
  }
}

const readEntries = (db: StaffReader, after: number) =>
  db.selectFrom("audit").selectAll().where("number", ">", after).orderBy("number").limit(PAGE).execute();
