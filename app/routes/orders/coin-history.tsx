import ChevronDown from "lucide/dist/esm/icons/chevron-down.mjs";

import type { CoinRecord } from "#app/commerce/types.ts";
import { areaLanguage } from "#app/texts/area-language.ts";
import { rich } from "#app/texts/rich.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { NotLoaded } from "#app/ui/notice.tsx";

import { t } from "../../../config/language/t.ts";
import { CoinLedger } from "./coin-ledger.tsx";

export type CoinHistoryProps = {
  isOpen: boolean;
  toggleHref: string;
  /** Sorted and filtered. Null while the panel is closed or the call failed. */
  records: CoinRecord[] | null;
  error?: string;
  sort: "date" | "amount";
  status: "all" | "redeemed" | "pending";
  code: string;
  show: "purchases" | "all";
  openOrders: string[];
};

/** The Coin History panel (docs/product.md, 8.5). Opening it is a link, because its records are fetched only then. */
export function CoinHistory({
  isOpen,
  toggleHref,
  records,
  error,
  sort,
  status,
  code,
  show,
  openOrders,
}: CoinHistoryProps) {
  return (
    <section className="panel coin-history" id="coin-history" aria-labelledby="coin-history-title">
      <h2 id="coin-history-title">
        <a href={toggleHref} aria-expanded={isOpen} className="panel-toggle">
          {rich("orders.coinHistory")} <Icon of={ChevronDown} className="icon-20 chevron" />
        </a>
      </h2>
      {isOpen && error && <NotLoaded>{error}</NotLoaded>}
      {isOpen && records && (
        <>
          <auto-submit>
            <form action="/order-history#coin-history" className="coin-controls">
              <input type="hidden" name="coins" value="open" />
              {show === "purchases" && <input type="hidden" name="show" value="purchases" />}
              {openOrders.map((id) => (
                <input key={id} type="hidden" name="open" value={id} />
              ))}
              <label>
                <span>{rich("orders.sortBy")}</span>{" "}
                <select name="sort" defaultValue={sort} className="input">
                  <option value="date" lang={areaLanguage("orders.date")}>
                    {t("orders.date")}
                  </option>
                  <option value="amount" lang={areaLanguage("orders.amount")}>
                    {t("orders.amount")}
                  </option>
                </select>
              </label>{" "}
              <label>
                <span>{rich("orders.status")}</span>{" "}
                <select name="status" defaultValue={status} className="input">
                  <option value="all" lang={areaLanguage("orders.allStatus")}>
                    {t("orders.allStatus")}
                  </option>
                  <option value="redeemed" lang={areaLanguage("orders.coinRedeemed")}>
                    {t("orders.coinRedeemed")}
                  </option>
                  <option value="pending" lang={areaLanguage("orders.coinPending")}>
                    {t("orders.coinPending")}
                  </option>
                </select>
              </label>{" "}
              <label className="grow">
                <span>{rich("orders.couponCode")}</span>{" "}
                <input
                  name="code"
                  type="search"
                  defaultValue={code}
                  placeholder={t("orders.couponCodeSearch")}
                  className="input"
                />
              </label>{" "}
              <Button look="outline" className="apply">
                {rich("orders.apply")}
              </Button>
            </form>
          </auto-submit>
          <CoinLedger records={records} />
        </>
      )}
    </section>
  );
}
