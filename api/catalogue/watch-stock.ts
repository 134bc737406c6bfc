import { leastEnd } from "../domain/stock/shelf-life.ts";
import { randomId } from "../domain/tokens.ts";
import { queueSealedMail } from "../mail/sealed-mail.ts";
import {
  checkBelow,
  checkNow,
  listTouched,
  listUnchecked,
  MARKED_AT_ONCE,
} from "../repositories/catalogue/stock-checks.ts";
import { countFree, findReopening, lockStock, noteStock } from "../repositories/stock/watch.ts";
import { noteLooked, readStockWatch, type StockWatch, writeStockWatch } from "../repositories/stock/watch-settings.ts";
import type { Shop } from "../shop/shop.ts";

type Settings = Pick<StockWatch, "alert_below" | "addresses">;

/** Changes the brand's limit and addresses. The worker then checks the products for which the new limit makes a difference. */
export async function changeStockAlerts({ db, clock }: Shop, settings: Settings) {
  const before = await readStockWatch(db.read);
  await db.transaction((tx) => writeStockWatch(tx, settings, clock.now()));
  if (before.alert_below === settings.alert_below) return;
  const most = Math.max(before.alert_below, settings.alert_below);
  let last: number | undefined = 0;
  while (last !== undefined) {
    const after: number = last;
    last = await db.transaction((tx) => checkBelow(tx, most, after));
  }
}

/** An order may be committed this long after its own time. It is shorter than the pause before the order is counted. */
const LATE_MS = 20_000;
const BATCH = 200;

/**
 * Counts the stock of products that were sold, whose cards have too few days left, or that are due for a check. It mails the
 * brand's addresses when the stock of one falls below its limit. It reads the orders since the last look, never all products.
 * Products that a round does not reach stay marked for the next one.
 */
export async function watchStock(shop: Shop, signal?: AbortSignal) {
  const { tenant, db, clock } = shop;
  const now = clock.now();
  const watch = await readStockWatch(db.read);
  const touched = await listTouchedSince(shop, watch, now);
  for (let start = 0; start < touched.length; start += MARKED_AT_ONCE)
    await db.transaction((tx) => checkNow(tx, touched.slice(start, start + MARKED_AT_ONCE)));
  await db.transaction((tx) => noteLooked(tx, now - LATE_MS, leastEnd(tenant, now - LATE_MS)));
  for (let ids = await nextUnchecked(); ids.length > 0 && !signal?.aborted; ids = await nextUnchecked())
    for (const id of ids) if (!signal?.aborted) await look(shop, watch, id);

  function nextUnchecked() {
    return listUnchecked(db.read, now, BATCH);
  }
}

/** The products of new orders, and of cards that became too short-lived to be sold, or that a changed setting allows again. */
async function listTouchedSince({ tenant, db }: Shop, watch: StockWatch, now: number): Promise<number[]> {
  const { looked_until: since, looked_least_end } = watch;
  if (since === null) return [];
  const ends = [looked_least_end ?? since, leastEnd(tenant, now)] as const;
  return listTouched(db.read, { since, until: now }, { since: Math.min(...ends), until: Math.max(...ends) });
}

/**
 * Counts one product. Its row is locked. So only one of several workers notices that the stock has sunk, and it queues the mails
 * in the same transaction.
 */
const look = (shop: Shop, { alert_below: usual, addresses }: StockWatch, id: number) =>
  shop.db.transaction(async (tx) => {
    const now = shop.clock.now();
    const product = await lockStock(tx, id);
    if (product === undefined) return;
    const { free, isOffered } = await countFree(tx, shop.tenant, product, now);
    const below = product.alert_below ?? usual;
    const isLow = product.is_available === 1 && !isOffered && free < below;
    const lowSince = isLow ? (product.low_since ?? now) : null;
    const checkAt = await findReopening(tx, id, now);
    await noteStock(tx, id, { free_cards: free, low_since: lowSince, stock_check_at: checkAt });
    if (!isLow || product.low_since !== null) return;
    for (const to of addresses) {
      const contents = { to, name: product.name, free, below };
      await queueSealedMail(tx, shop, { kind: "stock-low", about: randomId(), contents });
    }
  });
