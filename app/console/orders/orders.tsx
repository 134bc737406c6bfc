import { z } from "zod";

import { valueOf } from "../answers.server.ts";
import { meContext, staffApiContext } from "../context.server.ts";
import { DataTable } from "../data-table.tsx";
import { brandIn } from "../member.ts";
import { PageTitle } from "../page-title.tsx";
import type { Route } from "./+types/orders";

const OrdersSchema = z.object({
  orders: z.array(z.object({ id: z.string(), order_number: z.string(), status: z.string(), email: z.string() })),
});

export async function loader({ context, params: { brand }, url }: Route.LoaderArgs) {
  const { orders } = valueOf(await context.get(staffApiContext).get(`brands/${brand}/orders`, OrdersSchema), url);
  return { orders, brand: brandIn(context.get(meContext), brand) };
}

export default function Orders({ loaderData: { orders, brand } }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title="Orders" brand={brand.name} />
      <DataTable
        caption="Orders"
        rows={orders}
        keyOf={({ id }) => id}
        empty="No orders yet. They appear here as soon as a shopper checks out."
        columns={[
          { label: "Number", cell: ({ order_number }) => order_number },
          { label: "State", cell: ({ status }) => status },
          { label: "Shopper", cell: ({ email }) => email },
        ]}
      />
    </>
  );
}
