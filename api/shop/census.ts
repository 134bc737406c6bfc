import type { Logger } from "pino";
import { Gauge, type Registry } from "prom-client";

import { countDifferences } from "../audit/payments-audit.ts";
import type { Clock } from "../clock.ts";
import { leastEnd } from "../domain/stock/shelf-life.ts";
import { countWaitingMail } from "../mail/deliver-outbox.ts";
import {
  countOpenOrders,
  countRefundsDue,
  countReturnsDue,
  countSupplyOrders,
  countWeakSuppliers,
  listStockCounts,
} from "../repositories/audit/census.ts";
import { countDueWork, type DueWork } from "../repositories/audit/work-due.ts";
import { countOpenDisputes } from "../repositories/payments/disputes.ts";
import { findOpenStop } from "../repositories/payments/selling-stops.ts";
import type { Shop } from "../shop.ts";

const PERIOD_MS = 1_000;
/** With this number, a thousand brands are counted within two minutes, without a noticeable load on a database. */
const SHOPS_A_PERIOD = 10;
/** The least time between two counts of a shop. */
const FRESH_MS = 15_000;
/** Without a scrape for this long nothing is counted. */
const ASKED_MS = 5 * 60_000;
/** A product with fewer cards is low. */
const LOW = 10;
/** The number of products in one step; a larger catalogue takes several. */
const PRODUCTS = 1_000;

type State = "pending" | "paid" | "held" | "refund_due";

/** The waiting work of one shop, and the time since which it waits (ms). */
type Counts = {
  orders: Record<State, { count: number; since: number | null }>;
  mail: { count: number; since: number | null };
  /** Disputes that wait for an answer. */
  disputes: number;
  /** 1 while the brand takes no new orders. */
  stopped: 0 | 1;
  products: { sold_out: number; low: number } | undefined;
  work: Record<DueWork | "differences", { count: number; since: number | null }>;
  /** Absent for a brand without suppliers. */
  supply?: { waiting: number; late: number; since: number | null; low: number; silent: number };
};

type Counted = {
  at: number;
  triedAt: number;
  counts: Counts | undefined;
  stock: { after: number; sold_out: number; low: number };
};

/** Opens a shop for a look that does not keep it open; undefined for one that is not served. */
type Visit = (tenantId: string, isUse: false) => Promise<{ shop: Shop; leave(): void }> | undefined;

type Options = { registry: Registry; clock: Clock; log: Logger; listBrands(): string[]; visit: Visit };

export type Census = ReturnType<typeof createCensus>;

/**
 * Counts the waiting work of each shop, a few shops a second, while the metrics are read. A scrape returns the last counts and
 * queries no database. A shop has at most 23 lines, and five more with suppliers.
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
    if (visited === undefined) return; // it has left since
    await count(visited.shop, entry).finally(visited.leave);
  }

  async function count({ tenant, db, suppliers, payments }: Shop, entry: Counted) {
    const now = clock.now();
    const [orders, refunds, mail] = [
      await countOpenOrders(db.read, { now }),
      [...(await countRefundsDue(db.read, {})), ...(await countReturnsDue(db.read, {}))],
      await countWaitingMail(db.read, now),
    ];
    const ofState = (isIn: (row: (typeof orders)[number]) => boolean, at: "placedAt" | "changedAt") => {
      const rows = orders.filter(isIn);
      return { count: sum(rows.map((row) => row.count)), since: earliest(rows.map((row) => row[at])) };
    };
    const isPaid = (row: (typeof orders)[number]) => !isPending(row) && row.review !== "held";
    const isPending = ({ status }: { status: string }) => status === "pending";
    const products = await countProducts();
    entry.counts = {
      orders: {
        pending: ofState(isPending, "placedAt"),
        paid: {
          ...ofState(isPaid, "changedAt"),
          // A slow supplier is not a fault until its time is over.
          since: ofState((row) => isPaid(row) && !row.is_at_supplier, "changedAt").since,
        },
        held: ofState((row) => !isPending(row) && row.review === "held", "changedAt"),
        refund_due: {
          count: sum(refunds.map((row) => row.count)),
          since: earliest(refunds.flatMap((row) => row.since ?? [])),
        },
      },
      mail,
      disputes: (await countOpenDisputes(db.read)).count,
      stopped: (await findOpenStop(db.read)) === undefined ? 0 : 1,
      products: products ?? entry.counts?.products,
      work: await countWork(),
      ...(suppliers.size > 0 && { supply: await countSupply() }),
    };

    async function countWork() {
      const rows = await countDueWork(db.read, { now });
      const books = { db: db.read, gateway: payments.kind, now };
      // The time at which a difference first appeared is not stored.
      const differences = { count: await countDifferences(books), since: null };
      return { ...Object.fromEntries(rows.map(({ work, ...due }) => [work, due])), differences } as Counts["work"];
    }

    async function countSupply() {
      const [open, [weak]] = [await countSupplyOrders(db.read, {}), await countWeakSuppliers(db.read, {})];
      const [late, awaited] = [
        open.filter(({ state }) => state === "late"),
        open.filter(({ state }) => state !== "late"),
      ];
      return {
        waiting: sum(awaited.map((row) => row.count)),
        late: sum(late.map((row) => row.count)),
        since: earliest(awaited.map((row) => row.since)),
        ...weak!,
      };
    }

    /** Undefined until all products have been looked at. */
    async function countProducts() {
      const { stock } = entry;
      const rows = await listStockCounts(db.read, {
        after: stock.after,
        limit: PRODUCTS,
        atMost: LOW,
        now,
        leastEnd: leastEnd(tenant, now),
      });
      const short = rows.filter((row) => !row.is_offered);
      stock.sold_out += short.filter((row) => row.stock === 0).length;
      stock.low += short.filter((row) => row.stock > 0 && row.stock < LOW).length;
      stock.after = rows.at(-1)?.id ?? stock.after;
      if (rows.length === PRODUCTS) return undefined;
      entry.stock = { ...NO_STOCK };
      return { sold_out: stock.sold_out, low: stock.low };
    }
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

const NO_STOCK = { after: 0, sold_out: 0, low: 0 };
const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);
const earliest = (times: number[]) => (times.length === 0 ? null : Math.min(...times));

type Source = { ask(): void; now(): number; list(): Map<string, Counted> };

function registerGauges(registry: Registry, { ask, now, list }: Source) {
  type Line = { labels: Record<string, string>; value: number | null };
  function register(name: string, help: string, labelNames: string[], read: (counts: Counts) => Line[]) {
    new Gauge({
      ...{ name, help, labelNames: ["tenant", ...labelNames] },
      registers: [registry],
      collect() {
        ask();
        this.reset();
        for (const [tenant, { counts }] of list())
          for (const { labels, value } of counts ? read(counts) : [])
            if (value !== null) this.set({ tenant, ...labels }, value);
      },
    });
  }
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
  register("awning_products_short", "Products on sale without a card, or with fewer than ten", ["level"], (counts) =>
    Object.entries(counts.products ?? {}).map(([level, count]) => ({ labels: { level }, value: count })),
  );
  register("awning_work_due", "Work that is due or tried again, by brand and kind", ["work"], ({ work }) =>
    Object.entries(work).map(([kind, { count }]) => ({ labels: { work: kind }, value: count })),
  );
  register("awning_work_oldest_seconds", "How long the first of it has waited", ["work"], ({ work }) =>
    Object.entries(work).map(([kind, { since }]) => ({ labels: { work: kind }, value: age(since) })),
  );
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
