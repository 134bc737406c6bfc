import type { Reader } from "../../../api/db/database.ts";
import type { GatewayBooks } from "./simulated-gateway.ts";

/** Every order, payment and refund of a shop, of one moment. */
const readShop = (db: Reader) =>
  db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (tx) => ({
      orders: await tx.selectFrom("orders").select(["id", "status", "amount"]).execute(),
      attempts: await tx.selectFrom("payments").select(["id", "order_id"]).execute(),
      events: await tx.selectFrom("payment_events").selectAll().where("result", "=", "success").execute(),
      refunds: await tx.selectFrom("payment_refunds").selectAll().execute(),
      owed: await tx.selectFrom("refunds").select(["order_id", "amount"]).execute(),
    }));

type Found = Awaited<ReturnType<typeof readShop>>;

/**
 * Compares a shop's books with its gateway's, when nothing is under way: each payment is booked once, an order keeps the
 * money for its delivered cards and the rest goes back, and each refund is the same on both sides. @returns the
 * differences
 */
export async function compareBooks(db: Reader, gateway: GatewayBooks): Promise<string[]> {
  const shop = await readShop(db);
  return [...comparePayments(shop, gateway), ...compareRefunds(shop, gateway), ...compareOrders(shop)];
}

function comparePayments({ events }: Found, { received, refunds }: GatewayBooks): string[] {
  const differences: string[] = [];
  for (const { id, amount, currency, from } of received) {
    const booked = events.filter(({ gateway_payment_id }) => gateway_payment_id === id);
    // A payment that the gateway refunded before the shop received its notification pays for nothing.
    const isGivenBack = refunds.some((refund) => refund.refundId === null && refund.from === from);
    if (booked.length !== 1 && !(booked.length === 0 && isGivenBack))
      differences.push(`payment ${id} of ${amount} is booked ${booked.length} times`);
    for (const event of booked)
      if (event.amount !== amount || event.currency !== currency)
        differences.push(`payment ${id} of ${amount} ${currency} is booked as ${event.amount} ${event.currency}`);
  }
  const known = new Set(received.map(({ id }) => id));
  for (const { gateway_payment_id: id, amount } of events)
    if (!known.has(id!)) differences.push(`payment ${id} of ${amount} is not the gateway's`);
  return differences;
}

/** Paid by hand, or by a dispute. */
const isElsewhere = (detail: string | null) => detail !== null && /^paid by /.test(detail);

function compareRefunds({ refunds: ours }: Found, { received, refunds: theirs }: GatewayBooks): string[] {
  const differences: string[] = [];
  for (const { id, amount, state, reason, detail } of ours) {
    if (reason === "by_gateway" || reason === "dispute" || isElsewhere(detail)) continue;
    const made = theirs.filter(({ refundId }) => refundId === id);
    const isSame = state === "due" ? made.length === 0 : made.length === 1 && made[0]!.state === state;
    if (!isSame)
      differences.push(
        `refund ${id} is ${state} here and ${made.map((one) => one.state).join(" ") || "unknown"} there`,
      );
    if (made.some((one) => one.amount !== amount))
      differences.push(`refund ${id} of ${amount} has another amount there`);
  }
  for (const { refundId, amount } of theirs)
    if (refundId !== null && !ours.some(({ id }) => id === refundId))
      differences.push(`the gateway's refund ${refundId} of ${amount} is not ours`);
  for (const [from, payments] of Map.groupBy(received, (payment) => payment.from)) {
    const back = sum(theirs.filter((refund) => refund.from === from && refund.state !== "failed"));
    if (back > sum(payments)) differences.push(`${back} of ${sum(payments)} went back of ${from}`);
  }
  return differences;
}

function compareOrders({ orders, attempts, events, refunds, owed }: Found): string[] {
  const differences: string[] = [];
  const attemptsOf = Map.groupBy(attempts, ({ order_id }) => order_id);
  const eventsOf = Map.groupBy(events, ({ payment_id }) => payment_id);
  const refundsOf = Map.groupBy(refunds, ({ order_id }) => order_id);
  const owedOf = new Map(owed.map(({ order_id, amount }) => [order_id, amount]));
  for (const { id, status, amount } of orders) {
    const got = sum((attemptsOf.get(id) ?? []).flatMap((attempt) => eventsOf.get(attempt.id) ?? []));
    const given = refundsOf.get(id) ?? [];
    // The gateway decided that for itself, and an operator looks at it.
    if (given.some(({ reason }) => reason === "by_gateway")) continue;
    const back = sum(given.filter(({ state }) => state !== "failed"));
    const failed = given.filter(({ state }) => state === "failed");
    const isRenewed = failed.every((one) =>
      given.some((other) => other.state !== "failed" && other.gateway_payment_id === one.gateway_payment_id),
    );
    const lost = sum(given.filter(({ reason }) => reason === "dispute"));
    const kept = status === "completed" ? amount - (owedOf.get(id) ?? 0) - lost : 0;
    const open = !["completed", "refund_due", "expired", "failed"].includes(status);
    if (open) differences.push(`order ${id} is still ${status}`);
    else if (isRenewed && got - back !== kept)
      differences.push(`order ${id} (${status}) got ${got}, gives back ${back} and keeps ${kept}`);
    const isPaid = status === "completed" || status === "refund_due";
    if (!open && isPaid !== got > 0 && amount > 0) differences.push(`order ${id} (${status}) got ${got}`);
  }
  return differences;
}

const sum = (items: { amount: number }[]) => items.reduce((total, { amount }) => total + amount, 0);
