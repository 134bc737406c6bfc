import CalendarPlus from "lucide/dist/esm/icons/calendar-plus.mjs";
import type { ReactNode } from "react";

import type { WalletCard } from "#app/commerce/types.ts";
import { cardHref } from "#app/routes/links.ts";
import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { formatDate } from "#app/ui/date.tsx";
import { GiftCardImage } from "#app/ui/gift-card-image.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Money } from "#app/ui/money.tsx";

import { t } from "../../../config/language/t.ts";
import { Expiry } from "./expiry.tsx";
import { LeftForm } from "./left-form.tsx";
import { Stamp, Worth } from "./pass.tsx";
import type { TillCode } from "./till-code.server.ts";
import { TillPanel } from "./till-panel.tsx";
import { shelfOf } from "./wallet-view.ts";

type Shown = WalletCard & { mayMark: boolean };

type CardViewProps = {
  card: Shown;
  tillCode: TillCode | null;
  confirmHref: string;
  now: number;
  /** The typed amount, after a refusal or a login. */
  left: { typed: string; error: string | undefined } | null;
};

/** A card of the wallet: the code for the till first, then the notes of its owner. */
export function CardView({ card, tillCode, confirmHref, now, left }: CardViewProps) {
  return (
    <div className="wallet-card">
      <article className={shelfOf(card, now) === "live" ? "wallet-open" : "wallet-open past"}>
        <header>
          <div className="wallet-art">
            <GiftCardImage imageUrl={card.imageUrl} alt="" isEager />
            <Stamp card={card} now={now} />
          </div>
          <div className="wallet-words">
            <h1>{card.name ?? t("wallet.card")}</h1>
            <Worth card={card} />
            <Expiry card={card} now={now} />
          </div>
        </header>
        <TillPanel card={card} tillCode={tillCode} confirmHref={confirmHref} />
      </article>
      <section className="panel wallet-facts" aria-labelledby="facts-title">
        <h2 id="facts-title">{rich("wallet.facts")}</h2>
        <Facts card={card} />
        {card.amountLeft === 0 && !card.isUsed && <p className="muted">{rich("wallet.nothingLeft")}</p>}
        {!card.isUsed && card.amount !== null && <LeftForm card={card} about={`left on ${card.id}`} left={left} />}
        <Actions card={card} />
        {card.expiresAt !== null && card.expiresAt > now && (
          <p className="wallet-calendar">
            <a href={`${cardHref(card.id)}/expiry.ics`}>
              <Icon of={CalendarPlus} className="icon-20" /> {rich("wallet.calendar")}
            </a>
          </p>
        )}
      </section>
    </div>
  );
}

function Facts({ card }: { card: Shown }) {
  const { amount, amountLeft, expiresAt, orderId } = card;
  return (
    <dl className="facts">
      {amount !== null && <Fact name={rich("wallet.amount")}>{<Money paise={amount} />}</Fact>}
      {amount !== null && (
        <Fact name={rich("wallet.whatIsLeft")}>
          {amountLeft === null ? (
            <span className="muted">{rich("wallet.notNoted")}</span>
          ) : (
            <Money paise={amountLeft} />
          )}
        </Fact>
      )}
      <Fact name={rich("wallet.expiry")}>{expiresAt === null ? rich("wallet.noEnd") : formatDate(expiresAt)}</Fact>
      {orderId && (
        <Fact name={rich("wallet.order")}>
          <a href={`/order-history?${new URLSearchParams({ open: orderId })}#order-${encodeURIComponent(orderId)}`}>
            {rich("wallet.orderLink")}
          </a>
        </Fact>
      )}
    </dl>
  );
}

const Fact = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Each button undoes the one before. */
const Actions = ({ card: { isUsed, isArchived, mayMark } }: { card: Shown }) => (
  <div className="wallet-actions">
    {mayMark && (
      <form method="post">
        <input type="hidden" name="used" value={isUsed ? "0" : "1"} />
        <Button look={isUsed ? "quiet" : "primary"}>{rich(isUsed ? "wallet.markUnused" : "wallet.markUsed")}</Button>
      </form>
    )}{" "}
    <form method="post">
      <input type="hidden" name="archived" value={isArchived ? "0" : "1"} />
      <Button look="quiet">{rich(isArchived ? "wallet.unarchive" : "wallet.archive")}</Button>
    </form>
  </div>
);
