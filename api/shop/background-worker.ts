import { sendStockNotices } from "../catalogue/send-stock-notices.ts";
import { expireLapsedCoins, warnOfLapsingCoins } from "../coins/expire-coins.ts";
import { deliverOutbox } from "../mail/deliver-outbox.ts";
import { expireOrders, reconcilePayments, resumeFulfilment } from "../payments/reconcile.ts";
import type { Shop } from "../shop.ts";
import { within } from "../within.ts";
import { createWorkLoop, type Work, type WorkLoop } from "./work-loop.ts";

const PAUSE_MS = 1_000;
const DEADLINE_MS = 30_000;
/** What is under way when a shop stops may take so long to end; then it is given up, and taken up after the next start. */
const STOP_MS = 3_000;

export type BackgroundWorker = {
  start(): void;
  /** Resolves when what is under way has ended, or after three seconds. */
  stop(): Promise<void>;
  /** One round of everything, for tests and the seed; what it does depends on the shop's clock only. */
  runOnce(): Promise<void>;
  /** How each kind of work is doing. */
  look(): ReturnType<WorkLoop["look"]>[];
};

/**
 * What a shop does between requests, each kind in a loop of its own, so that none waits for another. Several processes
 * may run one each: everything does nothing the second time.
 */
export function createBackgroundWorker(shop: Shop): BackgroundWorker {
  const works: Work[] = (
    [
      ["notifications", async (signal) => shop.payments.deliverDue?.(signal)],
      ["payments", (signal) => reconcilePayments(shop, signal)],
      ["expiry", (signal) => expireOrders(shop, signal)],
      ["fulfilment", (signal) => resumeFulfilment(shop, signal)],
      ["lapsed coins", (signal) => expireLapsedCoins(shop, signal)],
      ["lapsing coins", (signal) => warnOfLapsingCoins(shop, signal)],
      ["stock notices", (signal) => sendStockNotices(shop, signal)],
      ["mail", (signal) => deliverOutbox(shop, signal)],
    ] satisfies [string, Work["run"]][]
  ).map(([name, run]) => ({ name, run, pauseMs: PAUSE_MS, deadlineMs: DEADLINE_MS }));

  const fail = (work: string, error: unknown) => shop.log.error({ err: error, work }, "work in the background failed");
  const loops = works.map((work) =>
    createWorkLoop(work, {
      onError: (error) => fail(work.name, error),
      onLate: () => shop.log.error({ work: work.name }, `work in the background takes longer than ${DEADLINE_MS} ms`),
    }),
  );

  return {
    async runOnce() {
      const { signal } = new AbortController();
      for (const { name, run } of works) await run(signal).catch((error: unknown) => fail(name, error));
    },
    start: () => loops.forEach((loop) => loop.start()),
    async stop() {
      const ended = Promise.all(loops.map((loop) => loop.stop()));
      await within(STOP_MS, "work in the background", ended).catch((error: unknown) =>
        shop.log.warn({ err: error }, "given up; the next start takes it up"),
      );
    },
    look: () => loops.map((loop) => loop.look()),
  };
}
