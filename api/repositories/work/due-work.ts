import { type Expression, type ExpressionBuilder, sql } from "kysely";

import type { Tenant } from "../../../config/brand/schema.ts";
import { compileQuery, type Param } from "../../db/compiled-query.ts";
import type { Reader } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";
import { EXPIRY_NOTICE_MS } from "../../domain/coins.ts";
import { EARLY_RECEIPT_MS, MESSAGE_MS } from "../../domain/messages/message-age.ts";
import { UNFULFILLED } from "../../domain/orders.ts";
import { EVENT_MS } from "../../domain/outgoing/events.ts";
import { leastMs } from "../../domain/stock/shelf-life.ts";
import { remindAt, REMINDER_DAYS } from "../../domain/wallet.ts";
import { WEBHOOK_MS } from "../../domain/webhooks.ts";
import { selectNextDelivery } from "../outgoing/deliveries.ts";
import { selectRestocked } from "../stock/stock-notices.ts";
import { selectStockDue } from "../stock/watch.ts";
import { isOrderAwaiting } from "../suppliers/supply-orders.ts";
import { selectNextMorning } from "./mornings.ts";

/** Work without a time is due at once, as long as it exists. */
const AT_ONCE = sql.lit<number>(0);

/**
 * The next due time (ms) of each kind of background work, as far as it is stored; null for never. The time for which a card must
 * be valid to be sold depends on the brand.
 */
export async function readDueWork(db: Reader, tenant: Pick<Tenant, "stock">, now: number) {
  const least = leastMs(tenant);
  const [row] = await selectDueWork(db, { now, least, leastEnd: now + least });
  const {
    outdatedMail,
    oldWebhooks,
    oldEvents,
    agedMessages,
    earlyReceipts,
    stockSold,
    stockExpired,
    stockLowered,
    oldJobs,
    firstReminded,
    secondReminded,
    searchGaps,
    ...due
  } = row!;
  return {
    ...due,
    mail: earliest(due.mail, outdatedMail),
    // Gifts to phones wait among the mails.
    gifts: due.mail,
    webhooks: earliest(due.webhooks, oldWebhooks),
    events: earliest(due.events, oldEvents),
    "old messages": earliest(agedMessages, earlyReceipts),
    stock: earliest(due.stock, stockSold, stockExpired, stockLowered),
    "card reminders": earliest(remindedAt(firstReminded, 0), remindedAt(secondReminded, 1)),
    jobs: earliest(due.jobs, oldJobs),
    search: earliest(due.search, searchGaps),
  };
}

/** `end`: that of the first card that awaits this reminder. */
const remindedAt = (end: number | null, index: 0 | 1) => (end === null ? null : remindAt(end, REMINDER_DAYS[index]));

function earliest(...times: (number | null)[]) {
  const known = times.filter((at) => at !== null);
  return known.length === 0 ? null : Math.min(...known);
}

type Moments = { now: number; least: number; leastEnd: number };

const selectDueWork = compileQuery((db, param: Param<Moments>) =>
  db.selectNoFrom((query) => [
    ...selectPaymentsDue(query),
    ...selectDeliveryDue(query),
    ...selectCoinsDue(query, param("now")),
    ...selectRemindersDue(query, param("now")),
    ...selectStockDue(query, { least: param("least"), leastEnd: param("leastEnd") }),
    selectRestocked(db, { now: param("now"), leastEnd: param("leastEnd") })
      .select(AT_ONCE.as("at"))
      .limit(1)
      .as("stock notices"),
    query
      .selectFrom("vouchers")
      .where("reservation_check_at", "is not", null)
      .select(({ fn }) => fn.min<number | null>("reservation_check_at").as("at"))
      .as("reservations"),
    ...selectMissing(query),
    ...selectMessagesDue(query),
    selectNextMorning(query).as("morning mail"),
    ...selectJobsDue(query),
  ]),
);

type Query = ExpressionBuilder<Schema, never>;

const selectPaymentsDue = (query: Query) =>
  [
    query
      .selectFrom("sandbox_deliveries")
      .where("done_at", "is", null)
      .select(({ fn }) => fn.min<number | null>("next_try_at").as("at"))
      .as("notifications"),
    query
      .selectFrom("payments")
      .select(({ fn }) => fn.min<number | null>("next_poll_at").as("at"))
      .as("payments"),
    query
      .selectFrom("webhooks")
      .select(({ fn }) => fn.min<number | null>("next_try_at").as("at"))
      .as("webhooks"),
    query
      .selectFrom("webhooks")
      .select(sql<number | null>`min(received_at) + ${sql.lit(WEBHOOK_MS)}`.as("at"))
      .as("oldWebhooks"),
    query
      .selectFrom("comparisons")
      .select(({ fn }) => fn.min<number | null>("next_at").as("at"))
      .as("comparison"),
    query
      .selectFrom("payment_refunds")
      .select(({ fn }) => fn.min<number | null>("next_try_at").as("at"))
      .as("refunds"),
  ] as const;

