import { formatPoints } from "#app/pricing/format-money.ts";

/** `coins` in hundredths. */
export const CoinBalance = ({ coins }: { coins: number }) => (
  <b id="coin-balance" className="points">
    {formatPoints(coins)}
  </b>
);
