import type { ReactNode } from "react";

import { rich } from "#app/texts/rich.ts";

import { t } from "../../config/language/t.ts";
import { Money } from "./money.tsx";

export type ReceiptLine = {
  label: ReactNode;
  /** Paise, subtracted if `isDiscount`; null if unknown. */
  paise: number | null;
  isDiscount?: boolean;
};

/** More lines of cards than these are folded. */
const LINES_SHOWN = 4;

/** Cards, further amounts and their total; `children` come below (the coin switch, the button). */
export function PriceSummary({
  title,
  cards = [],
  lines,
  total,
  children,
}: {
  title: "cart.summary" | "checkout.yourOrder" | "checkout.bought";
  cards?: ReceiptLine[];
  lines: ReceiptLine[];
  total: ReceiptLine;
  children?: ReactNode;
}) {
  return (
    <section className="receipt" aria-label={t(title)}>
      <h2>{rich(title)}</h2>
      {cards.length > LINES_SHOWN && (
        <>
          <dl>{showLines(cards.slice(0, LINES_SHOWN))}</dl>
          <details className="more-lines">
            <summary>{rich("checkout.moreLines", { count: cards.length - LINES_SHOWN })}</summary>
            <dl>{showLines(cards.slice(LINES_SHOWN))}</dl>
          </details>
        </>
      )}
      <dl>
        {showLines(cards.length > LINES_SHOWN ? lines : [...cards, ...lines])}
        <ReceiptRow {...total} isTotal />
      </dl>
      {children}
    </section>
  );
}

const showLines = (lines: ReceiptLine[]) => lines.map((line, index) => <ReceiptRow key={index} {...line} />);

function ReceiptRow({ label, paise, isDiscount, isTotal }: ReceiptLine & { isTotal?: boolean }) {
  return (
    <div className={isTotal ? "total" : isDiscount ? "discount" : undefined}>
      <dt>{label}</dt>
      <dd>
        {isDiscount && "− "}
        {paise !== null && <Money paise={paise} />}
      </dd>
    </div>
  );
}
