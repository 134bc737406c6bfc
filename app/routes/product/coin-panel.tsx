import type { ReactNode } from "react";

import { formatPoints } from "#app/pricing/format-money.ts";
import { CoinMark } from "#app/ui/coin-mark.tsx";

type CoinPanelProps = {
  /** The most that coins pay, in hundredths, and the cash beside them, in paise. */
  discount: number;
  rest: number;
  /** The visitor's coins, in words. */
  coins?: ReactNode;
};

/** The saving by coins for this amount. <buy-card> updates the figures. */
export const CoinPanel = ({ discount, rest, coins }: CoinPanelProps) => (
  <section className="coin-panel" aria-labelledby="coin-details">
    <CoinMark size={32} />
    <div>
      <h2 id="coin-details">Coin Details</h2>
      <p>
        <b>
          ₹<span data-figure="coins">{formatPoints(discount)}</span> Coins
        </b>
      </p>
      <p>
        With enough coins: Saving{" "}
        <b>
          ₹<span data-figure="coins">{formatPoints(discount)}</span>
        </b>{" "}
        <span>
          (You'll pay just{" "}
          <b>
            ₹<span data-figure="rest">{formatPoints(rest)}</span>
          </b>{" "}
          for this purchase)
        </span>
      </p>
      {coins}
    </div>
  </section>
);
