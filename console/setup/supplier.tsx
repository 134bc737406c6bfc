import { data, href } from "react-router";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { brandWith } from "../base/member.ts";
import { valueOf } from "../base/responses.server.ts";
import { ReadOnly } from "../brand/read-only.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import type { Route } from "./+types/supplier";
import { SecretList } from "./secret-list.tsx";
import { setSupplier } from "./set-supplier.server.ts";
import { kindName, SUPPLIER_KINDS } from "./supplier-fields.ts";
import { SupplierForm } from "./supplier-form.tsx";
import { SuppliersSchema } from "./supplier-responses.ts";

/** The supplier in the query's `name`; without it a new one. */
export async function loader({ context, params, url }: Route.LoaderArgs) {
  const brand = brandWith(context.get(meContext), params.brand, "brand.read");
  const setup = valueOf(await context.get(staffApiContext).get(`brands/${brand.id}/suppliers`, SuppliersSchema), url);
  const name = url.searchParams.get("name");
  const supplier = setup.suppliers.find((one) => one.name === name);
  const canEdit = setup.read_only === null && brand.permissions.includes("payments.edit");
  if (name === null ? !canEdit : supplier === undefined) throw data(null, 404);
  const asked = url.searchParams.get("kind") ?? "";
  return {
    brand,
    setup,
    supplier,
    canEdit,
    kind: supplier?.kind ?? (Object.hasOwn(SUPPLIER_KINDS, asked) ? asked : "woohoo"),
  };
}

export const action = ({ request, context, params }: Route.ActionArgs) => setSupplier(request, context, params.brand);

export default function SupplierPage({ loaderData, actionData }: Route.ComponentProps) {
  const { brand, setup, supplier, canEdit, kind } = loaderData;
  const page = href("/brands/:brand/brand/supplier", { brand: brand.id });
  return (
    <>
      <PageTitle title={supplier ? `Supplier ${supplier.name}` : "Add a supplier"} brand={brand.name} />
      <p>
        <a href={href("/brands/:brand/brand/suppliers", { brand: brand.id })}>Suppliers</a>
      </p>
      {setup.read_only !== null && <ReadOnly reason={setup.read_only} brand={brand} />}
      {supplier === undefined && (
        <nav className="page-links gateways" aria-label="Kinds of suppliers">
          {Object.keys(SUPPLIER_KINDS).map((one) => (
            <a key={one} href={`${page}?kind=${one}`} aria-current={one === kind ? "page" : undefined}>
              {kindName(one)}
            </a>
          ))}
        </nav>
      )}
      <h2>{kindName(kind)}</h2>
      {supplier ? (
        <SecretList secrets={supplier.secrets} />
      ) : (
        <p>
          Its secrets stay in the environment. <b>Try</b> names the variables that are missing.
        </p>
      )}
      <SupplierForm
        key={kind}
        kind={kind}
        supplier={supplier}
        setup={setup}
        canEdit={canEdit}
        actionData={actionData}
      />
    </>
  );
}
