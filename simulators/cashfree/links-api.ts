import { randomDigits, randomLetters } from "../wire/ids.ts";
import { addPaymentList, addPaymentPage, type Disputes, playDispute, redirect } from "../wire/payment-page.ts";
import { type Call, ok, type Route, type Vendor } from "../wire/vendor.ts";
import type { Account } from "./account.ts";
import type { Actions } from "./actions.ts";
import type { Link, Order } from "./books.ts";
import { linkEntity, orderEntity } from "./entities.ts";
import { paise, readExpiry } from "./orders-api.ts";
import { read, refuse } from "./refusals.ts";
import { NewLink } from "./schemas.ts";

/** Payment links (https://www.cashfree.com/docs/api-reference/payments/latest/payment-links/create). */
export function addLinksApi(route: Route, account: Account, actions: Actions): void {
  const { books, now } = account;

  route("POST", "/links", "create link", (call) => {
    const body = read(call, NewLink);
    if (books.links.some(({ linkId }) => linkId === body.link_id))
      throw refuse(409, "link_already_exists", "link with same id is already present");
    const link: Link = {
      linkId: body.link_id,
      cfLinkId: randomDigits(7),
      code: randomLetters(12),
      amount: paise(body.link_amount),
      currency: body.link_currency,
      purpose: body.link_purpose,
      customer: body.customer_details,
      isPartial: body.link_partial_payments ?? false,
      meta: body.link_meta ?? {},
      notes: body.link_notes ?? {},
      createdAt: now(),
      expiresAt: readExpiry(account, body.link_expiry_time, "link_expiry_time"),
      isCancelled: false,
    };
    books.links.push(link);
    return ok(linkEntity(books, link, call.origin));
  });

  const findLink = ({ params }: Call): Link => {
    const link = books.links.find(({ linkId }) => linkId === params.id);
    if (!link) throw refuse(404, "link_not_found", "Payment Link does not exist");
    return link;
  };
  route("GET", "/links/:id", "status link", (call) => ok(linkEntity(books, findLink(call), call.origin)));
  route("GET", "/links/:id/orders", "status link orders", (call) =>
    ok(books.ordersOf(findLink(call)).map((order) => orderEntity(books, order))),
  );
  route("POST", "/links/:id/cancel", "end link", (call) => {
    const link = findLink(call);
    const status = books.linkStatus(link);
    if (status !== "ACTIVE")
      throw refuse(400, "link_cancellation_failed", `link is ${status.toLowerCase()} and cannot be cancelled`);
    actions.cancelLink(link);
    return ok(linkEntity(books, link, call.origin));
  });
}

/** The page behind `link_url`, and the page of an order, which the vendor's script opens by the session. */
export function addPages(vendor: Vendor, account: Account, actions: Actions, disputes: Disputes): void {
  const { books } = account;
  const findLink = ({ params }: Call) => books.links.find(({ code }) => code === params.id);
  addPaymentPage(vendor, "/links/:id", {
    find(call) {
      const link = findLink(call);
      if (!link) return undefined;
      const { linkId: reference, amount, isPartial: canPayPart } = link;
      const state = PAGE_STATES[books.linkStatus(link)];
      return {
        vendor: "Cashfree",
        payee: account.payee,
        reference,
        amount,
        paid: books.linkPaid(link),
        canPayPart,
        state,
      };
    },
    pay: (call, options) => void actions.pay(findLink(call)!.linkId, options),
    decline: (call) => void actions.decline(findLink(call)!.linkId),
    expire: (call) => actions.expire(findLink(call)!.linkId),
    dispute: (call, act) => playDispute(disputes, findLink(call)!.linkId, act),
    leave(call) {
      const { linkId, meta } = findLink(call)!;
      return meta.return_url === undefined ? undefined : redirect(meta.return_url.replaceAll("{link_id}", linkId));
    },
  });

  const findOrder = ({ params }: Call): Order | undefined =>
    books.orders.find(({ sessionId }) => sessionId === params.id);
  addPaymentPage(vendor, "/checkout/:id", {
    find(call) {
      const order = findOrder(call);
      if (!order) return undefined;
      const { orderId: reference, amount } = order;
      const paid = books.successes(order).reduce((sum, payment) => sum + payment.amount, 0);
      const state = PAGE_STATES[books.status(order)];
      return { vendor: "Cashfree", payee: account.payee, reference, amount, paid, canPayPart: false, state };
    },
    pay: (call, options) => void actions.pay(findOrder(call)!.orderId, options),
    decline: (call) => void actions.decline(findOrder(call)!.orderId),
    expire: (call) => actions.expire(findOrder(call)!.orderId),
    dispute: (call, act) => playDispute(disputes, findOrder(call)!.orderId, act),
    leave(call) {
      const { orderId, meta } = findOrder(call)!;
      return meta.return_url === undefined ? undefined : redirect(meta.return_url.replaceAll("{order_id}", orderId));
    },
  });
  addPaymentList(vendor, "Cashfree", () => [
    ...books.links.map((link) => ({
      href: `/links/${link.code}`,
      reference: link.linkId,
      amount: link.amount,
      state: PAGE_STATES[books.linkStatus(link)],
    })),
    ...books.orders
      .filter(({ linkId }) => linkId === null)
      .map((order) => ({
        href: `/checkout/${order.sessionId}`,
        reference: order.orderId,
        amount: order.amount,
        state: PAGE_STATES[books.status(order)],
      })),
  ]);
  vendor.route("POST", "/pg/view/sessions/checkout", "page open", ({ body }) =>
    redirect(
      `/checkout/${encodeURIComponent((body as { payment_session_id?: string } | undefined)?.payment_session_id ?? "")}`,
    ),
  );
}

const PAGE_STATES = {
  ACTIVE: "open",
  PARTIALLY_PAID: "open",
  PAID: "paid",
  EXPIRED: "expired",
  CANCELLED: "cancelled",
  TERMINATED: "cancelled",
  TERMINATION_REQUESTED: "cancelled",
} as const;
