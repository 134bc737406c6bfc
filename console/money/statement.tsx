import { data, href } from "react-router";
import { z } from "zod";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { readForm } from "../base/form.ts";
import { brandWith } from "../base/member.ts";
import { explain, valueOf } from "../base/responses.server.ts";
import { sayDone } from "../base/say-done.server.ts";
import { ImportForms } from "../imports/import-forms.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import type { Route } from "./+types/statement";
import { ChooseColumns } from "./choose-columns.tsx";
import { StatementLines } from "./statement-lines.tsx";
import { tellBooked } from "./tell-booked.ts";
import { BookedSchema, StatementSchema, WaitingSchema } from "./upi-responses.ts";

const EXAMPLE = "Date,Narration,UTR,Debit,Credit\n02/12/26,UPI/ASHA RAO/MAP7K392Q,633012345678,,450.00";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const brand = brandWith(context.get(meContext), params.brand, "orders.refund");
  const answer = await context.get(staffApiContext).get(`brands/${params.brand}/payments/waiting`, WaitingSchema);
  return { brand, isUpi: valueOf(answer, url).is_upi };
}

/** Checks a statement. After a check, books it or saves its columns. */
export async function action({ request, context, params: { brand } }: Route.ActionArgs) {
  const form = await request.formData();
  const sent = await readSent(form);
  const path = `brands/${brand}/payments/statement`;
  const api = context.get(staffApiContext);
  const { act, code, line, amount, note, debit, side, reference } = readForm(form);
  const typed = { line, amount, note, debit, side, reference };
  const booked =
    act === "book" ? await api.post(`${path}/apply`, BookedSchema, { ...sent, ...(code && { code }) }) : null;
  if (booked?.ok) {
    const text = tellBooked(booked.value);
    return sayDone(context, text, href("/brands/:brand/payments/waiting", { brand }));
  }
  const kept = act === "keep" ? await api.post(`${path}/columns`, z.object({}), { ...sent, ...typed }) : null;
  const tried = booked ?? kept;
  const problem = tried === null || tried.ok ? null : explain(tried.error);
  const checked = await api.post(path, StatementSchema, sent);
  if (!checked.ok) return data({ sent, checked: null, isChoosing: false, typed, problem: explain(checked.error) }, 400);
  const isChoosing = act === "choose" || (act === "keep" && problem !== null) || !checked.value.is_read;
  return data({ sent, checked: checked.value, isChoosing, typed, problem }, problem === null ? 200 : 400);
}

/** The statement in the API's format: pasted lines, or a file in base 64, which the page's forms send again. */
async function readSent(form: FormData) {
  const file = form.get("file");
  if (file instanceof File) return { text: "", file: Buffer.from(await file.arrayBuffer()).toString("base64") };
  return { text: String(form.get("text") ?? ""), file: String(file ?? "") };
}

export default function Statement({ loaderData: { brand, isUpi }, actionData }: Route.ComponentProps) {
  const { sent, checked, problem } = actionData ?? {};
  const title = <PageTitle title="Import a bank statement" brand={brand.name} />;
  if (!isUpi)
    return (
      <>
        {title}
        <p>This brand has a payment gateway, which confirms its payments without a statement.</p>
      </>
    );
  return (
    <>
      {title}
      {sent && checked ? (
        actionData?.isChoosing ? (
          <ChooseColumns
            brand={brand.id}
            sent={sent}
            checked={checked}
            typed={actionData.typed}
            problem={problem ?? null}
          />
        ) : (
          <StatementLines brand={brand.id} checked={checked} sent={sent} problem={problem ?? null} />
        )
      ) : (
        <ImportForms
          accept=".csv,.txt,.tsv,.xls,.xlsx,text/csv"
          hint="The bank’s own file, as CSV, text or .xlsx. At most 1 MB."
          example={EXAMPLE}
          about={
            <p>
              A row confirms an order if its note names the order’s number or reference and the amount is exact. Debits,
              totals and rows that cannot be read are listed and skipped.
            </p>
          }
          actionData={problem ? { typed: sent?.text ? { text: sent.text } : {}, problem } : undefined}
        />
      )}
    </>
  );
}
