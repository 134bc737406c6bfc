import { href } from "react-router";

import { gatewayName } from "../gateways.ts";
import { fieldsOf } from "./gateway-fields.ts";
import type { PaymentSetup } from "./payment-answers.ts";

type PaymentFactsProps = { setup: PaymentSetup; brand: string; mayReadMoney: boolean };

/** How the brand is paid now, and what is left to do elsewhere. */
export function PaymentFacts({ setup: { current, left }, brand, mayReadMoney }: PaymentFactsProps) {
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
              Tick the events there that <code>{left.guide}</code> of Awning&apos;s documentation lists.
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
