import type { Writer } from "../db/database.ts";
import { beginOfDay, DAY_MS, dayNumber } from "../domain/days.ts";
import type { DaySales, MorningFacts } from "../domain/staff/today.ts";
import { randomId } from "../domain/tokens.ts";
import { queueSealedMail } from "../mail/sealed-mail.ts";
import { countLow, listLow } from "../repositories/stock/watch.ts";
import { findLastMorning, MORNING_MS, takeMorning } from "../repositories/work/mornings.ts";
import { addUp, sumDays } from "../sales/day-sums.ts";
import { findLowPayments } from "../sales/payment-success.ts";
import type { Shop } from "../shop/shop.ts";
import { countWaiting } from "./count-waiting.ts";

/** Cards that the mail names. */
const LISTED = 10;

/**
 * Queues the mail of this morning to each member of the staff who wants it, once a day from eight o'clock on. A brand's first
 * morning has none. Several processes may run it at once.
 */
export async function sendMorningMail(shop: Shop): Promise<void> {
  const { db, clock } = shop;
  const now = clock.now();
  const day = dayNumber(now);
  const last = await findLastMorning(db.read);
  if (last === undefined) return void (await db.transaction((tx) => takeMorning(tx, day, now)));
  if (last >= day || now < beginOfDay(day) + MORNING_MS) return;
  const readers = await shop.listMorningReaders();
  const facts = readers.length > 0 ? await collectFacts(shop, day - 1) : undefined;
  await db.transaction(async (tx) => {
    if (!(await takeMorning(tx, day, now)) || facts === undefined) return;
    for (const { email: to, mayReadMoney } of readers)
      await queue(tx, shop, to, mayReadMoney ? facts : { ...facts, sales: null });
  });
}

const queue = (tx: Writer, shop: Shop, to: string, facts: MorningFacts) =>
  queueSealedMail(tx, shop, {
    kind: "morning",
    about: randomId(),
    contents: { to, facts },
    // Then there is the next one.
    expiresAt: shop.clock.now() + DAY_MS,
  });

async function collectFacts(shop: Shop, day: number): Promise<MorningFacts> {
  const { read } = shop.db;
  return {
    day,
    sales: { yesterday: await sumDay(shop, day), weekBefore: await sumDay(shop, day - 7) },
    waiting: await countWaiting(shop),
    stock: { low: await countLow(read), products: await listLow(read, LISTED) },
    lowPayments: (await findLowPayments(shop)) ?? null,
    backupAt: await shop.findLastBackup(),
  };
}

async function sumDay(shop: Shop, day: number): Promise<DaySales> {
  const { days } = await sumDays(shop, { from: beginOfDay(day), until: beginOfDay(day + 1) });
  const sales = days.flatMap((sums) => sums.sales);
  return addUp(sales, [], ["orders", "amount", "coins"])[0] ?? { orders: 0, amount: 0, coins: 0 };
}
