import { formatPoints } from "#app/ui/money.tsx";

/** The shopper's coins (hundredths) in the header. */
export const CoinBalance = ({ coins }: { coins: number }) => (
  <b id="coin-balance" className="points">
    {formatPoints(coins)}
  </b>
);
