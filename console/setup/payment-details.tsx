import { href } from "react-router";

import { gatewayName } from "../base/gateways.ts";
import { fieldsOf } from "./gateway-fields.ts";
import type { PaymentSetup } from "./payment-responses.ts";

type PaymentFactsProps = { setup: PaymentSetup; brand: string; mayReadMoney: boolean };

/** The brand's current gateway, and the steps that remain outside the console. */
export function PaymentDetails({ setup: { current, left }, brand, mayReadMoney }: PaymentFactsProps) {
  const fields = fieldsOf(current.gateway, { maySimulate: current.url !== undefined });
  return (
    <>
      <dl className="facts">
        <div>
          <dt>Shoppers pay by</dt>
          <dd>{gatewayName(current.gateway)}</dd>
        </div>
        {fields.map(({ path, label, options }) => {
          const value = current[path as keyof typeof current];
          return (
            value !== undefined && (
              <div key={path}>
                <dt>{label}</dt>
                <dd>{options?.[value] ?? value}</dd>
              </div>
            )
          );
        })}
      </dl>
      {left !== null && (
        <>
          <h2>Left to do at {gatewayName(current.gateway)}</h2>
          <ul>
            <li>
              Enter this webhook URL in its dashboard: <code className="address">{left.webhook_url}</code>
            </li>
            <li>
              Tick these events there:{" "}
              <ul className="events">
                {left.events.map((event) => (
                  <li key={event}>
                    <code>{event}</code>
                  </li>
                ))}
              </ul>
            </li>
            {mayReadMoney && (
              <li>
                Buy a card in the shop, and look among the{" "}
                <a href={href("/brands/:brand/webhooks", { brand })}>notifications of the gateway</a>.
              </li>
            )}
          </ul>
        </>
      )}
      {current.gateway === "vpa" && mayReadMoney && (
        <p>
          Your bank tells the shop nothing: somebody confirms each payment under{" "}
          <a href={href("/brands/:brand/payments/waiting", { brand })}>Payments to confirm</a>.
        </p>
      )}
    </>
  );
}
