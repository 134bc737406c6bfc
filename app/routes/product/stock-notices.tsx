import { toRupees } from "#app/base/money.ts";
import type { StockNotices as Notices } from "#app/commerce/types.ts";
import { formatMoney } from "#app/pricing/format-money.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";

type StockNoticesProps = { product: { id: string; name: string }; notices: Notices };

export function StockNotices({ product, notices: { amounts, firstHref } }: StockNoticesProps) {
  const label = (amount: number) => `Tell me when ${formatMoney(amount)} is back`;
  return (
    <section className="stock-notices" aria-labelledby="stock-notices">
      <h2 id="stock-notices">Tell me when it is back</h2>
      <p className="muted small">
        {firstHref === null
          ? "We send one mail to your account's address, and nothing else."
          : firstHref === "/verify-email"
            ? "We mail confirmed addresses only: please confirm yours first."
            : "We mail the address of your account: please log in first."}
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
                  <span>We will mail you when {formatMoney(amount)} is back.</span>{" "}
                  <Button look="quiet" name="forget" value={toRupees(amount)}>
                    Cancel this notice<span className="sr"> about {formatMoney(amount)}</span>
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
