import { data, href } from "react-router";
import { z } from "zod";

import { DateTime } from "#app/ui/date.tsx";
import { Money } from "#app/ui/money.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { readForm, type Typed } from "../base/form.ts";
import { brandIn } from "../base/member.ts";
import { explain, valueOf } from "../base/responses.server.ts";
import { sayDone } from "../base/say-done.server.ts";
import { STATES } from "../orders/labels.ts";
import { DataTable } from "../table/data-table.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { Refusal } from "../ui/refusal.tsx";
import type { Route } from "./+types/waiting";
import { ConfirmPayment } from "./confirm-payment.tsx";
import { CorrectReference } from "./correct-reference.tsx";
import { OrderLink } from "./order-link.tsx";
import { describeOutcome } from "./outcomes.ts";
import { WaitingSchema } from "./upi-responses.ts";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const answer = await context.get(staffApiContext).get(`brands/${params.brand}/payments/waiting`, WaitingSchema);
  const brand = brandIn(context.get(meContext), params.brand);
  return { brand, chosen: url.searchParams.get("order"), ...valueOf(answer, url) };
}

/** Confirms a payment that the member has found on the statement, or corrects the UTR of a confirmed one. */
export async function action({ request, context, params: { brand } }: Route.ActionArgs) {
  const { code, ...typed } = readForm(await request.formData());
  if (typed.wrong !== undefined) return correct(context, brand, typed, code);
  const schema = z.object({ order_number: z.string(), outcome: z.array(z.string()), is_waiting: z.boolean() });
  const answer = await context.get(staffApiContext).post(`brands/${brand}/payments/confirm`, schema, {
    order: typed.order,
    reference: typed.reference,
    amount: typed.amount,
    other_amount: typed.other_amount !== undefined,
    ...(code && { code }),
  });
  if (!answer.ok) return data({ typed, problem: explain(answer.error) }, 400);
  const { order_number, outcome, is_waiting } = answer.value;
  const done = is_waiting ? "a second member has to approve this" : outcome.map(describeOutcome).join("; ");
  const text = `Order ${order_number}: ${done}.`;
  return sayDone(context, text, href("/brands/:brand/payments/waiting", { brand }));
}

async function correct(context: Route.ActionArgs["context"], brand: string, typed: Typed, code: string | undefined) {
  const schema = z.object({ order_number: z.string() });
  const body = { wrong: typed.wrong, right: typed.right, ...(code && { code }) };
  const answer = await context.get(staffApiContext).post(`brands/${brand}/payments/correct`, schema, body);
  if (!answer.ok) return data({ typed, problem: explain(answer.error) }, 400);
  const text = `Order ${answer.value.order_number}: the UTR is corrected.`;
  return sayDone(context, text, href("/brands/:brand/payments/waiting", { brand }));
}

export default function Waiting({ loaderData: { brand, chosen, is_upi, waiting }, actionData }: Route.ComponentProps) {
  const isCorrection = actionData?.typed.wrong !== undefined;
  const mayConfirm = is_upi && brand.permissions.includes("orders.refund");
  return (
    <>
      <PageTitle title="Payments to confirm" brand={brand.name} />
      {!is_upi && <p>This brand has a payment gateway, which confirms its payments by itself.</p>}
      {mayConfirm && (
        <p className="page-links">
          <a href={href("/brands/:brand/payments/statement", { brand: brand.id })}>Import a bank statement</a>
          <a href="#confirm">Confirm a payment</a>
          <a href="#correct">Correct a UTR</a>
          <a href={href("/brands/:brand/money-requests", { brand: brand.id })}>Money that waits for approval</a>
        </p>
      )}
      {actionData && <Refusal {...actionData.problem} />}
      {is_upi && (
        <DataTable
          caption="Payments to confirm"
          rows={waiting}
          keyOf={({ id }) => id}
          empty="None. A payment to your UPI id waits here until you have found it on the bank statement, for 30 days at most."
          columns={[
            { label: "Order", cell: (row) => <OrderLink brand={brand.id} of={row} /> },
            { label: "Reference", cell: ({ short_reference }) => short_reference ?? "" },
            { label: "Since", cell: ({ created_at }) => <DateTime at={created_at} /> },
            { label: "State", cell: ({ status }) => STATES[status] ?? status },
            { label: "Cash", isNumber: true, cell: ({ amount }) => <Money paise={amount} /> },
            {
              label: "Action",
              cell: ({ order_number }) =>
                mayConfirm && (
                  <a href={`?order=${encodeURIComponent(order_number)}#confirm`}>
                    Confirm<span className="sr"> the payment of {order_number}</span>
                  </a>
                ),
            },
          ]}
        />
      )}
      {mayConfirm && (
        <>
          <ConfirmPayment order={chosen} actionData={isCorrection ? undefined : actionData} />
          <CorrectReference actionData={isCorrection ? actionData : undefined} />
        </>
      )}
    </>
  );
}
