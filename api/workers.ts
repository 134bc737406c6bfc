import { sendStockNotices } from "./catalogue/send-stock-notices.ts";
import { expireLapsedCoins, warnOfLapsingCoins } from "./coins/expire-coins.ts";
import { deliverOutbox } from "./mail/deliver-outbox.ts";
import { expireOrders, reconcilePayments, resumeFulfilment } from "./orders/reconcile.ts";
import type { Shop } from "./shop.ts";

const PAUSE_MS = 1_000;

export type Worker = {
  start(): void;
  /** Stops after the round that is under way. */
  stop(): Promise<void>;
  /** One round, for tests and the seed; what they do depends on the shop's clock only. */
  runOnce(): Promise<void>;
};

/**
 * What a shop does between requests: the sandbox's notifications, polling, expiry, unfinished orders, mail. Several
 * processes may run one each: every step does nothing the second time.
 */
export function createWorker(shop: Shop): Worker {
  const steps: [string, () => Promise<void>][] = [
    ["notifications", async () => shop.payments.deliverDue?.()],
    ["payments", () => reconcilePayments(shop)],
    ["expiry", () => expireOrders(shop)],
    ["fulfilment", () => resumeFulfilment(shop)],
    ["lapsed coins", () => expireLapsedCoins(shop)],
    ["lapsing coins", () => warnOfLapsingCoins(shop)],
    ["stock notices", () => sendStockNotices(shop)],
    ["mail", () => deliverOutbox(shop)],
  ];

  async function runOnce() {
    for (const [step, run] of steps) {
      // A step that fails must not keep the others from running; it is tried again in the next round.
      await run().catch((error: unknown) => shop.log.error({ err: error, step }, "worker step failed"));
    }
  }

  let isRunning = false;
  let round = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const tick = () => {
    round = runOnce().then(() => {
      if (isRunning) timer = setTimeout(tick, PAUSE_MS);
    });
  };
  return {
    runOnce,
    start() {
      if (isRunning) return;
      isRunning = true;
      timer = setTimeout(tick, PAUSE_MS);
    },
    async stop() {
      isRunning = false;
      clearTimeout(timer);
      await round;
    },
  };
}
