import { Fragment } from "react";

import type { CoinRecord } from "#app/commerce/types.ts";
import { formatExactPoints, formatMovedPoints } from "#app/pricing/format-money.ts";
import { marked, rich } from "#app/texts/rich.ts";
import { DateTime, formatDate } from "#app/ui/date.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { TICKET } from "#app/ui/illustration.tsx";

import { t } from "../../../config/language/t.ts";

/** The lines of the coin history. */
export function CoinLedger({ records }: { records: CoinRecord[] }) {
  if (records.length === 0) return <EmptyState drawing={TICKET} title={rich("orders.noCoins")} />;
  return (
    <ul className="ledger">
      {records.map((record) => (
        <li key={record.id}>
          <span className="ledger-words">
            <span>{describeReason(record)}</span>{" "}
            <span className="muted small">
              {listFacts(record).map((fact, index) => (
                <Fragment key={index}>
                  {index > 0 && " · "}
                  {fact}
                </Fragment>
              ))}
            </span>
          </span>{" "}
          <span className={record.isRedeemed ? "status good" : "status waiting"}>{nameState(record)}</span>{" "}
          <span className="points">
            <b>{rich("orders.points", { points: formatMovedPoints(record.amount), count: record.amount / 100 })}</b>{" "}
            {record.balanceAfter !== null && (
              <span className="muted small">
                {rich("orders.balanceAfter", { coins: formatExactPoints(record.balanceAfter) })}
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** The reasons for which "Redeemed" would be wrong. */
const OTHER_REASONS = ["grant", "order", "refund", "expiry", "taken"] as const;
const findOther = (reason: string) => OTHER_REASONS.find((one) => one === reason);

/** The word beside an amount: "Redeemed" for a voucher code and where the backend gives no reason, "Pending" for both. */
function nameState({ reason, isRedeemed }: CoinRecord) {
  const other = findOther(reason);
  if (!isRedeemed) return rich("orders.coinPending");
  return rich(other ? `orders.coin-${other}` : "orders.coinRedeemed");
}

/** The line in plain words with its voucher code or order; a reason of another backend as it sends it. */
function describeReason({ reason, couponCode, isRedeemed }: CoinRecord) {
  const code = () => <code>{marked(couponCode)}</code>;
  if (reason === "coupon") return rich(isRedeemed ? "orders.ledger-coupon" : "orders.ledger-couponWaiting", { code });
  if (reason === "order" && !isRedeemed) return rich("orders.ledger-orderWaiting", { code });
  const other = findOther(reason);
  return other ? rich(`orders.ledger-${other}`, { code }) : code();
}

const listFacts = ({ reason, username, createdAt, expiresAt }: CoinRecord) =>
  [
    reason !== "coupon" && findOther(reason) === undefined && reason,
    username && <bdi key="name">{username}</bdi>,
    createdAt !== null && <DateTime at={createdAt} />,
    expiresAt !== null && t("orders.expiresOn", { date: formatDate(expiresAt) }),
  ].filter(Boolean);
