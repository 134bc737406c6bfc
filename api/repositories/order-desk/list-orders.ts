import { type ExpressionBuilder, sql } from "kysely";

import type { Reader } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";
import { type OrderStatus, UNFULFILLED } from "../../domain/orders.ts";

/** Why somebody should look at an order. */
export const ATTENTION = ["held", "undelivered", "paid_late", "refund", "partly", "supplier"] as const;
type Attention = (typeof ATTENTION)[number];

export const ORDER_SORTS = ["-created", "created", "-total", "total"] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];

export type OrderFilter = {
  status?: OrderStatus;
  attention?: Attention;
  /** The kind of a gateway that an attempt went to. */
  gateway?: string;
  /** Placed at or after (ms), and before. */
  since?: number;
  until?: number;
  /** Only these: what a search has found. */
  ids?: readonly string[];
};

/** The last order of a page: where the next one begins. */
type Place = { value: number; id: string };

type Page = { sort: OrderSort; after?: Place; limit: number };

/** Orders of all shoppers, a page of them. Each filter reads an index, whatever the number of orders. */
export async function listOrders(db: Reader, filter: OrderFilter, { sort, after, limit }: Page) {
  if (filter.ids?.length === 0) return [];
  const column = sort.endsWith("total") ? "orders.total" : "orders.created_at";
  const direction = sort.startsWith("-") ? "desc" : "asc";
  const isRare = filter.gateway !== undefined && (await isGatewayRare(db, filter.gateway));
  return db
    .selectFrom("orders")
    .innerJoin("users", "users.id", "orders.user_id")
    .select(["orders.id", "order_number", "status", "review", "total", "amount", "orders.coins"])
    .select(["orders.created_at", "users.username", "users.email"])
    .$if(filter.ids !== undefined, (query) => query.where("orders.id", "in", [...filter.ids!]))
    .$if(filter.status !== undefined, (query) => query.where("status", "=", filter.status!))
    .$if(filter.attention !== undefined, (query) => query.where((where) => needs(where, filter.attention!)))
    .$if(filter.gateway !== undefined, (query) => query.where((where) => usesGateway(where, filter.gateway!, isRare)))
    .$if(filter.since !== undefined, (query) => query.where("orders.created_at", ">=", filter.since!))
    .$if(filter.until !== undefined, (query) => query.where("orders.created_at", "<", filter.until!))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple(column, "orders.id"), direction === "desc" ? "<" : ">", tuple(after!.value, after!.id)),
      ),
    )
    .orderBy(column, direction)
    .orderBy("orders.id", direction)
    .limit(limit)
    .execute();
}

type Where = ExpressionBuilder<Schema, "orders" | "users">;

/** Each reads a list of open cases, which is short beside all orders. */
function needs({ eb, and, or, selectFrom }: Where, attention: Attention) {
  const isIn = (ids: Parameters<typeof eb<"orders.id", "in", any>>[2]) => eb("orders.id", "in", ids);
  switch (attention) {
    case "held":
      return and([eb("review", "=", "held"), eb("status", "in", ["paid", "paid_late"])]);
    case "undelivered":
      return and([eb("status", "in", UNFULFILLED), or([eb("review", "is", null), eb("review", "<>", "held")])]);
    case "paid_late":
      return eb("status", "=", "paid_late");
    case "partly":
      return and([
        eb("status", "=", "completed"),
        isIn(selectFrom("order_items").select("order_id").where("status", "=", "refund_due")),
      ]);
    case "supplier":
      return isIn(
        selectFrom("supply_orders")
          .innerJoin("order_items", "order_items.id", "supply_orders.order_item_id")
          .select("order_items.order_id")
          .where("supply_orders.state", "in", ["ready", "asked"]),
      );
    case "refund":
      return or([
        isIn(selectFrom("refunds").select("order_id").where("sent_at", "is", null).where("amount", ">", 0)),
        isIn(
          selectFrom("payment_refunds")
            .select("order_id")
            .where("state", "in", ["due", "failed"])
            .where("reason", "<>", "order")
            .where(({ not, exists, selectFrom: select }) =>
              not(
                exists(
                  select("payment_refunds as later")
                    .select("later.id")
                    .whereRef("later.order_id", "=", "payment_refunds.order_id")
                    .whereRef("later.gateway_payment_id", "=", "payment_refunds.gateway_payment_id")
                    .whereRef("later.created_at", ">", "payment_refunds.created_at"),
                ),
              ),
            ),
        ),
      ]);
  }
}

/** Of a gateway with few attempts we read these; of another one, the newest orders until a page is full. */
const usesGateway = ({ eb, exists, selectFrom }: Where, gateway: string, isRare: boolean) =>
  isRare
    ? eb("orders.id", "in", selectFrom("payments").select("order_id").where("gateway", "=", gateway))
    : exists(
        selectFrom("payments")
          .select(sql.lit(1).as("one"))
          .whereRef("payments.order_id", "=", "orders.id")
          .where("gateway", "=", gateway),
      );

const FEW = 10_000;

async function isGatewayRare(db: Reader, gateway: string): Promise<boolean> {
  const { count } = await db
    .selectFrom(db.selectFrom("payments").select("order_id").where("gateway", "=", gateway).limit(FEW).as("some"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count) < FEW;
}
