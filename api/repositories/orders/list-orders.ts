import { type ExpressionBuilder, sql } from "kysely";

import type { Reader } from "../../db/database.ts";
import type { PlaceInList } from "../../db/place-in-list.ts";
import type { Schema } from "../../db/schema.ts";
import type { OrderStatus } from "../../domain/orders.ts";
import { type Attention, selectNeeding } from "./attention.ts";

export const ORDER_SORTS = ["-created", "created", "-total", "total"] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];

export type OrderFilter = {
  status?: OrderStatus;
  attention?: Attention;
  /** The kind of the gateway of an attempt. */
  gateway?: string;
  /** Placed at or after `since` (ms), and before `until`. */
  since?: number;
  until?: number;
  /** Only these orders, from a search. */
  ids?: readonly string[];
};

/** `skip`: the number of rows to leave out at the beginning. */
type Page = { sort: OrderSort; after?: PlaceInList; limit: number; skip?: number };

/** A page of the orders of all shoppers. Each filter reads an index, for any number of orders. */
export async function listOrders(db: Reader, filter: OrderFilter, { sort, after, limit, skip = 0 }: Page) {
  if (filter.ids?.length === 0) return [];
  const column = sort.endsWith("total") ? "orders.total" : "orders.created_at";
  const direction = sort.startsWith("-") ? "desc" : "asc";
  const isRare = filter.gateway !== undefined && (await isGatewayRare(db, filter.gateway));
  return db
    .selectFrom("orders")
    .innerJoin("users", "users.id", "orders.user_id")
    .select(["orders.id", "order_number", "status", "review", "total", "amount", "orders.coins"])
    .select(["orders.created_at", "orders.short_reference", "users.username", "users.email"])
    .$if(filter.ids !== undefined, (query) => query.where("orders.id", "in", [...filter.ids!]))
    .$if(filter.status !== undefined, (query) => query.where("status", "=", filter.status!))
    .$if(filter.attention !== undefined, (query) =>
      query.where("orders.id", "in", selectNeeding(db, filter.attention!)),
    )
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
    .$if(skip > 0, (query) => query.offset(skip))
    .execute();
}

type Where = ExpressionBuilder<Schema, "orders" | "users">;

/** For a gateway with few attempts, these are read; for any other, the newest orders until a page is full. */
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

/** True if a gateway has so few attempts that all of them can be read. */
export async function isGatewayRare(db: Reader, gateway: string): Promise<boolean> {
  const { count } = await db
    .selectFrom(db.selectFrom("payments").select("order_id").where("gateway", "=", gateway).limit(FEW).as("some"))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count) < FEW;
}
