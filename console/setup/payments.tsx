import { href, useLocation } from "react-router";

import { urlBeside } from "../../config/brand/origin.ts";
import { meContext, staffApiContext } from "../base/context.server.ts";
import { gatewayName, GATEWAYS } from "../base/gateways.ts";
import { brandWith } from "../base/member.ts";
import { valueOf } from "../base/responses.server.ts";
import { ReadOnly } from "../brand/read-only.tsx";
import { hrefWith } from "../table/list-url.ts";
import { PageTitle } from "../ui/page-title.tsx";
import type { Route } from "./+types/payments";
import { PaymentDetails } from "./payment-details.tsx";
import { PaymentForm } from "./payment-form.tsx";
import { PaymentSetupSchema } from "./payment-responses.ts";
import { SecretList } from "./secret-list.tsx";
import { setPayments } from "./set-payments.server.ts";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const brand = brandWith(context.get(meContext), params.brand, "brand.read");
  const answer = await context.get(staffApiContext).get(`brands/${brand.id}/brand/payments`, PaymentSetupSchema);
  const { left, ...rest } = valueOf(answer, url);
  const setup = { ...rest, left: left && { ...left, webhook_url: urlBeside(left.webhook_url, url).href } };
  const asked = url.searchParams.get("gateway") ?? "";
  const offered = Object.keys(GATEWAYS).filter((gateway) => gateway !== "sandbox" || setup.may_sandbox);
  return { brand, setup, offered, gateway: offered.includes(asked) ? asked : setup.current.gateway };
}

export const action = ({ request, context, params }: Route.ActionArgs) => setPayments(request, context, params.brand);

export default function Payments({ loaderData: { brand, setup, offered, gateway }, actionData }: Route.ComponentProps) {
  const location = useLocation();
  const canEdit = setup.read_only === null && brand.permissions.includes("payments.edit");
  const secrets = setup.secrets[gateway] ?? [];
  return (
    <>
      <PageTitle title="Payments" brand={brand.name} />
      <p>
        <a href={href("/brands/:brand/brand", { brand: brand.id })}>Brand</a>
      </p>
      {setup.read_only !== null && <ReadOnly reason={setup.read_only} brand={brand} />}
      <PaymentDetails setup={setup} brand={brand.id} mayReadMoney={brand.permissions.includes("money.read")} />
      <h2 id="change">{canEdit ? "Change it" : "Gateways"}</h2>
      <nav className="page-links gateways" aria-label="Gateways">
        {offered.map((one) => (
          <a
            key={one}
            href={`${hrefWith(location, { gateway: one })}#change`}
            aria-current={one === gateway ? "page" : undefined}
          >
            {gatewayName(one)}
          </a>
        ))}
      </nav>
      {secrets.length > 0 && <SecretList secrets={secrets} />}
      <PaymentForm key={gateway} gateway={gateway} setup={setup} canEdit={canEdit} actionData={actionData} />
    </>
  );
}
