import type { ReactNode } from "react";

import { formatPoints } from "#app/pricing/format-money.ts";
import { rich } from "#app/texts/rich.ts";
import { CoinMark } from "#app/ui/coin-mark.tsx";

type CoinPanelProps = {
  /** The most that coins pay, in hundredths, and the cash beside them, in paise. */
  discount: number;
  rest: number;
  /** The visitor's coins, in words. */
  coins?: ReactNode;
};

/** The saving by coins for this amount. <buy-card> updates the figures. */
export function CoinPanel({ discount, rest, coins }: CoinPanelProps) {
  const figures = {
    b: (parts: ReactNode) => <b>{parts}</b>,
    coins: () => <span data-figure="coins">{formatPoints(discount)}</span>,
  };
  return (
    <section className="coin-panel" aria-labelledby="coin-details">
      <CoinMark size={32} />
      <div>
        <h2 id="coin-details">{rich("product.coins")}</h2>
        <p>{rich("product.coinAmount", figures)}</p>
        <p>
          {rich("product.coinSaving", {
            ...figures,
            rest: () => <span data-figure="rest">{formatPoints(rest)}</span>,
            span: (parts) => <span>{parts}</span>,
          })}
        </p>
        {coins}
      </div>
    </section>
  );
}
