import { toRupees } from "#app/base/money.ts";
import type { StockNotices as Notices } from "#app/commerce/types.ts";
import { formatMoney } from "#app/pricing/format-money.ts";
import { rich } from "#app/texts/rich.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";

import { t } from "../../../config/language/t.ts";

type StockNoticesProps = { product: { id: string; name: string }; notices: Notices };

export function StockNotices({ product, notices: { amounts, firstHref } }: StockNoticesProps) {
  const label = (amount: number) => t("product.askForNotice", { amount: formatMoney(amount) });
  return (
    <section className="stock-notices" aria-labelledby="stock-notices">
      <h2 id="stock-notices">{rich("product.notices")}</h2>
      <p className="muted small">
        {firstHref === null
          ? rich("product.noticesText")
          : firstHref === "/verify-email"
            ? rich("product.confirmForNotice")
            : rich("product.logInForNotice")}
      </p>
      <form method="post" action="/stock-notice">
        <input type="hidden" name="product" value={product.id} />
        <input type="hidden" name="name" value={product.name} />
        <ul>
          {amounts.map(({ amount, isAwaited }) => (
            <li key={amount}>
              {firstHref !== null ? (
                <ButtonLink href={firstHref} look="outline">
                  {label(amount)}
                </ButtonLink>
              ) : isAwaited ? (
                <>
                  <span>{rich("product.noticeAwaited", { amount: formatMoney(amount) })}</span>{" "}
                  <Button look="quiet" name="forget" value={toRupees(amount)}>
                    {rich("product.cancelNotice", {
                      sr: (parts) => <span className="sr">{parts}</span>,
                      amount: formatMoney(amount),
                    })}
                  </Button>
                </>
              ) : (
                <Button look="outline" name="tell" value={toRupees(amount)}>
                  {label(amount)}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </form>
    </section>
  );
}
