import { auditLedger } from "../../api/audit/ledger-audit.ts";
import type { Env } from "../../api/base/env.ts";
import { copyTables, findDifferentTables, matchTables } from "../../api/db/move/copy-tables.ts";
import type { Draft } from "../../api/db/move/draft.ts";
import { createPostgresSide, type PostgresSide } from "../../api/db/move/postgres-side.ts";
import type { Mark, Side, Snapshot, Standing } from "../../api/db/move/side.ts";
import { createSqliteSide } from "../../api/db/move/sqlite-side.ts";
import { findServer, type Server } from "../../api/db/servers/servers.ts";
import { CommandError } from "../command/command.ts";
import { count } from "../command/print.ts";

/** A move of one brand, requested by the operator. */
export type Move = {
  env: Env;
  brand: string;
  /** The server in tenant.json. */
  current: Server;
  /** Prints a step for the operator. */
  say(line: string): void;
  /** Writes the server into tenant.json, or instructs the operator to do so. */
  pointTo(server: string): void;
};

const openSide = ({ env, brand }: Move, { url }: Server): Side =>
  url === undefined ? createSqliteSide(env.DATA_DIR, brand) : createPostgresSide(url, brand);

/** Opens both sides and keeps other moves of the brand away, for `run`. @throws CommandError */
async function withSides<S extends Side, T extends Side>(
  move: Move,
  [source, target]: [S, T],
  run: () => Promise<void>,
) {
  try {
    for (const side of [source, target])
      if (!(await side.lock())) throw new CommandError(`brand ${move.brand} is being moved by another command`);
    await run();
  } finally {
    await source.close();
    await target.close();
  }
}

/**
 * Moves the brand's data to another PostgreSQL server. It may be killed at any moment: the next run continues.
 * @throws CommandError, MoveError
 */
export async function moveBrand(move: Move, target: Server & { url: string }): Promise<void> {
  const { brand, current, say } = move;
  if (current.url === target.url) return say(`${brand} is on ${target.name} already.`);
  const from = openSide(move, current);
  const to = createPostgresSide(target.url, brand);
  await withSides(move, [from, to], async () => {
    const here = await from.look();
    const there = await to.look();
    const mark = refuseOther(move, target.name, here, there);
    if (there.state !== "open") {
      if (mark === undefined) await copyWhileOpen(move, from, to);
      await switchOver(move, from, to, mark ?? { server: target.name, at: Date.now() }, mark !== undefined);
    }
    move.pointTo(target.name);
    say(`Moved ${brand} to ${target.name}. The old data are kept on ${current.name}, where no program uses them.`);
    say(`Once you are content: awning move ${brand} --finish. To go back: awning move ${brand} --undo.`);
  });
}

/** @returns the mark of a move to this target that was interrupted after the brand was set aside. @throws CommandError */
function refuseOther({ brand, current }: Move, target: string, here: Standing, there: Standing): Mark | undefined {
  const isPublished = there.state === "open" && there.from?.at === here.to?.at && here.state === "aside";
  if (there.state === "open" && !isPublished) throw new CommandError(`${target} already has data of brand ${brand}`);
  if (there.state === "aside")
    throw new CommandError(`${target} keeps what an earlier move left: awning move ${brand} --finish removes it`);
  if (here.state === "open" && here.from !== undefined)
    throw new CommandError(
      `brand ${brand} came from ${here.from.server}: first awning move ${brand} --finish or --undo`,
    );
  if (here.state === "open") return undefined;
  if (here.state !== "aside") throw new CommandError(`there are no data of brand ${brand} on ${current.name}`);
  if (here.to!.server !== target)
    throw new CommandError(`brand ${brand} is being moved to ${here.to!.server}: go on with that, or --undo it`);
  return here.to;
}

/** Copies twice. The second copy has only the changes during the first, so that little is left while the brand is closed. */
async function copyWhileOpen({ brand, current, say }: Move, from: Side, to: PostgresSide) {
  for (const what of ["all", "what has changed meanwhile"]) {
    say(`Copying ${brand} while it is open: ${what} …`);
    const draft = await to.openDraft(current.name);
    await withSnapshot(from, (snapshot) => copyTables(snapshot, draft, reportTo(say)));
  }
}

const reportTo = (say: Move["say"]) => (table: string, rows: number) => {
  if (rows > 0) say(`  ${table}: ${count(rows, "row")}`);
};

async function withSnapshot<T>(side: Side, use: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const snapshot = await side.takeSnapshot();
  return use(snapshot).finally(() => snapshot.end());
}

/** Closes the brand, copies the changes, compares, and opens it at the new place. */
async function switchOver({ brand, current, say }: Move, from: Side, to: PostgresSide, mark: Mark, isResumed: boolean) {
  const since = performance.now();
  if (!isResumed) {
    say(`Closing ${brand}: its shoppers read "try again in a moment" …`);
    await from.setAside(mark);
  }
  say(`Closed ${brand} on ${current.name}.`);
  try {
    const draft = await to.openDraft(current.name);
    await withSnapshot(from, async (snapshot) => {
      const rows = await matchTables(snapshot, draft, reportTo(say));
      say(`Compared: ${count(rows, "row")} are the same by number and checksum.`);
      await compareBooks(snapshot, draft, say);
      await draft.publish({ server: current.name, at: mark.at }, await snapshot.readLastIds());
    });
  } catch (error) {
    if (!(await isPublished(to, mark))) {
      say(`This failed, so ${brand} opens again on ${current.name}.`);
      await from.bringBack();
      throw error;
    }
  }
  say(`Published ${brand} after ${((performance.now() - since) / 1000).toFixed(1)} s.`);
}

