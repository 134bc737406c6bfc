import type { ReactNode } from "react";

import type { PastRefund } from "#app/commerce/types.ts";
import { formatPoints } from "#app/pricing/format-money.ts";
import { marked, rich } from "#app/texts/rich.ts";
import { DateTime } from "#app/ui/date.tsx";
import { Money } from "#app/ui/money.tsx";

/** The stages of each refund of an order, and the stages without a report. */
export function RefundList({ refunds }: { refunds: PastRefund[] | undefined }) {
  return refunds?.map((refund, index) => (
    <section key={index} className="refund small">
      <h3>{nameRefund(refund)}</h3>
      <ul>
        {listSteps(refund).map((step, number) => (
          <li key={number}>{step}</li>
        ))}
      </ul>
    </section>
  ));
}

const b = (parts: ReactNode) => <b>{parts}</b>;
const on = (at: number) => () => <DateTime at={at} />;

const coinsOf = (coins: number) => ({ coins: formatPoints(coins), count: coins / 100 });

function nameRefund({ amount, coins }: PastRefund) {
  const money = () => <Money paise={amount} />;
  if (coins === 0) return rich("orders.refundTitle", { money });
  return amount === 0
    ? rich("orders.refundTitleCoins", coinsOf(coins))
    : rich("orders.refundTitleBoth", { money, ...coinsOf(coins) });
}

function listSteps({ amount, coins, askedAt, ...money }: PastRefund): ReactNode[] {
  const asked = askedAt === null ? [] : [rich("orders.refundAsked", { b, date: on(askedAt) })];
  const coinsBack =
    coins > 0 && askedAt !== null ? [rich("orders.refundCoinsBack", { b, date: on(askedAt), ...coinsOf(coins) })] : [];
  return amount > 0 ? [...asked, ...coinsBack, ...listMoneySteps(money)] : coinsBack;
}

type Money = Pick<PastRefund, "sentAt" | "arrivedAt" | "reference">;

function listMoneySteps({ sentAt, arrivedAt, reference }: Money): ReactNode[] {
  if (sentAt === null) return [rich("orders.refundUnsent", { b })];
  return [
    rich("orders.refundSent", { b, date: on(sentAt) }),
    arrivedAt === null ? rich("orders.refundOpen", { b }) : rich("orders.refundArrived", { b, date: on(arrivedAt) }),
    reference === null
      ? rich("orders.refundNoReference")
      : rich("orders.refundReference", { code: () => <code>{marked(reference)}</code> }),
  ];
}