const selectDeliveryDue = (query: Query) =>
  [
    query
      .selectFrom("orders")
      .where("status", "in", UNFULFILLED)
      .where((where) => where.or([where("review", "is", null), where("review", "<>", "held")]))
      .where((where) => where.not(isOrderAwaiting(where)))
      .select(AT_ONCE.as("at"))
      .limit(1)
      .as("fulfilment"),
    query
      .selectFrom("supply_orders")
      .where("next_try_at", "is not", null)
      .select(({ fn }) => fn.min<number | null>("next_try_at").as("at"))
      .as("supply"),
    query
      .selectFrom("supplier_states")
      .select(({ fn }) => fn.min<number | null>("next_check_at").as("at"))
      .as("balances"),
  ] as const;

const selectCoinsDue = (query: Query, now: Expression<number>) =>
  [
    selectLots(query)
      .select(({ fn }) => fn.min<number | null>("expires_at").as("at"))
      .as("lapsed coins"),
    selectLots(query)
      .where("expires_at", ">", now)
      .where("warned_at", "is", null)
      .select(sql<number | null>`min(expires_at) - ${sql.lit(EXPIRY_NOTICE_MS)}`.as("at"))
      .as("lapsing coins"),
  ] as const;

/** The end of the first card that awaits its first or second reminder (domain/wallet.ts). */
const selectRemindersDue = (query: Query, now: Expression<number>) => {
  const selectEnd = (done: number) =>
    query
      .selectFrom("vouchers")
      .where("order_item_id", "is not", null)
      .where("reminders_done", "=", sql.lit(done))
      .where("expires_at", ">", now)
      .select(({ fn }) => fn.min<number | null>("expires_at").as("end"));
  return [selectEnd(0).as("firstReminded"), selectEnd(1).as("secondReminded")] as const;
};

/** Fields that former versions did not store, and texts of searches, are written at once. */
const selectMissing = (query: Query) =>
  [
    query.selectFrom("vouchers").where("ending", "is", null).select(AT_ONCE.as("at")).limit(1).as("card endings"),
    query.selectFrom("vouchers").where("identity", "is", null).select(AT_ONCE.as("at")).limit(1).as("card identities"),
    query
      .selectFrom("orders")
      .where("short_reference", "is", null)
      .select(AT_ONCE.as("at"))
      .limit(1)
      .as("short references"),
    query.selectFrom("search_notes").where("id", ">", sql.lit(0)).select(AT_ONCE.as("at")).limit(1).as("search"),
    query
      .selectFrom("search_gaps")
      .where("kind", "in", [sql.lit("order" as const), sql.lit("shopper" as const)])
      .select(AT_ONCE.as("at"))
      .limit(1)
      .as("searchGaps"),
  ] as const;

const selectMessagesDue = (query: Query) =>
  [
    query
      .selectFrom("outbox")
      .where("delivered_at", "is", null)
      .select(({ fn }) => fn.min<number | null>("next_try_at").as("at"))
      .as("mail"),
    query
      .selectFrom("outbox")
      .select(({ fn }) => fn.min<number | null>("expires_at").as("at"))
      .as("outdatedMail"),
    query
      .selectFrom("messages")
      .select(({ fn }) => fn.min<number | null>("next_try_at").as("at"))
      .as("messages"),
    query
      .selectFrom("messages")
      .select(sql<number | null>`min(created_at) + ${sql.lit(MESSAGE_MS)}`.as("at"))
      .as("agedMessages"),
    query
      .selectFrom("early_receipts")
      .select(sql<number | null>`min(received_at) + ${sql.lit(EARLY_RECEIPT_MS)}`.as("at"))
      .as("earlyReceipts"),
    selectNextDelivery(query).as("events"),
    query
      .selectFrom("events")
      .select(sql<number | null>`min(created_at) + ${sql.lit(EVENT_MS)}`.as("at"))
      .as("oldEvents"),
  ] as const;

const selectJobsDue = (query: Query) =>
  [
    query
      .selectFrom("jobs")
      // Literals, for the same reason as below.
      .where("state", "in", [sql.lit("queued" as const), sql.lit("running" as const)])
      .select(({ fn }) => fn.min<number | null>("claimed_until").as("at"))
      .as("jobs"),
    query
      .selectFrom("jobs")
      .where("clean_at", "is not", null)
      .select(({ fn }) => fn.min<number | null>("clean_at").as("at"))
      .as("oldJobs"),
  ] as const;

/** A literal, not a value: only then does either database use the index of lots that are not empty. */
const selectLots = (query: Query) => query.selectFrom("coin_lots").where("remaining", ">", sql.lit(0));
