import { href } from "react-router";

import { Button } from "#app/ui/button.tsx";
import { DateTime } from "#app/ui/date.tsx";

import { gatewayName } from "../base/gateways.ts";
import type { Difference, MoneyResponse } from "./money-response.ts";

const REMEDIES = {
  send: "Send it again on the order’s page, or pay it back another way and say so there.",
  "by-hand": "Then say on the order’s page that it was paid back another way.",
};

type DifferencesProps = { brand: string; money: MoneyResponse; mayCompare: boolean };

/** The differences between the books and the gateway, and the time of the comparison. */
export function Differences({ brand, money: { gateway, comparison, differences }, mayCompare }: DifferencesProps) {
  return (
    <>
      <h2>Differences with {gatewayName(gateway)}</h2>
      {comparison && (
        <p>
          {comparison.finished_at === null ? (
            "The books have not been compared with the gateway yet."
          ) : (
            <>
              Last compared on <DateTime at={comparison.finished_at} />
              {comparison.payments_until !== null && (
                <>
                  , for payments until <DateTime at={comparison.payments_until} />
                </>
              )}
              .
            </>
          )}{" "}
          {comparison.is_running && "They are being compared now; load this page again in a minute."}
        </p>
      )}
      {comparison?.unlisted && <p>{comparison.unlisted} cannot be compared: the gateway lists none.</p>}
      {comparison && mayCompare && !comparison.is_running && (
        <form method="post">
          <Button look="outline" busyLabel="Asking...">
            Compare with the gateway now
          </Button>
        </form>
      )}
      {differences.length === 0 ? (
        <p className="empty">
          None. The books are compared with the gateway once a day; each difference is a line here, with what to do.
        </p>
      ) : (
        <ul className="waiting">
          {differences.map((difference) => (
            <li key={`${difference.source} ${difference.order} ${difference.text}`}>
              <Line brand={brand} {...difference} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Line({ brand, order, text, remedy }: Difference & { brand: string }) {
  return (
    <>
      {order !== null && (
        <>
          Order <a href={href("/brands/:brand/orders/:order", { brand, order })}>{order}</a>:{" "}
        </>
      )}
      {text}
      {remedy !== null && `. ${REMEDIES[remedy]}`}
    </>
  );
}
