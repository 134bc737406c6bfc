import { formatMoney, formatPoints } from "#app/pricing/format-money.ts";

import type { OrderAnswer } from "./answers.ts";

type RefundedProps = Pick<NonNullable<OrderAnswer["refund"]>, "amount" | "coins" | "left">;

/** Why no more cards of the order can be refunded here, and how much of it was not. */
export const Refunded = ({ left, ...refund }: RefundedProps) => (
  <p className="small">
    This order has a refund of {tell(refund)} already, and the books hold one for each order.{" "}
    {left.amount > 0 || left.coins > 0
      ? `Not refunded: ${tell(left)}. Give back anything of it by hand: cash on the gateway's own pages, coins on the shopper's page.`
      : "Nothing of it is left to refund."}
  </p>
);

const tell = ({ amount, coins }: { amount: number; coins: number }) =>
  [amount > 0 && formatMoney(amount), coins > 0 && `${formatPoints(coins)} coins`].filter(Boolean).join(" and ");
