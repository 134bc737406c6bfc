import { type Call, ok, type Route } from "../wire/vendor.ts";
import type { Account } from "./account.ts";
import type { Order } from "./books.ts";
import { collection, orderEntity, paymentEntity } from "./entities.ts";
import { page, PAGING, warnOfOthers } from "./paging.ts";
import { read, refuse, UNKNOWN_ID } from "./refusals.ts";
import { NewOrder, toNotes } from "./schemas.ts";

/** Orders (https://razorpay.com/docs/api/orders/). */
export function addOrdersApi(route: Route, { books }: Account): void {
  route("POST", "/orders", "create order", (call) => {
    const { amount, currency, receipt = null, notes, unique_receipt: isUnique } = read(call, NewOrder);
    const known = isUnique ? books.orders.find((order) => order.receipt === receipt) : undefined;
    return ok(
      orderEntity(books, known ?? books.addOrder({ amount, currency, receipt, notes: toNotes(notes), linkId: null })),
    );
  });

  route("GET", "/orders", "list orders", (call) => {
    const { receipt } = call.query;
    warnOfOthers(call, ["receipt", ...PAGING]);
    const found = books.orders.filter((order) => receipt === undefined || order.receipt === receipt);
    return ok(collection(page(found, call).map((order) => orderEntity(books, order))));
  });

  const findOrder = ({ params }: Call): Order => {
    const order = books.orders.find(({ id }) => id === params.id);
    if (!order) throw refuse(UNKNOWN_ID);
    return order;
  };
  route("GET", "/orders/:id", "status order", (call) => ok(orderEntity(books, findOrder(call))));
  route("GET", "/orders/:id/payments", "status order payments", (call) => {
    const payments = books.paymentsOf(findOrder(call)).reverse();
    return ok(collection(payments.map((payment) => paymentEntity(books, payment))));
  });
}
