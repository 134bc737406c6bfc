import { historyHref, type HistoryView } from "#app/commerce/history.ts";

type HistoryFilterProps = { view: HistoryView; counts: { vouchers: number; all: number } };

/** Two lists of the order history: without the orders that came to nothing, and with them. */
export const HistoryFilter = ({ view, counts }: HistoryFilterProps) => (
  <nav className="account-nav" aria-label="Which orders">
    <ul>
      {(["vouchers", "all"] as const).map((show) => (
        <li key={show}>
          <a href={historyHref({ ...view, show })} aria-current={view.show === show ? "true" : undefined}>
            {show === "all" ? "All orders" : "Vouchers"} ({counts[show]})
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
