import { formatPoints } from "#app/pricing/format-money.ts";

/** The shopper's coins (hundredths) in the header. */
export const CoinBalance = ({ coins }: { coins: number }) => (
  <b id="coin-balance" className="points">
    {formatPoints(coins)}
  </b>
);
