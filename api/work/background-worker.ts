import { inTrace } from "../../config/process/tracing.ts";
import { noteCardEndings } from "../catalogue/note-card-endings.ts";
import { noteCardIdentities } from "../catalogue/note-card-identities.ts";
import { readBalances } from "../catalogue/read-balances.ts";
import { sendStockNotices } from "../catalogue/send-stock-notices.ts";
import { watchStock } from "../catalogue/watch-stock.ts";
import { expireLapsedCoins, warnOfLapsingCoins } from "../coins/expire-coins.ts";
import { within } from "../concurrency/within.ts";
import { runJobs } from "../jobs/run-jobs.ts";
import { deliverOutbox } from "../mail/deliver-outbox.ts";
import { deleteAgedMessages } from "../messages/delete-aged-messages.ts";
import { deliverMessages } from "../messages/deliver-messages.ts";
import { handOverGifts } from "../messages/hand-over-gifts.ts";
import { sendMorningMail } from "../morning/send-morning-mail.ts";
import { askSuppliers } from "../orders/ask-suppliers.ts";
import { giveReferences } from "../orders/give-references.ts";
import { releaseLeftBehind } from "../orders/reserve-stock.ts";
import { deliverEvents } from "../outgoing/deliver-events.ts";
import { compareBooks } from "../payments/compare-books.ts";
import { processWebhooks } from "../payments/receive-webhook.ts";
import { reconcilePayments, resumeFulfilment } from "../payments/reconcile.ts";
import { sendRefunds } from "../refunds/send-refunds.ts";
import { readDueWork } from "../repositories/work/due-work.ts";
import { keepSearch } from "../search/keep-search.ts";
import type { Shop } from "../shop/shop.ts";
import { remindOfExpiry } from "../wallet/remind-of-expiry.ts";
import { createWorkLoop, type Work, type WorkLoop } from "./work-loop.ts";

export const DEADLINE_MS = 30_000;
/** Work may run on for this time when its shop stops. Then it is abandoned, and the next start resumes it. */
const STOP_MS = 3_000;

export type BackgroundWorker = {
  /** The time at which work may be due next, in ms of the clock. A change of data sets it to 0. */
  dueAt: number;
  /** Starts the work that is due, and sets `dueAt`. Resolves when all of it has started. */
  beginDue(): Promise<void>;
  /** Starts nothing more. Resolves when the current work has ended, or after three seconds. */
  stop(): Promise<void>;
  /** Runs every kind of work once, for tests and the seed. */
  runOnce(): Promise<void>;
  /** The state of each kind of work, for the metrics. */
  look(): ReturnType<WorkLoop["look"]>[];
};

/**
 * The work of a shop between requests, each kind in a separate loop, so that none waits for another. Several processes may run
 * one each: work with an effect outside the database is claimed first, for longer than it may take, and all other work is
 * idempotent.
 */
export function createBackgroundWorker(shop: Shop): BackgroundWorker {
  const works: Record<keyof Awaited<ReturnType<typeof readDueWork>>, Work["run"]> = {
    // Notifications of the sandbox, which may be older than the brand's gateway.
    notifications: async (signal) => (shop.sandbox ?? shop.payments).deliverDue?.(signal),
    webhooks: (signal) => processWebhooks(shop, signal),
    payments: (signal) => reconcilePayments(shop, signal),
    comparison: (signal) => compareBooks(shop, signal),
    refunds: (signal) => sendRefunds(shop, signal),
    fulfilment: (signal) => resumeFulfilment(shop, signal),
    supply: (signal) => askSuppliers(shop, signal),
    balances: (signal) => readBalances(shop, signal),
    "lapsed coins": (signal) => expireLapsedCoins(shop, signal),
    "lapsing coins": (signal) => warnOfLapsingCoins(shop, signal),
    "card reminders": (signal) => remindOfExpiry(shop, signal),
    stock: (signal) => watchStock(shop, signal),
    "stock notices": (signal) => sendStockNotices(shop, signal),
    reservations: (signal) => releaseLeftBehind(shop, signal),
    "card endings": (signal) => noteCardEndings(shop, signal),
    "card identities": (signal) => noteCardIdentities(shop, signal),
    "short references": (signal) => giveReferences(shop, signal),
    search: () => keepSearch(shop),
    mail: (signal) => deliverOutbox(shop, signal),
    gifts: (signal) => handOverGifts(shop, signal),
    messages: (signal) => deliverMessages(shop, signal),
    "old messages": (signal) => deleteAgedMessages(shop, signal),
    "morning mail": () => sendMorningMail(shop),
    events: (signal) => deliverEvents(shop, signal),
    jobs: (signal) => runJobs(shop, signal),
  };
  const fail = (work: string, error: unknown) => shop.log.error({ err: error, work }, "work in the background failed");
  const createLoop = (name: string, run: Work["run"]) =>
    createWorkLoop(
      { name, run, deadlineMs: DEADLINE_MS },
      {
        onError: (error) => fail(name, error),
        onLate: () => shop.log.error({ work: name }, `work in the background takes longer than ${DEADLINE_MS} ms`),
      },
    );
  const trace = (name: string, run: Work["run"]): Work["run"] => {
    const start = { name: `work ${name}`, attributes: { "awning.tenant": shop.tenant.id } };
    return (signal) => inTrace(shop.tracing, start, () => run(signal));
  };
  const loops = new Map(Object.entries(works).map(([name, run]) => [name, createLoop(name, trace(name, run))]));
  const finding = createLoop("finding due work", async () => {
    const before = worker.dueAt;
    worker.dueAt = Infinity; // a change from now on sets it to 0, and is not lost
    try {
      const now = shop.clock.now();
      for (const [name, at] of Object.entries(await readDueWork(shop.db.read, shop.tenant, now))) {
        if (at === null) continue;
        worker.dueAt = Math.min(worker.dueAt, at);
        if (at <= now) void loops.get(name)!.wake();
      }
    } catch (error) {
      worker.dueAt = Math.min(worker.dueAt, before);
      // The lookup failed, so each kind of work looks for itself.
      for (const loop of loops.values()) void loop.wake();
      throw error;
    }
  });
  const all = [finding, ...loops.values()];

  const worker: BackgroundWorker = {
    dueAt: 0,
    beginDue: () => finding.wake(),
    async runOnce() {
      const { signal } = new AbortController();
      for (const [name, run] of Object.entries(works)) await run(signal).catch((error: unknown) => fail(name, error));
    },
    async stop() {
      const ended = Promise.all(all.map((loop) => loop.stop()));
      await within(STOP_MS, "work in the background", ended).catch((error: unknown) =>
        shop.log.warn({ err: error }, "given up; the next start takes it up"),
      );
    },
    look: () => all.map((loop) => loop.look()),
  };
  return worker;
}
