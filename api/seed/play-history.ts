import { redeem } from "../coins/try-coupon.ts";
import { createRandom, type Random } from "../domain/random.ts";
import { expireOrder } from "../orders/expire-order.ts";
import { fulfilOrder } from "../orders/fulfil-order.ts";
import { type OrderRequest, PAYMENT_WINDOW_MS } from "../orders/new-order.ts";
import { placeOrder } from "../orders/place-order.ts";
import { recordReceived, settlePayment } from "../payments/settle-payment.ts";
import type { VoucherSource } from "../ports/voucher-source.ts";
import { deleteCartLine, insertCartLine, listCart } from "../repositories/cart/cart.ts";
import { expireCoins } from "../repositories/coins/coins.ts";
import type { Order } from "../repositories/orders/orders.ts";
import { findPaymentOfOrder, schedulePoll, toAttempt } from "../repositories/payments/payments.ts";
import { decideSandboxPayment } from "../repositories/sandbox/sandbox.ts";
import type { Shop } from "../shop/shop.ts";
import type { SeededProduct } from "./catalogue.ts";
import { type OrderStep, type Step, withLapses } from "./history.ts";

const MINUTE_MS = 60_000;

/**
 * Replays the shoppers' histories step by step with the functions that serve real orders, on a clock set back in time.
 */
export async function playHistories(shop: Shop, histories: [userId: string, Step[]][], sellable: SeededProduct[]) {
  const now = shop.clock.now();
  const { validDays } = shop.tenant.coins;
  const steps = histories.flatMap(([userId, history]) =>
    withLapses(history, validDays).map((step) => ({ userId, step })),
  );
  for (const { userId, step } of steps.sort((a, b) => b.step.minutesAgo - a.step.minutesAgo)) {
    const then = withClock(shop, now - step.minutesAgo * MINUTE_MS);
    if (step.kind === "coupon") {
      await redeem(then, userId, step.code);
      continue;
    }
    if (step.kind === "lapse") {
      await then.db.transaction((tx) => expireCoins(tx, userId, then.clock.now()));
      continue;
    }
    const random = createRandom(`order/${shop.tenant.id}/${step.minutesAgo}`);
    await playOrder(then, userId, step, random, sellable);
  }
}

const withClock = (shop: Shop, time: number): Shop => ({ ...shop, clock: { now: () => time } });

async function playOrder(shop: Shop, userId: string, step: OrderStep, random: Random, sellable: SeededProduct[]) {
  const orderNumber = `ORD${Array.from({ length: 16 }, () => random.whole(0, 9)).join("")}`;
  const lines = chooseLines(step.lines, random, sellable);
  await fillCart(shop, userId, lines);
  const placed = await placeOrder(
    shop,
    { id: userId, mayGiveCoins: true },
    toRequest(shop, orderNumber, lines, step.useCoins),
  );
  if (placed.state === "changed") throw new Error(`the demo's order ${orderNumber} was refused: ${placed.detail}`);
  await endOrder(shop, placed.order, step);
  if (step.ending !== "pending") await fillCart(shop, userId, []);
}

type Line = { productId: number; denomination: number; quantity: number };

/** Different products, at amounts of at most 1,000 rupees. */
function chooseLines(count: number, random: Random, sellable: SeededProduct[]): Line[] {
  const affordable = sellable.filter(({ denominations }) => denominations[0].min <= 1000_00);
  const first = random.whole(0, affordable.length - 1);
  return Array.from({ length: count }, (_, index) => {
    const { id, denominations } = affordable[(first + index * 7) % affordable.length]!;
    const amounts = denominations.map(({ min }) => min).filter((amount) => amount <= 1000_00);
    return { productId: id, denomination: random.pick(amounts), quantity: random.pick([1, 1, 2]) };
  });
}

/** Replaces the cart's lines. */
const fillCart = ({ db, clock }: Shop, userId: string, lines: Line[]) =>
  db.transaction(async (tx) => {
    for (const { id } of await listCart(tx, userId)) await deleteCartLine(tx, userId, id);
    for (const line of lines) await insertCartLine(tx, userId, line, clock.now());
  });

function toRequest({ tenant }: Shop, orderNumber: string, lines: Line[], useCoins: boolean): OrderRequest {
  const total = lines.reduce((sum, { denomination, quantity }) => sum + denomination * quantity, 0);
  const coinsUsed = useCoins ? Math.floor((total * tenant.coins.discountPercent) / 100) : 0;
  const origin = tenant.origin ?? `http://${tenant.hostnames[0]}:3000`;
  const redirectUrl = `${origin}/payment-success`;
  const notifyUrl = `${origin}/payment-notification`;
  return { orderNumber, amount: total - coinsUsed, coinsUsed, redirectUrl, notifyUrl };
}

/** A source without stock, and one that has not answered yet. */
const NO_STOCK: VoucherSource = { supply: async () => ({ issued: 0, waiting: 0 }) };
const SLOW: VoucherSource = { supply: async ({ quantity }) => ({ issued: 0, waiting: quantity }) };

async function endOrder(shop: Shop, order: Order, { ending }: OrderStep) {
  const { id } = order;
  const soon = withClock(shop, shop.clock.now() + MINUTE_MS / 2);
  const late = withClock(shop, shop.clock.now() + PAYMENT_WINDOW_MS + MINUTE_MS);
  if (ending === "expired" || ending === "completed late" || ending === "paid late") await expireOrder(late, id);
  switch (ending) {
    case "pending":
    case "expired":
      return;
    case "completed": {
      const { payment, view } = await decidePayment(soon, order, "success");
      return settlePayment(soon, payment, order, view);
    }
    case "failed": {
      const { payment, view } = await decidePayment(soon, order, "failed");
      await settlePayment(soon, payment, order, view);
      return expireOrder(late, id);
    }
    case "completed late": {
      const { payment, view } = await decidePayment(late, order, "success");
      return settlePayment(late, payment, order, view);
    }
    case "paid late":
      return receive(late, order);
    case "paid":
      return receive(soon, order);
    case "fulfilling":
    case "refunded":
      await receive(soon, order);
      await fulfilOrder(soon, id, ending === "refunded" ? NO_STOCK : SLOW);
  }
}

/** Books the payment, like a process that ends before it hands over the vouchers. */
async function receive(shop: Shop, order: Order) {
  const { payment, view } = await decidePayment(shop, order, "success");
  await recordReceived(shop, payment, order, view.received[0]!);
}

/** Decides the payment in the sandbox. The caller reports it to the shop, so no poll is needed. */
async function decidePayment({ db, clock, payments }: Shop, order: Order, result: "success" | "failed") {
  const payment = await findPaymentOfOrder(db.read, order.id);
  if (payment === undefined) throw new Error(`the demo's order ${order.order_number} has no payment`);
  await db.transaction(async (tx) => {
    await decideSandboxPayment(tx, payment.id, { result, payer: null, effectiveAt: clock.now() });
    await schedulePoll(tx, payment.id, 0, null);
  });
  const view = await payments.fetchStatus(await toAttempt(db.read, payment, order.order_number));
  return { payment, view };
}
