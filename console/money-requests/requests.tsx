import { href } from "react-router";

import { formatMoney } from "#app/pricing/format-money.ts";
import { DateTime } from "#app/ui/date.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { brandIn } from "../base/member.ts";
import { valueOf } from "../base/responses.server.ts";
import { describeOutcome } from "../money/outcomes.ts";
import { sendDecision } from "../second-member/decide.server.ts";
import { DecideForm } from "../second-member/decide-form.tsx";
import { NoApprover } from "../second-member/no-approver.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { Refusal } from "../ui/refusal.tsx";
import type { Route } from "./+types/requests";
import { type MoneyRequest, RequestsSchema } from "./responses.ts";

export async function loader({ context, params: { brand }, url }: Route.LoaderArgs) {
  const answer = await context.get(staffApiContext).get(`brands/${brand}/money-requests`, RequestsSchema);
  return { brand: brandIn(context.get(meContext), brand), ...valueOf(answer, url) };
}

export const action = ({ request, context, params: { brand } }: Route.ActionArgs) =>
  sendDecision(context, request, {
    path: `brands/${brand}/money-requests`,
    back: href("/brands/:brand/money-requests", { brand }),
    describe: describeOutcome,
  });

/** Refunds and payments that wait for a second member. */
export default function Requests({ loaderData: { brand, limit, requests }, actionData }: Route.ComponentProps) {
  const mayDecide = brand.permissions.includes("orders.refund");
  const amount = formatMoney(limit * 100);
  return (
    <>
      <PageTitle title="Money that waits for approval" brand={brand.name} />
      <p>
        The staff gives away up to {amount} on one day alone: refunds of codes that were seen, and payments that a
        member confirms by hand or by a statement, together. What goes beyond happens when a second member approves. Who
        asked can only withdraw it. After seven days a request lapses.
      </p>
      {actionData && <Refusal {...actionData.problem} />}
      <NoApprover
        brand={brand}
        requests={requests}
        roles="finance, manager or owner"
        otherwise="Without one, an owner can raise the limit under “Limits”, or whoever runs the machine confirms the payment with “awning payments confirm”."
      />
      {requests.length === 0 && <p className="empty">None. What goes beyond {amount} on one day waits here.</p>}
      {requests.map((request) => (
        <section key={request.id} aria-labelledby={`request-${request.id}`}>
          <h2 id={`request-${request.id}`}>
            <Title brand={brand.id} request={request} />
          </h2>
          <ul>
            {request.what.map((line, index) => (
              <li key={index}>{line}</li>
            ))}
          </ul>
          <p>
            {request.asked_by} asked on <DateTime at={request.asked_at} />
            {request.reason !== null && `: ${request.reason}`}. It lapses on <DateTime at={request.lapses_at} />.
          </p>
          {mayDecide && <DecideForm id={request.id} isOwn={request.is_own} last={actionData} />}
        </section>
      ))}
    </>
  );
}

function Title({ brand, request }: { brand: string; request: MoneyRequest }) {
  const { kind, amount, what, order_id: order, order_number: number } = request;
  if (order === null) return `${what.length} payments of a statement, ${formatMoney(amount)} in all`;
  return (
    <>
      {kind === "order.refund" ? "Refund" : "Payment"} of {formatMoney(amount)} for{" "}
      <a href={href("/brands/:brand/orders/:order", { brand, order })}>{number}</a>
    </>
  );
}
