import { data, href } from "react-router";

import { explain } from "../answers.server.ts";
import { meContext, staffApiContext } from "../context.server.ts";
import { ImportForms } from "../imports/import-forms.tsx";
import { brandWith } from "../member.ts";
import { PageTitle } from "../page-title.tsx";
import { sayDone } from "../say-done.server.ts";
import type { Route } from "./+types/statement";
import { StatementLines } from "./statement-lines.tsx";
import { tellBooked } from "./tell-booked.ts";
import { StatementSchema } from "./upi-answers.ts";

const EXAMPLE = "reference,amount,note\n612345678901,450.00,UPI/ASHA RAO/Order ORD1795257662056";

export const loader = ({ context, params }: Route.LoaderArgs) => ({
  brand: brandWith(context.get(meContext), params.brand, "orders.refund"),
});

/** Checks a statement, and books it where it was checked before. */
export async function action({ request, context, params: { brand } }: Route.ActionArgs) {
  const form = await request.formData();
  const file = form.get("file");
  const text = file instanceof File ? await file.text() : String(form.get("text") ?? "");
  const path = `brands/${brand}/payments/statement`;
  const api = context.get(staffApiContext);
  const isBooking = form.has("book");
  const code = String(form.get("code") ?? "");
  const booked = isBooking ? await api.post(`${path}/apply`, StatementSchema, { text, ...(code && { code }) }) : null;
  if (booked?.ok) {
    return sayDone(context, tellBooked(booked.value.lines), href("/brands/:brand/payments/waiting", { brand }));
  }
  const checked = await api.post(path, StatementSchema, { text });
  if (!checked.ok) return data({ text, lines: null, problem: explain(checked.error) }, 400);
  const problem = booked === null ? null : explain(booked.error);
  return data({ text, lines: checked.value.lines, problem }, problem === null ? 200 : 400);
}

export default function Statement({ loaderData: { brand }, actionData }: Route.ComponentProps) {
  const lines = actionData?.lines;
  return (
    <>
      <PageTitle title="Import a bank statement" brand={brand.name} />
      {lines ? (
        <StatementLines brand={brand.id} lines={lines} text={actionData.text} problem={actionData.problem} />
      ) : (
        <>
          <ImportForms
            accept=".csv,text/csv"
            hint="CSV with the columns reference (the 12 digits of the UTR), amount (rupees) and note. At most 1 MB."
            example={EXAMPLE}
            about={
              <p>
                A row confirms an order where its note names the order’s number and the amount is exact. Take out debits
                first.
              </p>
            }
            actionData={
              actionData?.problem ? { typed: { text: actionData.text }, problem: actionData.problem } : undefined
            }
          />
        </>
      )}
    </>
  );
}
