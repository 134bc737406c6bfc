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

/** Amounts and their total; `children` come below (the coin switch, the button). */
export function PriceSummary({
  title,
  lines,
  total,
  children,
}: {
  title: "cart.summary" | "checkout.yourOrder" | "checkout.bought";
  lines: ReceiptLine[];
  total: ReceiptLine;
  children?: ReactNode;
}) {
  return (
    <section className="receipt" aria-label={t(title)}>
      <h2>{rich(title)}</h2>
      <dl>
        {lines.map((line, index) => (
          <ReceiptRow key={index} {...line} />
        ))}
        <ReceiptRow {...total} isTotal />
      </dl>
      {children}
    </section>
  );
}

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
