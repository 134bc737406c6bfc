import { randomUUID } from "node:crypto";

import { href, useLocation } from "react-router";

import { Button } from "#app/ui/button.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { brandIn } from "../base/member.ts";
import { valueOf } from "../base/responses.server.ts";
import { BulkForm } from "../bulk/bulk-form.tsx";
import { isBulk, sendBulk } from "../bulk/send-bulk.server.ts";
import { Choice } from "../fields/choice.tsx";
import { CsvLink } from "../table/csv-link.tsx";
import { pickQuery } from "../table/list-url.ts";
import { NextPage } from "../table/next-page.tsx";
import { ConfirmCode } from "../ui/confirm-code.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { Refusal } from "../ui/refusal.tsx";
import type { Route } from "./+types/coupons";
import { ACTIONS } from "./actions.ts";
import { CouponForm } from "./coupon-form.tsx";
import { CouponList } from "./coupon-list.tsx";
import { OneBatch } from "./one-batch.tsx";
import { OpenBatches } from "./open-batches.tsx";
import { CouponsSchema } from "./responses.ts";
import { sendAction } from "./send-action.server.ts";

const STATES = { unused: "Unused", used: "Used", over: "Withdrawn or ended" };

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const query = pickQuery(url.searchParams, ["state", "batch", "sort", "after"]);
  const list = await context.get(staffApiContext).get(`brands/${params.brand}/coupons`, CouponsSchema, query);
  return { brand: brandIn(context.get(meContext), params.brand), ...valueOf(list, url), formId: randomUUID() };
}

/** Begins an action on many coupons, makes some, or carries out one of ACTIONS. */
export async function action({ request, context, params: { brand }, url }: Route.ActionArgs) {
  const form = await request.formData();
  if (!isBulk(form)) return sendAction(context, brand, form, url);
  return sendBulk(context, { brand, list: "coupons", form, query: pickQuery(url.searchParams, ["state", "batch"]) });
}

export default function Coupons({ loaderData, actionData }: Route.ComponentProps) {
  const { brand, coupons, next, batches, batch, formId } = loaderData;
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  const mayEdit = brand.permissions.includes("coins.grant");
  const isFiltered = query.has("state") || batch !== null;
  const refused = createdIn(actionData);
  return (
    <>
      <PageTitle title="Coupons" brand={brand.name} />
      <Problem sent={actionData} />
      <OpenBatches brand={brand.id} batches={batches} mayApprove={brand.permissions.includes("coins.approve")} />
      {batch !== null && <OneBatch batch={batch} mayEdit={mayEdit} pathname={pathname} />}
      {mayEdit && (
        <details className="act" open={refused !== undefined || (batches.length === 0 && coupons.length === 0)}>
          <summary>Make coupons</summary>
          <CouponForm formId={formId} typed={refused?.typed} fields={refused?.problem.fields} />
        </details>
      )}
      <CouponFilter action={pathname} query={query} batch={batch?.id} />
      <BulkForm list="coupons" permissions={coupons.length === 0 ? [] : brand.permissions} isFiltered={isFiltered}>
        <CouponList brand={brand.id} coupons={coupons} mayEdit={mayEdit} isFiltered={isFiltered} />
      </BulkForm>
      <NextPage place={next} />
      {brand.permissions.includes("shoppers.export") && coupons.length > 0 && (
        <CsvLink to={href("/brands/:brand/coupons.csv", { brand: brand.id })} label="Download this list as CSV" />
      )}
    </>
  );
}

type Sent = Route.ComponentProps["actionData"];

/** The form for new coupons, if it was just refused. */
const createdIn = (sent: Sent) => (sent && "act" in sent && sent.act === "create" ? sent : undefined);

/** A form for the missing code, or the reason for a refusal. */
function Problem({ sent }: { sent: Sent }) {
  if (sent === undefined) return null;
  if (!("act" in sent)) return <Refusal {...sent.problem} />;
  const { act, typed, problem } = sent;
  const code = act === "create" ? undefined : problem.fields.code;
  if (code === undefined) return <Refusal {...problem} />;
  return <ConfirmCode typed={typed} problem={code} label={ACTIONS[act]!.label} />;
}

const CouponFilter = ({ action, query, batch }: { action: string; query: URLSearchParams; batch?: string }) => (
  <form className="search-form" action={action}>
    <Choice name="state" label="State" options={STATES} none="Any" value={query.get("state")} />
    {batch !== undefined && <input type="hidden" name="batch" value={batch} />}
    {query.has("sort") && <input type="hidden" name="sort" value={query.get("sort")!} />}
    <Button>Filter</Button>
  </form>
);