/** Differences that the books already had are moved, too. @throws CommandError for others */
async function compareBooks(source: Snapshot, draft: Draft, say: Move["say"]) {
  const after = await auditLedger({ db: draft });
  // If the copy has no difference, the equal source has none either. Then the brand opens earlier.
  const before = after.length === 0 ? [] : await auditLedger({ db: source });
  if (before.join() !== after.join()) throw new CommandError(`the books differ: ${[...before, ...after].join("; ")}`);
  say(`Reconciled: ${count(after.length, "difference")} on both sides.`);
}

/**
 * True if the copy was published, although its commit got no answer or its command was killed. Waits for such a commit,
 * and drops an unpublished copy, so that the result stays true.
 * @throws while the server cannot be reached: the brand then stays closed until the command is run again
 */
async function isPublished(to: PostgresSide, { at }: Mark): Promise<boolean> {
  await to.dropDraft();
  const { state, from } = await to.look();
  return state === "open" && from?.at === at;
}

/**
 * Takes back an interrupted or ended move.
 * @throws CommandError when somebody has written to the new place since
 */
export async function undoMove(move: Move): Promise<void> {
  const { env, brand, current, say } = move;
  const near = openSide(move, current);
  const standing = await near.look().finally(() => near.close());
  const other = standing.from ?? standing.to;
  if (other === undefined) return dropRest(move);
  // tenant.json may name either place, also after an undo that was killed.
  const isNew = standing.from !== undefined;
  const [oldServer, newServer] = isNew
    ? [findServer(env, other.server), current]
    : [current, findServer(env, other.server)];
  if (newServer.url === undefined) throw new CommandError(`brand ${brand} has no move to undo`);
  const from = openSide(move, oldServer);
  const to = createPostgresSide(newServer.url, brand);
  await withSides(move, [from, to], async () => {
    await to.dropDraft(); // waits for a killed command's publishing
    const here = await from.look();
    const there = await to.look();
    const isClosed = here.state === "aside" && here.to?.at === other.at;
    const isBack = here.state === "open" && isLeft(there, { server: oldServer.name, at: other.at });
    if (!isClosed && !isBack)
      throw new CommandError(`the data of brand ${brand} on ${oldServer.name} are not those that this move set aside`);
    if (isClosed) {
      await closeNew(move, [from, to], there, { server: oldServer.name, at: other.at });
      await from.bringBack();
    }
    say(`${brand} is open on ${oldServer.name} again.`);
    if (isNew) move.pointTo(oldServer.name);
    await to.dropAside();
  });
}

/** True if an undo of this move has set the new data aside, and perhaps dropped them. */
const isLeft = ({ state, from, to }: Standing, { server, at }: Mark) =>
  (state === "aside" || state === "gone") && from?.at === at && to?.at === at && to.server === server;

/** Sets the new data aside, unless that is done or none were published. @throws CommandError if they have changed */
async function closeNew({ brand, say }: Move, [from, to]: [Side, Side], there: Standing, mark: Mark) {
  if (there.state === "open" && there.from?.at === mark.at) {
    await refuseChanged(from, to);
    say(`Closing ${brand} at the new place …`);
    await to.setAside(mark);
  } else if (there.state !== "aside" || !isLeft(there, mark)) return;
  // Also after an undo that was killed here: an earlier transaction may have ended since.
  await refuseChanged(from, to).catch(async (error: unknown) => {
    await to.bringBack();
    throw error;
  });
}

async function refuseChanged(from: Side, to: Side) {
  const [kept, used] = [await from.takeSnapshot(), await to.takeSnapshot()];
  const changed = await findDifferentTables(kept, used).finally(() => Promise.all([kept.end(), used.end()]));
  if (changed.length === 0) return;
  throw new CommandError(
    `these tables have changed since the move, and going back would lose that: ${changed.join(", ")}`,
  );
}

/**
 * A move that was interrupted before it closed the brand has left only its copy. An undo that was interrupted at its end has left
 * only the data that it set aside.
 */
async function dropRest({ env, brand, current, say }: Move) {
  let dropped = 0;
  for (const [name, url] of Object.entries(env.databaseUrls)) {
    const side = createPostgresSide(url, brand);
    try {
      const there = await side.look();
      const hasAside = there.state === "aside" && there.to !== undefined && there.from?.server === current.name;
      const isLeftOver = hasAside && isLeft(there, { server: current.name, at: there.to!.at });
      if (!isLeftOver && !(await side.hasDraft())) continue;
      if (!(await side.lock())) throw new CommandError(`brand ${brand} is being moved by another command`);
      await side.dropDraft();
      if (isLeftOver) await side.dropAside();
      dropped++;
      say(`Dropped the copy on ${name}.`);
    } finally {
      await side.close();
    }
  }
  if (dropped === 0) throw new CommandError(`brand ${brand} has no move to undo`);
}

/** Drops the old data. @throws CommandError unless a move has ended */
export async function finishMove(move: Move): Promise<void> {
  const { env, brand, current, say } = move;
  const near = openSide(move, current);
  const { state, from: origin } = await near.look().finally(() => near.close());
  if (state === "aside") throw new CommandError(`the move of brand ${brand} has not ended: run it again, or --undo it`);
  if (origin === undefined || state !== "open") throw new CommandError(`brand ${brand} has no move to finish`);
  const from = openSide(move, findServer(env, origin.server));
  const to = openSide(move, current);
  await withSides(move, [from, to], async () => {
    const { state: old, to: mark } = await from.look();
    if (old === "aside" && mark?.at === origin.at) await from.dropAside();
    await to.forgetOrigin();
    say(`Dropped the old data of ${brand} on ${origin.server}.`);
  });
}
