import { createHash } from "node:crypto";
import { hostname as machine, userInfo } from "node:os";

import { forUpdate } from "../db/locks.ts";
import type { StaffReader, StaffWriter } from "../db/staff-schema.ts";
import type { AuditEntry } from "../repositories/staff/audit.ts";
import type { Staff } from "./staff.ts";

/** Who acts, and from where: a member and a network, or the command line and a user of the system. */
export type Actor = {
  name: string;
  origin: string;
  /** The member's; absent for the command line, which may do everything. */
  memberId?: string;
};

/** An act of a person: `before` and `after` hold what it changes. Neither may hold a secret. */
export type Act = {
  /** Null where the act concerns no single brand. */
  brand: string | null;
  /** Such as "order.refund". */
  act: string;
  /** Such as an order's id. */
  subject: string;
  before?: unknown;
  after?: unknown;
  reason?: string;
};

/** The command line, by the user who runs it. */
export const commandLine = (): Actor => ({ name: "command line", origin: `${userName()}@${machine()}` });

/** A container's user need not have a name. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}

/**
 * Notes an act, then does it. An act that fails is followed by an entry `ACT.failed`, so that there is an entry for
 * whatever happened, also when the program is killed.
 */
export async function audited<T>(staff: Staff, actor: Actor, act: Act, run: () => Promise<T>): Promise<T> {
  await note(staff, actor, act);
  try {
    return await run();
  } catch (error) {
    const { brand, subject } = act;
    const reason = error instanceof Error ? error.message : "unknown";
    await note(staff, actor, { brand, subject, act: `${act.act}.failed`, reason });
    throw error;
  }
}

/** Adds an entry in a transaction of its own. */
export const note = ({ db, clock }: Pick<Staff, "db" | "clock">, actor: Actor, act: Act) =>
  db.transaction((tx) => append(tx, actor, act, clock.now()));

/**
 * Excludes other acts until the transaction ends, as `append` does: for what must be read before the act is known. A transaction
 * that locks other rows too, such as a member's, comes here first: two that lock them in another order deadlock.
 */
export const lockTrail = (tx: StaffWriter) =>
  tx.selectFrom("audit_head").selectAll().where("id", "=", 1).$call(forUpdate(tx)).executeTakeFirstOrThrow();

/** Adds an entry, together with what it is about. */
export async function append(tx: StaffWriter, actor: Actor, act: Act, now: number) {
  const head = await lockTrail(tx);
  const entry = {
    number: head.number + 1,
    at: now,
    actor: actor.name,
    origin: actor.origin,
    brand: act.brand,
    act: act.act,
    subject: act.subject,
    before: toJson(act.before),
    after: toJson(act.after),
    reason: act.reason === undefined ? null : storable(act.reason),
  };
  const hash = chain(head.hash, entry);
  await tx
    .insertInto("audit")
    .values({ ...entry, hash })
    .execute();
  await tx.updateTable("audit_head").set({ number: entry.number, hash }).where("id", "=", 1).execute();
}

const MAX_REASON = 300;

/** PostgreSQL stores no NUL, and a text that is cut may end in half a character: the hash must cover what is stored. */
const storable = (text: string) =>
  text
    .replaceAll(/\p{Cc}/gu, " ")
    .slice(0, MAX_REASON)
    .toWellFormed();

const toJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

const readEntries = (db: StaffReader, after: number, limit: number) =>
  db.selectFrom("audit").selectAll().where("number", ">", after).orderBy("number").limit(limit).execute();

const PAGE = 1_000;

export type Verified = { entries: number; head: string; problem?: string };

/**
 * Recomputes the chain of hashes. Somebody who changes the database can also recompute it, so compare `head` with one that was
 * kept elsewhere: `known` must be the hash of an entry.
 */
export async function verifyTrail(db: StaffReader, known?: string): Promise<Verified> {
  // First, because entries may be added meanwhile.
  const end = await db.selectFrom("audit_head").selectAll().where("id", "=", 1).executeTakeFirstOrThrow();
  let [hash, number, isKnown] = ["", 0, known === undefined];
  let endHash = "";
  for (
    let entries = await readEntries(db, 0, PAGE);
    entries.length > 0;
    entries = await readEntries(db, number, PAGE)
  ) {
    for (const { hash: stored, ...entry } of entries) {
      const found = { entries: number, head: hash };
      if (entry.number !== number + 1) return { ...found, problem: `entry ${number + 1} is missing` };
      if (chain(hash, entry) !== stored) return { ...found, problem: `entry ${entry.number} was changed` };
      [hash, number] = [stored, entry.number];
      if (number === end.number) endHash = hash;
      isKnown ||= hash === known;
    }
  }
  if (number < end.number || endHash !== end.hash)
    return { entries: number, head: hash, problem: `entries after ${number} are missing: there were ${end.number}` };
  if (!isKnown) return { entries: number, head: hash, problem: `no entry has the hash ${known}` };
  return { entries: number, head: hash };
}

type Hashed = Omit<AuditEntry, "hash">;

/** The order of the fields is part of the format. */
const chain = (previous: string, entry: Hashed) =>
  createHash("sha256")
    .update(
      JSON.stringify([
        previous,
        entry.number,
        entry.at,
        entry.actor,
        entry.origin,
        entry.brand,
        entry.act,
        entry.subject,
        entry.before,
        entry.after,
        entry.reason,
      ]),
    )
    .digest("base64url");
