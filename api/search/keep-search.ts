import type { Writer } from "../db/database.ts";
import { lockNames } from "../db/locks.ts";
import { deleteNotes, listGaps, listInGap, listNotes, narrowGap, resolveNotes } from "../repositories/search/notes.ts";
import { writeTexts } from "../repositories/search/texts.ts";
import { readPeople, readRecipients, readReferences } from "../repositories/search/values.ts";
import type { Shop } from "../shop/shop.ts";

/** Few, because other changes of the brand wait for a slice on SQLite. */
const NOTES = 100;
const OLDER = 100;
/** A search waits for so many slices of notes at most. The worker makes the texts of the others. */
const MOST_SLICES = 100;

type IndexedShop = Pick<Shop, "db" | "tenant">;

/** A slice of texts: first of changed rows, then of so many older ones. @returns true if there may be more */
export const keepSearch = (shop: IndexedShop, older = OLDER): Promise<boolean> =>
  inTurn(shop, async (tx) => {
    if (await takeNotes(tx)) return true;
    const [gap] = await listGaps(tx);
    if (gap === undefined) return false;
    const rows = await listInGap(tx, gap, older);
    const ids = rows.map(({ id }) => id);
    await (gap.kind === "order" ? writeOrders(tx, ids, false) : writeShoppers(tx, ids, false));
    await narrowGap(tx, gap.kind, rows.at(-1));
    return true;
  });

/**
 * Makes the texts of all that has changed, so that a search finds it.
 * @returns true if older rows still have none, or many changes wait
 */
export async function catchUp(shop: IndexedShop, most = MOST_SLICES): Promise<boolean> {
  const { read } = shop.db;
  for (let slice = 0; slice < most && (await hasNotes(shop)); slice++) await inTurn(shop, takeNotes);
  return (await hasNotes(shop)) || (await listGaps(read)).length > 0;
}

const hasNotes = async ({ db }: IndexedShop) => (await listNotes(db.read, 1)).length > 0;

/** One after another: of two that read the same order, the one with the older values could write last. */
const inTurn = ({ db, tenant }: IndexedShop, run: (tx: Writer) => Promise<boolean>) =>
  db.transaction(async (tx) => {
    await lockNames(tx, [`search ${tenant.id}`]);
    return run(tx);
  });

/** @returns true if there were any */
async function takeNotes(tx: Writer): Promise<boolean> {
  const notes = await listNotes(tx, NOTES);
  if (notes.length === 0) return false;
  const { orders, shoppers } = await resolveNotes(tx, notes);
  await writeOrders(tx, orders, true);
  await writeShoppers(tx, shoppers, true);
  await deleteNotes(
    tx,
    notes.map(({ id }) => id),
  );
  return true;
}

async function writeOrders(tx: Writer, refs: string[], isNew: boolean) {
  await writeTexts(tx, "search_orders", { refs, valuesOf: await readReferences(tx, refs), isNew });
  await writeTexts(tx, "search_recipients", { refs, valuesOf: await readRecipients(tx, refs), isNew });
}

const writeShoppers = async (tx: Writer, refs: string[], isNew: boolean) =>
  writeTexts(tx, "search_shoppers", { refs, valuesOf: await readPeople(tx, refs), isNew });
