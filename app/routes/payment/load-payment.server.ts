import { data, redirectDocument, type RouterContextProvider } from "react-router";

import { type CallError, pageStatus } from "#app/commerce/result.ts";
import type { Order, PastItem, PaymentLinks } from "#app/commerce/types.ts";
import type { PaymentScreenName } from "#app/forms/payment.ts";
import { inTime, refreshHeader } from "#app/http/client-hints.server.ts";
import { formatMoney } from "#app/pricing/format-money.ts";
import { commerceContext, logContext, sessionContext, siteContext, visitorContext } from "#app/request/context.ts";
import { isConfirmedByHand } from "#app/routes/orders/bought.ts";
import type { PaidOrder } from "#app/routes/paid/order-state.ts";
import { afterPayment, announceBought, describePaidOrder } from "#app/routes/paid/paid-order.server.ts";
import type { Checkout, Session } from "#app/session/session.server.ts";
import { safeRedirectTarget } from "#app/tenant/urls.ts";
import { messageFor } from "#app/texts/messages.ts";
import { formatDateTime } from "#app/ui/date.tsx";
import { type QrPath, qrPath } from "#app/ui/qr/qr-path.ts";

import { t } from "../../../config/language/t.ts";
import { keptNote } from "./kept-note.server.ts";
import { describeConfirmedByHand, describeHostedPage, readUpiPayee, usablePaymentLinks } from "./payment-links.ts";
import { canBePaid, endOf, type ScreenWindow, screenWindow, secondsLeft } from "./payment-window.ts";

type Context = Readonly<RouterContextProvider>;

const MAX_ID_CHARACTERS = 100;
/** Longer payloads make a QR code too dense for phone cameras. */
const MAX_QR_CHARACTERS = 1_000;

/** An unpaid order that can still be paid. Amounts in paise, coins in hundredths. */
export type WaitingPayment = ScreenWindow & {
  state: "waiting";
  screen: PaymentScreenName;
  orderId: string;
  items: PastItem[];
  amount: number;
  /** Null if the backend does not report it. */
  coinsUsed: number | null;
  orderNumber: string | null;
  /** The order's name for people, such as AUR-7K3-92Q; null for none. */
  reference: string | null;
  /** The server's clock, epoch ms. Polls compare their answer's clock with it. */
  now: number;
  expiredHref: string;
  /** The order's redirectUrl, checked. */
  continueTo: string | null;
  links: PaymentLinks;
  /** A sentence that names the gateway's own page; null without such a page. */
  hostedNote: string | null;
  /** A warning if the order differs from the cart page's amount. */
  amountNote: string | null;
  /** Instructions if the shop confirms the payment by hand; else null. */
  handNote: string | null;
  details: { username: string; phone: string; email: string };
  isEditing: boolean;
  typed: { phone: string; email_new: string } | null;
  qr: QrPath | null;
  /** The payee for a UPI app, if the links name one. */
  payee: { id: string; name: string | null } | null;
};

export type PaymentView =
  | WaitingPayment
  /** `isStaying`: the shopper has stopped the redirect. */
  | { state: "paid"; orderId: string; paid: PaidOrder; nextHref: string; isStaying: boolean }
  /** `keptNote`: a declined order that can be paid again (kept-note.server.ts). */
  | { state: "closed"; orderId: string; status: "failed" | "refund-due"; keptNote: string | null }
  | { state: "failed"; orderId: string; message: string; status: number; isOutage: boolean };

const SCREEN_PATHS = { payment: "/payment", verify: "/verify-details" } as const;

export const screenHref = (screen: PaymentScreenName, orderId: string, more: Record<string, string> = {}) =>
  `${SCREEN_PATHS[screen]}?${new URLSearchParams({ orderid: orderId, ...more })}`;

/** The backend's order id in `?orderid=`. */
export function readOrderId({ searchParams }: URL): string | null {
  const orderId = searchParams.get("orderid");
  return orderId && orderId.length <= MAX_ID_CHARACTERS ? orderId : null;
}

