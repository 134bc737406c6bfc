import type { Logger } from "pino";
import { Gauge, type Registry } from "prom-client";

import type { Clock } from "../base/clock.ts";
import type { Shop } from "../shop/shop.ts";
import { type Counts, countShop, NO_STOCK, type Tally } from "./count-shop.ts";

const PERIOD_MS = 1_000;
/** With this number, a thousand brands are counted within two minutes, without a noticeable load on a database. */
const SHOPS_A_PERIOD = 10;
/** The least time between two counts of a shop. */
const FRESH_MS = 15_000;
/** Without a scrape for this long nothing is counted. */
const ASKED_MS = 5 * 60_000;

/** With the times of the last count and of the last try (ms). */
type Counted = Tally & { at: number; triedAt: number };

/** Opens a shop for a look that does not keep it open; undefined for one that is not served. */
type Visit = (tenantId: string, isUse: false) => Promise<{ shop: Shop; leave(): void }> | undefined;

type Options = { registry: Registry; clock: Clock; log: Logger; listBrands(): string[]; visit: Visit };

export type Census = ReturnType<typeof createCensus>;

/**
 * Counts the waiting work of each shop, a few shops a second, while the metrics are read. A scrape returns the last counts and
 * queries no database. A shop has at most 25 lines, five more with suppliers, and four more with
 * channels to phones.
 */
