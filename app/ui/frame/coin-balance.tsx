import { formatPoints } from "#app/ui/money.tsx";

/** `coins` in hundredths. */
export const CoinBalance = ({ coins }: { coins: number }) => (
  <b id="coin-balance" className="points">
    {formatPoints(coins)}
  </b>
);
