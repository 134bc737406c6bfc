import { formatPoints } from "./money.tsx";

/** The shopper's coins (hundredths) in the header. */
export const CoinBalance = ({ coins }: { coins: number }) => (
  <b className="points coin-balance">{formatPoints(coins)}</b>
);

/** Brings it up to date on a page that hydrates, where the header stays as it came. */
export function showCoinBalance(coins: number) {
  for (const place of document.querySelectorAll(".coin-balance")) place.textContent = formatPoints(coins);
}
