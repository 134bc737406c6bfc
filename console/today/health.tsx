import { formatMoney, formatPoints } from "#app/pricing/format-money.ts";
import { formatDateTime } from "#app/ui/date.tsx";

import { gatewayName } from "../base/gateways.ts";
import { type RangeName, RANGES } from "./buckets.ts";
import { Figure } from "./sales.tsx";
import type { TodayGateway, TodayMoney, TodayResponse } from "./today-response.ts";

/** The shop's state besides its sales. */
export function Health({ range, today }: { range: RangeName; today: TodayResponse }) {
  const { attempts, money, backup_at: backupAt } = today;
  return (
    <section aria-labelledby="health-title">
      <h2 id="health-title">Payments and coins</h2>
      <dl className="figures">
        {attempts.map(({ gateway, tried, paid }) => (
          <Figure
            key={gateway ?? "sandbox"}
            name={`Paid through ${gatewayName(gateway)}, ${RANGES[range].label}`}
            value={shareOf({ tried, paid })}
            note={`${paid} of ${tried} attempts so far`}
          />
        ))}
        <Figure
          name="Last backup"
          value={backupAt === null ? "None yet" : formatDateTime(backupAt)}
          note="By awning backup"
        />
        {money && <GatewayFigures {...money.gateway} />}
        {money && <MoneyFigures {...money} />}
      </dl>
    </section>
  );
}

export const shareOf = ({ tried, paid }: { tried: number; paid: number }) =>
  tried === 0 ? "–" : `${Math.round((100 * paid) / tried)} %`;

const GatewayFigures = ({ kind, notified_at: notifiedAt, comparison }: TodayGateway) => (
  <>
    {comparison && (
      <Figure
        name={`Compared with ${gatewayName(kind)}`}
        value={comparison.ended_at === null ? "Not yet" : formatDateTime(comparison.ended_at)}
        note={comparison.problem === null ? tellDifferences(comparison.differences) : `Stopped: ${comparison.problem}`}
      />
    )}
    {kind !== "vpa" && (
      <Figure
        name="Last notification"
        value={notifiedAt === null ? "None yet" : formatDateTime(notifiedAt)}
        note={`From ${gatewayName(kind)}`}
      />
    )}
  </>
);

const tellDifferences = (count: number) =>
  count === 0 ? "No differences" : `${count} ${count === 1 ? "difference" : "differences"}, listed under Money`;

export const CoinsFigure = ({ outstanding, lapsing }: TodayMoney["coins"]) => (
  <Figure
    name="Coins outstanding"
    value={formatPoints(outstanding)}
    note={`A liability of ${formatMoney(outstanding)}; ${formatPoints(lapsing)} lapse within 30 days`}
  />
);

const MoneyFigures = ({ refunds, coins, suppliers }: TodayMoney) => (
  <>
    <Figure
      name="Refunds in this time"
      value={formatMoney(refunds.amount)}
      note={`${refunds.orders} ${refunds.orders === 1 ? "order" : "orders"}, ${formatPoints(refunds.coins)} coins`}
    />
    <CoinsFigure {...coins} />
    {suppliers
      .filter(({ balance }) => balance !== null)
      .map(({ name, balance }) => (
        <Figure key={name} name={`Balance at ${name}`} value={formatMoney(balance!)} />
      ))}
  </>
);
