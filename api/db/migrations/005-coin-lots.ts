import { type Kysely, sql } from "kysely";

import { required } from "./columns.ts";
import type { Migration } from "./migration.ts";

/** Groups coins into lots, so that the oldest credit is spent first and each credit can lapse. */
export const coinLots: Migration = {
  name: "005-coin-lots",
  async up(db: Kysely<unknown>) {
    await createTables(db);
    await sortIntoLots(db as Kysely<any>);
  },
};

async function createTables({ schema }: Kysely<unknown>) {
  await schema
    .createTable("coin_lots")
    .addColumn("id", "text", (column) => column.primaryKey().references("coin_entries.id"))
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id"))
    .addColumn("remaining", "bigint", (column) => column.notNull().check(sql`remaining >= 0`))
    .addColumn("expires_at", "bigint")
    .addColumn("warned_at", "bigint")
    .addColumn("created_at", "bigint", required)
    .execute();
  await schema.createIndex("coin_lots_user").on("coin_lots").column("user_id").execute();
  await schema
    .createIndex("coin_lots_expiry")
    .on("coin_lots")
    .column("expires_at")
    .where(sql.ref("remaining"), ">", 0)
    .execute();

  await schema
    .createTable("coin_lot_moves")
    .addColumn("entry_id", "text", (column) => column.notNull().references("coin_entries.id"))
    .addColumn("lot_id", "text", (column) => column.notNull().references("coin_lots.id"))
    .addColumn("amount", "bigint", (column) => column.notNull().check(sql`amount <> 0`))
    .addPrimaryKeyConstraint("coin_lot_moves_once", ["entry_id", "lot_id"])
    .execute();
}

type Entry = {
  id: string;
  user_id: string;
  amount: number;
  order_id: string | null;
  expires_at: number | null;
  created_at: number;
};
type Lot = Entry & { remaining: number };
type Move = { entry_id: string; order_id: string | null; lot: Lot; amount: number };

/** Replays the ledger: debits come from the oldest lots, and returned coins go back to the same lots. */
async function sortIntoLots(db: Kysely<any>) {
  const entries = (await db.selectFrom("coin_entries").selectAll().execute()) as Entry[];
  for (const own of Map.groupBy(entries, ({ user_id }) => user_id).values()) {
    const lots: Lot[] = [];
    const moves: Move[] = [];
    for (const entry of own.sort((a, b) => a.created_at - b.created_at || b.amount - a.amount)) {
      if (entry.amount > 0 && entry.order_id === null) lots.push({ ...entry, remaining: 0 });
      moves.push(...split(entry, lots, moves));
    }
    for (const { id, user_id, remaining, expires_at, created_at } of lots) {
      const lot = { id, user_id, remaining, expires_at, warned_at: null, created_at };
      await db.insertInto("coin_lots").values(lot).execute();
    }
    for (const { entry_id, lot, amount } of moves) {
      await db.insertInto("coin_lot_moves").values({ entry_id, lot_id: lot.id, amount }).execute();
    }
  }
}

/** Splits the entry's amount over lots, one after another. */
function split(entry: Entry, lots: Lot[], earlier: Move[]): Move[] {
  let rest = Math.abs(entry.amount);
  const moves: Move[] = [];
  for (const lot of entry.amount > 0 ? lots.toReversed() : lots) {
    const taken = earlier.reduce((sum, move) => sum - (isOf(move, lot, entry) ? move.amount : 0), 0);
    const room = entry.amount < 0 ? lot.remaining : entry.order_id === null ? (lot.id === entry.id ? rest : 0) : taken;
    const size = Math.min(rest, room);
    if (size <= 0) continue;
    const amount = entry.amount > 0 ? size : -size;
    lot.remaining += amount;
    rest -= size;
    moves.push({ entry_id: entry.id, order_id: entry.order_id, lot, amount });
  }
  if (rest !== 0) throw new Error(`the ledger of user ${entry.user_id} does not add up`);
  return moves;
}

const isOf = (move: Move, lot: Lot, { order_id }: Entry) => move.lot === lot && move.order_id === order_id;