/** Reads the order for a payment screen (docs/product.md, 7.1). @throws redirects: no link to pay with, or time over. */
export async function loadPayment(context: Context, url: URL, screen: PaymentScreenName): Promise<PaymentView> {
  const session = context.get(sessionContext);
  const orderId = readOrderId(url) ?? (session.checkout?.isLeft ? null : session.checkout?.orderId);
  if (!orderId) throw toCart(session);

  const answer = await context.get(commerceContext).getOrder(orderId);
  if (!answer.ok) return describeFailure(orderId, answer.error);
  const asked = { screen, orderId, order: answer.value, url, now: Date.now() };
  const settled = await describeSettled(context, asked);
  if (settled) return settled;
  refuseOver(session, asked);
  return describeWaiting(context, asked, findOffer(context, asked));
}

type Asked = { screen: PaymentScreenName; orderId: string; order: Order; url: URL; now: number };

function describeFailure(orderId: string, error: CallError): PaymentView {
  const status = error.kind === "status" && error.status === 404 ? 404 : pageStatus(error);
  return { state: "failed", orderId, message: messageFor("orderDetails", error), status, isOutage: status >= 500 };
}

/** The view of an order that is paid or has ended; null for any other. */
async function describeSettled(context: Context, { screen, orderId, order, url }: Asked): Promise<PaymentView | null> {
  if (order.status === "success") {
    const paid = await describePaidOrder(context, orderId, order);
    const nextHref = afterPayment(screen, paid);
    return { state: "paid", orderId, paid, nextHref, isStaying: url.searchParams.has("stay") };
  }
  if (order.status === "failed" || order.status === "refund-due")
    return { state: "closed", orderId, status: order.status, keptNote: keptNote(context, order) };
  return null;
}

/** @throws a redirect if the screen's time is over */
function refuseOver(session: Session, { screen, orderId, order, url, now }: Asked) {
  const isOver = order.status === "expired" || secondsLeft(order, now) === 0 || url.searchParams.has("expired");
  if (isOver)
    throw expire(session, screen, { orderId, payableUntil: canBePaid(order, now) ? endOf(order, now) : null });
}

/** How an order can be paid. `checkout` is that of the order, if this browser has placed it last. */
type Offer = { checkout: Checkout | null; amount: number; offered: PaymentLinks };

/** @throws a redirect if there is no way to pay */
function findOffer(context: Context, { orderId, order }: Asked): Offer {
  const session = context.get(sessionContext);
  const checkout = session.checkout?.orderId === orderId ? session.checkout : null;
  // Some backends send the links only in the answer to place-order.
  const isRepeated = order.hasPaymentLinks || Object.keys(order.links).length > 0;
  const offered = isRepeated ? order.links : (checkout?.links ?? {});
  const hasWay = Object.keys(offered).length > 0 || order.qrPayload;
  if (!order.amount || !hasWay) throw toCart(session);
  return { checkout, amount: order.amount, offered };
}

function describeWaiting(context: Context, asked: Asked, { checkout, amount, offered }: Offer): WaitingPayment {
  const { screen, orderId, order, url, now } = asked;
  const { tenant, origin } = context.get(siteContext);
  const { links, refused } = usablePaymentLinks({ ...order, links: offered }, tenant, origin);
  if (refused.length > 0) context.get(logContext).warn({ orderId, refused }, "payment links refused");
  const { payee, payload } = findUpi(context, order, links);
  const typed = context.get(sessionContext).typedAbout(orderId);
  return {
    state: "waiting",
    screen,
    orderId,
    items: order.items,
    amount,
    coinsUsed: order.coinsUsed,
    orderNumber: order.orderNumber ?? checkout?.orderNumber ?? null,
    reference: order.shortReference,
    ...screenWindow(screen, order, now),
    now,
    expiredHref: screen === "payment" ? `/timeexp?${named(orderId)}` : screenHref(screen, orderId, { expired: "1" }),
    continueTo: safeRedirectTarget(order.redirectUrl, tenant, origin),
    links,
    hostedNote: links.hosted ? describeHostedPage(links.hosted, tenant) : null,
    amountNote: noteAmount(amount, checkout?.amount),
    handNote: isConfirmedByHand(order, tenant) ? describeConfirmedByHand(amount, payee) : null,
    details: detailsOf(context, order),
    isEditing: url.searchParams.has("edit"),
    typed: typed ? { phone: "", email_new: "", ...typed } : null,
    qr: payload && payload.length <= MAX_QR_CHARACTERS ? qrPath(payload) : null,
    payee: payee && { id: payee.id, name: payee.name },
  };
}