export function createCensus({ registry, clock, log, listBrands, visit }: Options) {
  /** By the tenant's id. */
  let counted = new Map<string, Counted>();
  let askedAt = -Infinity;
  let isCounting = false;
  let timer: NodeJS.Timeout | undefined;

  /** Counts the shops whose turn it is. */
  async function countNext() {
    if (isCounting || clock.now() - askedAt > ASKED_MS) return;
    isCounting = true;
    counted = new Map(
      listBrands().map((id) => [
        id,
        counted.get(id) ?? { at: -Infinity, triedAt: -Infinity, counts: undefined, stock: { ...NO_STOCK } },
      ]),
    );
    const due = [...counted]
      .filter(([, { triedAt }]) => clock.now() - triedAt >= FRESH_MS)
      .sort(([, one], [, other]) => one.triedAt - other.triedAt)
      .slice(0, SHOPS_A_PERIOD);
    for (const [id, entry] of due) {
      entry.triedAt = clock.now();
      await countBrand(id, entry).then(
        () => void (entry.at = clock.now()),
        (error: unknown) => log.warn({ err: error, tenant: id }, "a shop's metrics are old"),
      );
    }
    isCounting = false;
  }

  async function countBrand(id: string, entry: Counted) {
    const visited = await visit(id, false);
    if (visited === undefined) return; // it left meanwhile
    await countShop(visited.shop, entry, clock.now()).finally(visited.leave);
  }

  function ask() {
    askedAt = clock.now();
    timer ??= setInterval(() => void countNext(), PERIOD_MS).unref();
  }

  registerGauges(registry, { ask, now: () => clock.now(), list: () => counted });

  return {
    countNext,
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}

type Line = { labels: Record<string, string>; value: number | null };
type Register = (name: string, help: string, labelNames: string[], read: (counts: Counts) => Line[]) => void;

function registerMessages(register: Register, age: (since: number | null) => number | null) {
  register("awning_messages_due", "Messages to phones that are due, by brand", [], ({ messages }) =>
    messages === undefined ? [] : [{ labels: {}, value: messages.count }],
  );
  register("awning_messages_oldest_seconds", "How long the first of these has waited", [], ({ messages }) =>
    messages === undefined ? [] : [{ labels: {}, value: age(messages.since) }],
  );
  register(
    "awning_messages_unreported",
    "Messages accepted an hour ago, while the provider has reported about none of them",
    ["channel"],
    ({ messages }) =>
      Object.entries(messages?.unreported ?? {}).map(([channel, value]) => ({ labels: { channel }, value })),
  );
}

type Source = { ask(): void; now(): number; list(): Map<string, Counted> };

function registerGauges(registry: Registry, { ask, now, list }: Source) {
  const register: Register = (name, help, labelNames, read) =>
    void new Gauge({
      name,
      help,
      labelNames: ["tenant", ...labelNames],
      registers: [registry],
      collect() {
        ask();
        this.reset();
        for (const [tenant, { counts }] of list())
          for (const { labels, value } of counts ? read(counts) : [])
            if (value !== null) this.set({ tenant, ...labels }, value);
      },
    });
  const age = (since: number | null) => (since === null ? null : Math.max(0, (now() - since) / 1_000));
  const states = ({ orders }: Counts) => Object.entries(orders);

  register("awning_orders", "Orders that are not at their end, by brand and state", ["state"], (counts) =>
    states(counts).map(([state, { count }]) => ({ labels: { state }, value: count })),
  );
  register("awning_orders_oldest_seconds", "How long the first of these has waited", ["state"], (counts) =>
    states(counts).map(([state, { since }]) => ({ labels: { state }, value: age(since) })),
  );
  register("awning_outbox_mails", "Mail that is due, by brand", [], ({ mail }) => [{ labels: {}, value: mail.count }]);
  register("awning_outbox_oldest_seconds", "How long the first of these has waited", [], ({ mail }) => [
    { labels: {}, value: age(mail.since) },
  ]);
  register("awning_disputes_open", "Disputes that wait for an answer, by brand", [], ({ disputes }) => [
    { labels: {}, value: disputes },
  ]);
  register("awning_selling_stopped", "1 while the brand takes no new orders, by brand", [], ({ stopped }) => [
    { labels: {}, value: stopped },
  ]);
  register("awning_payments_low", "1 while fewer payments succeed than usual, by brand", [], ({ paymentsLow }) => [
    { labels: {}, value: paymentsLow },
  ]);
  register("awning_backup_age_seconds", "How long ago the last backup began, by brand", [], ({ backup }) => [
    { labels: {}, value: age(backup) },
  ]);
  register("awning_products_short", "Products on sale without a card, or with fewer than ten", ["level"], (counts) =>
    Object.entries(counts.products ?? {}).map(([level, count]) => ({ labels: { level }, value: count })),
  );
  register("awning_work_due", "Work that is due or tried again, by brand and kind", ["work"], ({ work }) =>
    Object.entries(work).map(([kind, { count }]) => ({ labels: { work: kind }, value: count })),
  );
  register("awning_work_oldest_seconds", "How long the first of it has waited", ["work"], ({ work }) =>
    Object.entries(work).map(([kind, { since }]) => ({ labels: { work: kind }, value: age(since) })),
  );
  registerMessages(register, age);
  register("awning_supply_orders", "Orders with suppliers that have not ended, by brand", ["state"], ({ supply }) =>
    supply === undefined
      ? []
      : (["waiting", "late"] as const).map((state) => ({ labels: { state }, value: supply[state] })),
  );
  register(
    "awning_supply_oldest_seconds",
    "How long the first of those has waited that are waited for",
    [],
    (counts) => (counts.supply === undefined ? [] : [{ labels: {}, value: age(counts.supply.since) }]),
  );
  register(
    "awning_suppliers_weak",
    "Suppliers with a low balance, or one that cannot be read",
    ["state"],
    ({ supply }) =>
      supply === undefined
        ? []
        : (["low", "silent"] as const).map((state) => ({ labels: { state }, value: supply[state] })),
  );
  new Gauge({
    name: "awning_census_oldest_seconds",
    help: "How long ago the shop was counted whose figures are oldest",
    registers: [registry],
    collect() {
      const times = [...list().values()].map(({ at }) => at).filter(Number.isFinite);
      this.reset();
      if (times.length > 0) this.set((now() - Math.min(...times)) / 1_000);
    },
  });
}
