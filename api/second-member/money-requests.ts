import { ApiError } from "../base/error.ts";
import type { Reader, Writer } from "../db/database.ts";
import { lockNames } from "../db/locks.ts";
import type { MoneyActKind } from "../db/schema-desk.ts";
import { beginOfDay, dayNumber } from "../domain/days.ts";
import { waitingSince } from "../domain/staff/second-member.ts";
import { randomId } from "../domain/tokens.ts";
import type { RefundOfUnits } from "../orders/refund-order.ts";
import type { Confirmed } from "../payments/confirm-upi.ts";
import {
  decideMoneyRequest,
  findSameRequest,
  insertMoneyRequest,
  sumMovedAlone,
} from "../repositories/orders/money-requests.ts";
import { lockOrder } from "../repositories/orders/orders.ts";
import type { Shop } from "../shop/shop.ts";

const RUPEE = 100;
/** Money that a member moves: `amount` in paise, `by` the member's e-mail. */
export type Move = { orderId: string | null; amount: number; reason?: string; by: string } & (
  | { kind: "order.refund"; details: RefundOfUnits }
  | { kind: Exclude<MoneyActKind, "order.refund">; details: Confirmed[] }
);

/**
 * True if the staff may move this amount without a second member: refunds and confirmed payments of all members on one day in
 * India are at most `limits.rupeesAlonePerDay`.
 */
export async function mayMoveAlone(db: Reader, { clock, tenant }: Shop, amount: number): Promise<boolean> {
  const moved = await sumMovedAlone(db, beginOfDay(dayNumber(clock.now())));
  return moved + amount <= tenant.limits.rupeesAlonePerDay * RUPEE;
}

const lockOf = ({ tenant }: Shop) => `money alone of ${tenant.id}`;

/**
 * Counts money that a member moves alone, in the transaction that moves it. @throws ApiError 409 if others have just used up the
 * limit
 */
export async function countAlone(tx: Writer, shop: Shop, move: Move) {
  await lockNames(tx, [lockOf(shop)]);
  // Before the row below is inserted. Otherwise its foreign key would lock the order after its user.
  if (move.orderId !== null) await lockOrder(tx, move.orderId);
  if (!(await mayMoveAlone(tx, shop, move.amount)))
    throw new ApiError(409, "Somebody else has moved money at this moment. Send the form again.");
  await insertMoneyRequest(tx, toRow(shop, move, "done"));
}

/** Leaves a move waiting for a second member. A move that already waits gets no second request. */
export const askSecondMember = (shop: Shop, move: Move): Promise<void> =>
  shop.db.transaction(async (tx) => {
    await lockNames(tx, [lockOf(shop)]);
    const row = toRow(shop, move, "waiting");
    if ((await findSameRequest(tx, row, waitingSince(shop.clock.now()))) === undefined)
      await insertMoneyRequest(tx, row);
  });

const toRow = ({ clock }: Shop, { kind, orderId, amount, details, reason, by }: Move, state: "waiting" | "done") => ({
  id: randomId(),
  kind,
  order_id: orderId,
  amount,
  details: JSON.stringify(details),
  reason: reason ?? null,
  state,
  asked_by: by,
  asked_at: clock.now(),
  decided_by: null,
  decided_at: null,
});

type Verdict = { state: "done" | "refused"; by: string };

/** Decides a request, in the transaction that executes it. @throws ApiError 409 for one that no longer waits */
export async function decide(tx: Writer, shop: Shop, id: string, verdict: Verdict) {
  const isMine = await decideMoneyRequest(tx, id, waitingSince(shop.clock.now()), {
    ...verdict,
    now: shop.clock.now(),
  });
  if (!isMine) throw new ApiError(409, "Somebody has decided about this before, or it has lapsed.");
}
