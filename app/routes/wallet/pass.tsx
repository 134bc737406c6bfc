import type { WalletCard } from "#app/commerce/types.ts";
import { formatMoney } from "#app/pricing/format-money.ts";
import { cardHref } from "#app/routes/links.ts";
import { rich } from "#app/texts/rich.ts";
import { GiftCardImage } from "#app/ui/gift-card-image.tsx";
import { Money } from "#app/ui/money.tsx";

import { t } from "../../../config/language/t.ts";
import { Expiry } from "./expiry.tsx";
import { shelfOf } from "./wallet-view.ts";

type PassProps = { card: WalletCard; now: number; isEager: boolean };

/** A card in the list, as a link to its page. */
export function Pass({ card, now, isEager }: PassProps) {
  const shelf = shelfOf(card, now);
  return (
    <article className={shelf === "live" ? "wallet-pass" : "wallet-pass past"}>
      <div className="wallet-art">
        <GiftCardImage imageUrl={card.imageUrl} alt="" isEager={isEager} />
        <Stamp card={card} now={now} />
      </div>
      <div className="wallet-words">
        <h2>
          <a href={cardHref(card.id)}>
            {card.name ?? t("wallet.card")}
            <span className="sr"> {card.cardNumber}</span>
          </a>
        </h2>
        <Worth card={card} />
        <Expiry card={card} now={now} />
        <p className="muted small wallet-ending" aria-hidden="true">
          {card.cardNumber}
        </p>
      </div>
    </article>
  );
}

/** The rest of the amount, as its owner has noted it; else the amount. */
export function Worth({ card: { amount, amountLeft, isUsed } }: { card: WalletCard }) {
  if (amount === null) return null;
  const isPart = amountLeft !== null && amountLeft !== amount && !isUsed;
  return (
    <p className="wallet-worth">
      {isPart ? (
        rich("wallet.leftOf", {
          left: () => <Money paise={amountLeft} />,
          amount: () => <span className="muted small">{formatMoney(amount)}</span>,
        })
      ) : (
        <Money paise={amount} />
      )}
    </p>
  );
}

/** Across the picture of a card that cannot be used any more. */
export function Stamp({ card, now }: { card: WalletCard; now: number }) {
  if (card.isUsed) return <span className="wallet-stamp">{rich("wallet.used")}</span>;
  const shelf = shelfOf(card, now);
  if (shelf === "live" || shelf === "used") return null;
  return <span className="wallet-stamp grey">{rich(shelf === "expired" ? "wallet.expired" : "wallet.archived")}</span>;
}
