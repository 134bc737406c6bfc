import { ApiError, notFound } from "../../base/error.ts";
import { parse, parseQuery, Text } from "../../http/parse.ts";
import { writePlace } from "../../http/place-in-list.ts";
import { readPage } from "../../orders/order-list.ts";
import { findOrders } from "../../repositories/orders/all-orders.ts";
import { listOrderItems } from "../../repositories/orders/orders.ts";
import { listOrderRefunds } from "../../repositories/refunds/order-refunds.ts";
import { listRefundsOfOrder } from "../../repositories/refunds/payment-refunds.ts";
import { ListQuery } from "../orders/order-filter.ts";
import type { OperatorCall } from "./operator-route.ts";

/** Without a search, because it would find people. */
const OrdersQuery = ListQuery.omit({ q: true });

/** A page of orders, without their shoppers. */
export async function listBrandOrders({ shop, req }: OperatorCall) {
  const { limit, after, sort, ...filter } = parseQuery(OrdersQuery, req);
  const { orders, next } = await readPage(shop, filter, { sort, after, limit });
  return {
    orders: orders.map(({ username: _name, email: _email, ...order }) => order),
    next: next ? writePlace(next) : null,
  };
}

/** One order with its lines and refunds, without people and codes. @throws ApiError 404, 409 for a number of several orders */
export async function showBrandOrder(call: OperatorCall) {
  const { read } = call.shop.db;
  const [order, ...others] = await findOrders(read, parse(Text(64), call.req.params.order));
  if (order === undefined) throw notFound();
  if (others.length > 0) throw new ApiError(409, "Several orders have this number. Ask by the order's id.");
  const { id, order_number, status, review, total, amount, coins, created_at, updated_at } = order;
  return {
    order: { id, order_number, status, review, total, amount, coins, created_at, updated_at },
    lines: (await listOrderItems(read, id)).map(({ name, denomination, quantity, issued, refunded, status }) => ({
      name,
      denomination,
      quantity,
      issued,
      refunded,
      status,
    })),
    refunds: (await listOrderRefunds(read, id)).map(({ number, amount, coins, reason, created_at, sent_at }) => ({
      number,
      amount,
      coins,
      reason,
      created_at,
      sent_at,
    })),
    payment_refunds: (await listRefundsOfOrder(read, id)).map(({ amount, reason, state, created_at }) => ({
      amount,
      reason,
      state,
      created_at,
    })),
  };
}
