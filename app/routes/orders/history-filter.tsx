import { rich } from "#app/texts/rich.ts";

import { t } from "../../../config/language/t.ts";
import type { HistoryView } from "./history.ts";

type Show = HistoryView["show"];
type HistoryFilterProps = { current: Show; counts: Record<Show, number>; hrefOf: (show: Show) => string };

export const HistoryFilter = ({ current, counts, hrefOf }: HistoryFilterProps) => (
  <nav className="account-nav" aria-label={t("orders.whichOrders")}>
    <ul>
      {(["all", "purchases"] as const).map((show) => (
        <li key={show}>
          <a href={hrefOf(show)} aria-current={show === current ? "true" : undefined}>
            {rich(show === "all" ? "orders.allOrders" : "orders.purchases", { count: counts[show] })}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);
