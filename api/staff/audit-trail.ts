import { createHash } from "node:crypto";
import { hostname as machine, userInfo } from "node:os";

import { forUpdate } from "../db/locks.ts";
import type { StaffWriter } from "../db/staff-schema.ts";
import type { Action, Actor } from "../ports/audit.ts";
import type { AuditEntry } from "../repositories/staff/audit.ts";
import type { Staff } from "./staff.ts";
import { createTrailKey, macOf, openTrailKey } from "./trail-key.ts";

/** The requirements for adding an entry: the keys that open the audit's key, and the time. */
type Pen = Pick<Staff, "keys" | "clock">;

/** The command line as actor, with the user who runs it. */
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
 * Records an action, then performs it. A failed action gets a second entry, `ACT.failed`. So each action has an entry, even if
 * the program is killed.
 */
export async function audited<T>(
  staff: Pick<Staff, "db"> & Pen,
  actor: Actor,
  act: Action,
  run: () => Promise<T>,
): Promise<T> {
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

/** Adds an entry in a separate transaction. */
export const note = (staff: Pick<Staff, "db"> & Pen, actor: Actor, act: Action) =>
  staff.db.transaction((tx) => append(tx, staff, actor, act));

/**
 * Excludes other actions until the transaction ends, like `append`, for rows that must be read before the action is known. A
 * transaction that also locks other rows, such as a member's, must take this lock first. Otherwise two of them could deadlock.
 */
export const lockTrail = (tx: StaffWriter) =>
  tx.selectFrom("audit_head").selectAll().where("id", "=", 1).$call(forUpdate(tx)).executeTakeFirstOrThrow();

/**
 * Adds an entry, together with its subject. An audit whose key is missing or unreadable gets a new key, and an entry with the
 * first number of that key: an action must not fail because a key is lost.
 */
export async function append(tx: StaffWriter, { keys, clock }: Pen, actor: Actor, act: Action) {
  const head = await lockTrail(tx);
  const at = clock.now();
  let key = openTrailKey(keys, head.sealed_key);
  let last: Place = head;
  if (key === undefined) {
    const from = head.number + 1;
    const made = createTrailKey(keys, from);
    key = made.key;
    await tx.updateTable("audit_head").set({ sealed_key: made.sealed }).where("id", "=", 1).execute();
    const renewal = { brand: null, act: "audit.key", subject: `entries from ${from}` };
    if (from > 1)
      last = await insert(tx, last, key.secret, toEntry({ name: "Awning", origin: machine() }, renewal, at));
  }
  last = await insert(tx, last, key.secret, toEntry(actor, act, at));
  await tx.updateTable("audit_head").set(last).where("id", "=", 1).execute();
}

/** The end of the chain. */
type Place = { number: number; hash: string };

async function insert(tx: StaffWriter, last: Place, secret: Buffer, entry: Omit<Hashed, "number">): Promise<Place> {
  const number = last.number + 1;
  const hash = chain(last.hash, { number, ...entry });
  await tx
    .insertInto("audit")
    .values({ number, ...entry, hash, mac: macOf(secret, hash) })
    .execute();
  return { number, hash };
}

const toEntry = (actor: Actor, act: Action, at: number) => ({
  at,
  actor: actor.name,
  origin: actor.origin,
  brand: act.brand,
  act: act.act,
  subject: act.subject,
  before: toJson(act.before),
  after: toJson(act.after),
  reason: act.reason === undefined ? null : storable(act.reason),
});

const MAX_REASON = 300;

/** PostgreSQL stores no NUL, and a text that is cut may end in half a character: the hash must cover the stored text. */
const storable = (text: string) =>
  text
    .replaceAll(/\p{Cc}/gu, " ")
    .slice(0, MAX_REASON)
    .toWellFormed();

const toJson = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

type Hashed = Omit<AuditEntry, "hash" | "mac">;

/** Hashes an entry with the hash before it. The order of the fields is part of the format. */
export const chain = (previous: string, entry: Hashed) =>
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
