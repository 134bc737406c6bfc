import { t } from "../../config/language/t.ts";
import { ApiError, signedOut } from "../base/error.ts";
import type { Writer } from "../db/database.ts";
import { lockNames } from "../db/locks.ts";
import { lockThenRead, pipeline } from "../db/pipeline.ts";
import { quote } from "../domain/pricing.ts";
import { buyerKey } from "../domain/purchase-keys.ts";
import { purchaseWindows } from "../domain/purchase-limits.ts";
import { randomId } from "../domain/tokens.ts";
import { type CartLine, listCartForOrder } from "../repositories/cart/order-cart.ts";
import { countReleasable } from "../repositories/coins/coin-lots.ts";
import { holdCoins, lockBuyer } from "../repositories/coins/coins.ts";
import { insertOrder, isReferenceTaken, lockOpenOrders } from "../repositories/orders/new-orders.ts";
import type { Order } from "../repositories/orders/orders.ts";
import { readPurchases } from "../repositories/orders/purchases.ts";
import { findPaymentOfOrder, type Payment } from "../repositories/payments/payments.ts";
import { findOpenStop } from "../repositories/payments/selling-stops.ts";
import { releaseRows } from "../repositories/stock/reservations.ts";
import type { Shop } from "../shop/shop.ts";
import { askForPayment, openPayment } from "./ask-for-payment.ts";
import { supersede } from "./expire-order.ts";
import { describeShortage, findObjection } from "./find-objection.ts";
import { tryToFulfil } from "./fulfil-order.ts";
import { type Buyer, describeLine, describeOrder, fingerprintOf, type OrderRequest } from "./new-order.ts";
import { refuseForbidden } from "./refuse-forbidden.ts";
import { checkCards, reserveLines } from "./reserve-stock.ts";
import { takeAsPaid } from "./take-as-paid.ts";

/** `changed`: the request no longer fits the cart, the prices or the balance. `total` in paise, coins in hundredths. */
export type Placed =
  | { state: "placed" | "replayed"; order: Order; payment: Payment | undefined }
  | { state: "changed"; detail: string; total: number; coins: number; balance: number };

/** `isSeen`: visitors see another number of cards left than before. */
type Tried = Placed & { isSeen?: boolean };

type Asked = { userId: string; mailbox: string | null; request: OrderRequest; now: number };

/**
 * Reads the rows that decide an order, and locks those that must not change until the order is written: the mailbox, because
 * accounts that share one share its purchase limits; the buyer's row, because two orders at once could hold the same coins; and
 * the buyer's open orders and the one with this number, which are superseded or repeated.
 */
async function readUnderLocks(tx: Writer, shop: Shop, { userId, mailbox, request, now }: Asked) {
  const {
    locked: [, account, orders],
    found: [lines, purchases, stop],
  } = await lockThenRead(
    () => [
      lockNames(tx, mailbox === null ? [] : [mailbox]),
      lockBuyer(tx, userId, now),
      lockOpenOrders(tx, userId, request.orderNumber),
    ],
    () => [
      listCartForOrder(tx, shop.tenant, userId, now),
      readPurchases(tx, { userId, mailboxKey: mailbox, payerKey: null }, purchaseWindows(shop.tenant, now)),
      findOpenStop(tx),
    ],
  );
  if (account === undefined) throw signedOut();
  return { account, orders, lines, purchases, stop };
}

async function replay(tx: Writer, known: Order, request: OrderRequest): Promise<Placed> {
  if (known.fingerprint !== fingerprintOf(request)) throw new ApiError(422, t("api.orderNumberUsed"));
  return { state: "replayed", order: known, payment: await findPaymentOfOrder(tx, known.id) };
}

type Written = { order: Order; lines: CartLine[]; pending: Order[]; now: number };

/** Writes the order, its payment and its cards. `short`: a line whose cards others took at the same time. */
async function writeOrder(tx: Writer, shop: Shop, { order, lines, pending, now }: Written) {
  const ordered = lines.map((line) => ({ ...line, id: randomId() }));
  // The superseded order's cards first, because the new one may need them.
  const [released, , payment, , short] = await pipeline([
    pipeline(pending.map(({ id }) => releaseRows(tx, { orderId: id }))),
    insertOrder(tx, order, ordered.map(describeLine)),
    order.amount > 0 ? openPayment(tx, shop, order) : undefined,
    supersede(tx, pending, now),
    reserveLines(tx, ordered, now),
  ]);
  return { released: released.flat(), payment, short };
}

