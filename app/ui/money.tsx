import { PRICE_DECIMALS } from "#app/base/constants.ts";
import { formatMoney } from "#app/pricing/format-money.ts";

/** `paise` is an integer. */
export function Money({ paise, className = "" }: { paise: number; className?: string }) {
  return (
    <data value={(paise / 100).toFixed(PRICE_DECIMALS)} className={`money ${className}`.trim()}>
      {formatMoney(paise)}
    </data>
  );
}
