import ChevronDown from "lucide/dist/esm/icons/chevron-down.mjs";
import { Fragment } from "react";

import type { CoinRecord } from "#app/commerce/types.ts";
import { formatExactPoints, formatMovedPoints } from "#app/pricing/format-money.ts";
import { Button } from "#app/ui/button.tsx";
import { DateTime, formatDate } from "#app/ui/date.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { TICKET } from "#app/ui/illustration.tsx";
import { NotLoaded } from "#app/ui/notice.tsx";

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
          Coin History <Icon of={ChevronDown} className="icon-20 chevron" />
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
                <span>Sort by</span>{" "}
                <select name="sort" defaultValue={sort} className="input">
                  <option value="date">Date</option>
                  <option value="amount">Amount</option>
                </select>
              </label>{" "}
              <label>
                <span>Status</span>{" "}
                <select name="status" defaultValue={status} className="input">
                  <option value="all">All Status</option>
                  <option value="redeemed">Redeemed</option>
                  <option value="pending">Pending</option>
                </select>
              </label>{" "}
              <label className="grow">
                <span>Coupon code</span>{" "}
                <input
                  name="code"
                  type="search"
                  defaultValue={code}
                  placeholder="Search coupon code"
                  className="input"
                />
              </label>{" "}
              <Button look="outline" className="apply">
                Apply
              </Button>
            </form>
          </auto-submit>
          <Ledger records={records} />
        </>
      )}
    </section>
  );
}

/** Labels for common reasons; others show as the backend sends them. */
const REASONS: Record<string, string> = {
  coupon: "Voucher code",
  grant: "Bonus",
  order: "Used for an order",
  refund: "Returned",
  expiry: "Expired",
  taken: "Taken back",
};

function Ledger({ records }: { records: CoinRecord[] }) {
  if (records.length === 0) return <EmptyState drawing={TICKET} title="No coins here yet" />;
  return (
    <ul className="ledger">
      {records.map((record) => (
        <li key={record.id}>
          <span className="ledger-words">
            <code>{record.couponCode}</code>{" "}
            <span className="muted small">
              {describe(record).map((fact, index) => (
                <Fragment key={index}>
                  {index > 0 && " · "}
                  {fact}
                </Fragment>
              ))}
            </span>
          </span>{" "}
          <span className={record.isRedeemed ? "status good" : "status waiting"}>
            {record.isRedeemed ? "Redeemed" : "Pending"}
          </span>{" "}
          <span className="points">
            <b>{formatMovedPoints(record.amount)} Pts</b>{" "}
            {record.balanceAfter !== null && (
              <span className="muted small">Balance {formatExactPoints(record.balanceAfter)}</span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

const describe = ({ reason, username, createdAt, expiresAt }: CoinRecord) =>
  [
    REASONS[reason] ?? reason,
    username && <bdi key="name">{username}</bdi>,
    createdAt !== null && <DateTime at={createdAt} />,
    expiresAt !== null && `expires on ${formatDate(expiresAt)}`,
  ].filter(Boolean);