class CardsTaken extends Error {
  override name = "CardsTaken";
  readonly answer: Tried;

  constructor(answer: Tried) {
    super("others took the cards of an order that was being placed");
    this.answer = answer;
  }
}

async function placeInside(tx: Writer, shop: Shop, buyer: Buyer, request: OrderRequest): Promise<Tried> {
  const now = shop.clock.now();
  const mailbox = buyerKey(shop.keys, buyer);
  const asked = { userId: buyer.id, mailbox, request, now };
  const { account, orders, lines, purchases, stop } = await readUnderLocks(tx, shop, asked);
  const { balance, createdAt } = account;
  const { known, pending } = orders;
  if (known) return replay(tx, known, request);
  if (stop !== undefined) throw new ApiError(403, t("api.sellingStopped"));

  const total = lines.reduce((sum, line) => sum + line.denomination * line.quantity, 0);
  const held = pending.filter(({ coins }) => coins > 0).map(({ id }) => id);
  const spendable = balance + (await countReleasable(tx, held, now));
  const { discountPercent, allowPartial } = shop.tenant.coins;
  const offer = quote(total, discountPercent, spendable, allowPartial);
  const changed = { state: "changed" as const, total, coins: offer.coins, balance };
  const objection = findObjection(request, lines, offer, allowPartial);
  if (objection !== undefined) return { ...changed, detail: objection };
  const { coinsUsed } = request;
  const { mayGiveCoins, isNamed = true } = buyer;
  refuseForbidden(shop, { coinsUsed, mayGiveCoins, isNamed, lines, total, purchases });

  const facts = { userId: buyer.id, createdAt, mailbox, purchases, total, spendable, now };
  const order = describeOrder(shop, request, facts);
  const { payment, short, released } = await writeOrder(tx, shop, { order, lines, pending, now });
  if (short !== undefined) throw new CardsTaken({ ...changed, detail: describeShortage(short) });
  const isSeen = await checkCards(tx, shop, { lines, released, now });
  // After writeOrder(), which gives back the coins of superseded orders.
  if (!(await holdCoins(tx, order, now))) throw new Error(`the coins of order ${order.id} are gone despite the lock`);
  const placed = payment === undefined ? await takeAsPaid(tx, shop, order, now) : order;
  return { state: "placed", order: placed, payment, isSeen };
}

/** In a brand with a million orders, one new reference in 200 is taken. */
const MOST_REFERENCES = 8;

/** Answers `changed`, with everything rolled back, when others take the last cards while it places the order. */
async function tryToPlace(shop: Shop, buyer: Buyer, request: OrderRequest, references = 1): Promise<Tried> {
  try {
    return await shop.db.transaction((tx) => placeInside(tx, shop, buyer, request), buyer.id);
  } catch (error) {
    if (error instanceof CardsTaken) return error.answer;
    if (isReferenceTaken(error) && references < MOST_REFERENCES)
      return tryToPlace(shop, buyer, request, references + 1);
    throw error;
  }
}

/**
 * Turns the shopper's whole cart into an order. One order number makes one order: a repeated request gets the same order.
 * Total, discount and stock are computed here and compared with the request's figures. The shopper's pending order, if any,
 * expires and gives its coins back. An order without cash to pay is fulfilled at once.
 * @throws ApiError 401 for a buyer who is gone; 422 if the number belongs to a different request, or the order exceeds the limits of
 * an order or a day; 403 if coins would pay for gifts and the buyer may not give them, or while selling is stopped; 503 if the
 * gateway gives no links
 */
export async function placeOrder(shop: Shop, buyer: Buyer, request: OrderRequest): Promise<Placed> {
  const { isSeen, ...placed } = await tryToPlace(shop, buyer, request);
  if (isSeen) await shop.db.announceCatalogue();
  if (placed.state === "changed") return placed;
  const { order, payment } = placed;
  if (placed.state === "placed") shop.saleCounts.countOrder(shop.tenant.id);
  // Later lines have no request id: this one connects the request with the order's number.
  const named = { orderId: order.id, orderNumber: order.order_number, paymentId: payment?.id };
  shop.log.info(named, `order ${placed.state}`);
  if (order.amount === 0) await tryToFulfil(shop, order.id);
  const isToBeAsked = payment !== undefined && payment.links === null && order.status === "pending";
  return isToBeAsked ? { ...placed, ...(await askForPayment(shop, order, payment, placed.state)) } : placed;
}