/** The payee that the links name, and the text of the QR code: the order's own, else the link of a UPI app. */
function findUpi(context: Context, order: Order, links: PaymentLinks) {
  const { tenant, origin } = context.get(siteContext);
  const own = { ...order, links: order.qrPayload ? { other: order.qrPayload } : {} };
  const ownPayload = usablePaymentLinks(own, tenant, origin).links.other;
  const payee = readUpiPayee(links) ?? readUpiPayee({ other: ownPayload });
  return { payee, payload: ownPayload ?? payee?.payload };
}

/** The order's details, else those of the account. */
function detailsOf(context: Context, order: Order) {
  const { username = "", phone = "", email = "" } = order.user ?? context.get(visitorContext).user ?? {};
  return { username, phone, email };
}

const noteAmount = (asked: number, shown: number | null | undefined) =>
  shown == null || shown === asked
    ? null
    : t("checkout.amountDiffers", { order: formatMoney(asked), cart: formatMoney(shown) });

const named = (orderId: string) => new URLSearchParams({ orderid: orderId });

function toCart(session: Session) {
  session.setFlash({ kind: "error", text: t("messages.linksNotLoaded") });
  return redirectDocument("/cart");
}

type Expired = { orderId: string; /** Epoch ms; null if the order is over too. */ payableUntil: number | null };

function expire(session: Session, screen: PaymentScreenName, { orderId, payableUntil }: Expired) {
  if (screen === "payment") return redirectDocument(`/timeexp?${named(orderId)}`);
  session.leaveCheckout();
  const text = t("messages.paymentExpired");
  if (payableUntil === null) session.setFlash({ kind: "error", text });
  else {
    const more = t("checkout.keptUntil", { time: formatDateTime(payableUntil) });
    const link = { href: screenHref("payment", orderId), label: t("checkout.payNow") };
    session.setFlash({ kind: "error", text: `${text} ${more}`, link });
  }
  return redirectDocument("/");
}

/** The view of a payment screen, or `late` while the host is slow. */
export type PaymentPage = PaymentView | { late: Promise<PaymentView | { state: "elsewhere"; href: string }> };

/**
 * Answers with the view. If the order is late, the page streams, which allows neither cookies nor redirects. A view that needs
 * one loads the page once more, and that page waits for the order.
 */
export async function answerPaymentPage(
  { context, request, url }: { context: Context; request: Request; url: URL },
  screen: PaymentScreenName,
  paidMs: number,
) {
  const work = loadPayment(context, url, screen);
  if (url.searchParams.has(AWAITED)) return answerPayment(context, request, await work, paidMs);
  const loaded = await inTime(request, work);
  if (!loaded.late) return answerPayment(context, request, loaded.value, paidMs);
  const href = `${url.pathname}?${new URLSearchParams([...url.searchParams, [AWAITED, "1"]])}`;
  const elsewhere = { state: "elsewhere" as const, href };
  const late = loaded.late.then(
    (view) => (view.state === "paid" ? elsewhere : view),
    () => elsewhere,
  );
  return data<PaymentPage>({ late });
}

/** The parameter of a page that waits for its order. */
const AWAITED = "awaited";

/** Adds a Refresh header for clients without JavaScript: at the end of the time, and `paidMs` after a payment. */
function answerPayment(context: Context, request: Request, view: PaymentView, paidMs: number) {
  const status = view.state === "failed" ? view.status : 200;
  if (view.state === "waiting") {
    return data<PaymentPage>(view, { status, headers: refreshHeader(request, view.secondsLeft, view.expiredHref) });
  }
  if (view.state !== "paid" || view.isStaying) return data<PaymentPage>(view, { status });
  announceBought(context, view.nextHref, view.paid);
  return data<PaymentPage>(view, { headers: refreshHeader(request, paidMs / 1000, view.nextHref) });
}
