import { data, href, redirectDocument, type RouterContextProvider } from "react-router";
import { z } from "zod";

import { Button } from "#app/ui/button.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { readForm } from "../base/form.ts";
import { brandWith } from "../base/member.ts";
import { explain, valueOf } from "../base/responses.server.ts";
import { ReadOnly } from "../brand/read-only.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import { Refusal } from "../ui/refusal.tsx";
import type { Route } from "./+types/suppliers";
import { Findings } from "./findings.tsx";
import { FindingSchema } from "./payment-responses.ts";
import { SecretList } from "./secret-list.tsx";
import { SuppliersSchema } from "./supplier-responses.ts";
import { SupplierTable } from "./supplier-table.tsx";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const brand = brandWith(context.get(meContext), params.brand, "brand.read");
  const answer = await context.get(staffApiContext).get(`brands/${brand.id}/suppliers`, SuppliersSchema);
  return { brand, ...valueOf(answer, url) };
}

/** Long, because the call includes calls to the supplier. */
const DEADLINE_MS = 60_000;

/** Tries a supplier and shows the list with its balance; or redirects to a comparison with all suppliers. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { supplier = "", act } = readForm(await request.formData());
  if (act === "compare") return compare(context, params.brand);
  const path = `brands/${params.brand}/suppliers/${encodeURIComponent(supplier)}/try`;
  const schema = z.object({ findings: z.array(FindingSchema) });
  const tried = await context.get(staffApiContext).post(path, schema, {}, { deadlineMs: DEADLINE_MS });
  if (!tried.ok) return data({ supplier, findings: [], problem: explain(tried.error).text }, 400);
  return data({ supplier, findings: tried.value.findings, problem: null }, 200);
}

async function compare(context: Readonly<RouterContextProvider>, brand: string) {
  const schema = z.object({ job: z.string() });
  const answer = await context.get(staffApiContext).post(`brands/${brand}/suppliers/compare`, schema);
  if (!answer.ok) return data({ supplier: null, findings: [], problem: explain(answer.error).text }, 400);
  return redirectDocument(href("/brands/:brand/jobs/:job", { brand, job: answer.value.job }), 303);
}

export default function Suppliers({ loaderData, actionData }: Route.ComponentProps) {
  const { brand, suppliers, read_only: readOnly } = loaderData;
  const canEdit = readOnly === null && brand.permissions.includes("payments.edit");
  const mayTry = brand.permissions.includes("brand.edit");
  const secrets = suppliers.flatMap((supplier) => supplier.secrets);
  return (
    <>
      <PageTitle title="Suppliers" brand={brand.name} />
      <p className="page-links">
        <a href={href("/brands/:brand/brand", { brand: brand.id })}>Brand</a>
        {canEdit && <a href={href("/brands/:brand/brand/supplier", { brand: brand.id })}>Add a supplier</a>}
      </p>
      {actionData?.supplier === null && <Refusal text={actionData.problem} />}
      {actionData && actionData.supplier !== null && (
        <section className="tried" aria-labelledby="tried">
          <h2 id="tried">{actionData.supplier} was tried</h2>
          {actionData.problem !== null && <Refusal text={actionData.problem} />}
          <Findings findings={actionData.findings} />
        </section>
      )}
      {readOnly !== null && <ReadOnly reason={readOnly} brand={brand} />}
      <SupplierTable suppliers={suppliers} mayTry={mayTry} brand={brand.id} />
      {suppliers.length > 0 && brand.permissions.includes("catalogue.edit") && <CompareForm />}
      {secrets.length > 0 && (
        <>
          <h2>Secrets</h2>
          <SecretList secrets={secrets} />
        </>
      )}
    </>
  );
}

const CompareForm = () => (
  <form method="post" className="job-acts">
    <Button name="act" value="compare" busyLabel="Starting...">
      Compare with suppliers
    </Button>
    <span className="small">Lists what they sell otherwise than the products here say. Nothing changes yet.</span>
  </form>
);
