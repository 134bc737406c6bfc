import type { WalletCard } from "#app/commerce/types.ts";
import { rich } from "#app/texts/rich.ts";
import { dayOf, formatDate } from "#app/ui/date.tsx";

import { daysLeft, shelfOf } from "./wallet-view.ts";

/** From so many days on the end is a warning. */
const SOON_DAYS = 30;
const URGENT_DAYS = 7;

type ExpiryProps = { card: WalletCard; now: number };

/** How long a card is valid: in words with a colour for one that can be used, else its date. */
export function Expiry({ card, now }: ExpiryProps) {
  const days = daysLeft(card, now);
  if (card.expiresAt === null || days === null) return <span className="muted small">{rich("wallet.noEnd")}</span>;
  const date = <time dateTime={dayOf(card.expiresAt)}>{describeDate(card.expiresAt, now)}</time>;
  if (shelfOf(card, now) !== "live" || days > SOON_DAYS) return <span className="muted small">{date}</span>;
  return (
    <span className="wallet-expiry">
      <span className={days <= URGENT_DAYS ? "status urgent" : "status waiting"}>
        {days === 0 ? rich("wallet.expiresToday") : rich("wallet.expiresIn", { days })}
      </span>{" "}
      <span className="muted small">{date}</span>
    </span>
  );
}

const describeDate = (at: number, now: number) =>
  rich(at <= now ? "wallet.expiredOn" : "wallet.validUntil", { date: formatDate(at) });
