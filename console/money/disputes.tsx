import { href } from "react-router";

import { Button } from "#app/ui/button.tsx";

import { meContext, staffApiContext } from "../base/context.server.ts";
import { brandIn } from "../base/member.ts";
import { valueOf } from "../base/responses.server.ts";
import { Choice } from "../fields/choice.tsx";
import { DISPUTE_COLUMNS, DISPUTE_STATES } from "../orders/dispute-columns.tsx";
import { DisputesSchema } from "../orders/dispute-response.ts";
import { CsvLink } from "../table/csv-link.tsx";
import { DataTable } from "../table/data-table.tsx";
import { pickQuery } from "../table/list-url.ts";
import { OlderPage } from "../table/next-page.tsx";
import { PageTitle } from "../ui/page-title.tsx";
import type { Route } from "./+types/disputes";
import { OrderLink } from "./order-link.tsx";

const STATES = { undecided: "Not decided yet", ...DISPUTE_STATES };

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const query = pickQuery(url.searchParams, ["state", "after"]);
  const answer = await context.get(staffApiContext).get(`brands/${params.brand}/disputes`, DisputesSchema, query);
  return {
    brand: brandIn(context.get(meContext), params.brand),
    state: url.searchParams.get("state") ?? "",
    ...valueOf(answer, url),
  };
}

export default function Disputes({ loaderData: { brand, state, disputes, next } }: Route.ComponentProps) {
  const here = href("/brands/:brand/disputes", { brand: brand.id });
  return (
    <>
      <PageTitle title="Disputes" brand={brand.name} />
      <p>
        A payer asks the bank for the money back. Answer in the gateway’s dashboard in time: a missed deadline loses the
        dispute. Until the dispute is over, the shop holds what is not delivered, and unopened gifts stay shut.
      </p>
      <form method="get" className="filters">
        <Choice name="state" label="State" options={STATES} none="Any" value={state} />
        <p className="filter-acts">
          <Button>Show</Button> <a href={here}>Clear</a>
        </p>
      </form>
      <DataTable
        caption="Disputes"
        rows={disputes}
        keyOf={({ id }) => id}
        empty={
          state === ""
            ? "None. A dispute is listed here when the gateway reports it."
            : "No dispute is in this state. Choose another one."
        }
        columns={[{ label: "Order", cell: (row) => <OrderLink brand={brand.id} of={row} /> }, ...DISPUTE_COLUMNS]}
      />
      <OlderPage place={next} />
      {brand.permissions.includes("money.export") && disputes.length > 0 && (
        <CsvLink to={href("/brands/:brand/disputes.csv", { brand: brand.id })} />
      )}
    </>
  );
}
