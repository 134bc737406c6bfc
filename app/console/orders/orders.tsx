import { z } from "zod";

import { valueOf } from "../answers.server.ts";
import { meContext, staffApiContext } from "../context.server.ts";
import { PageTitle } from "../page-title.tsx";
import type { Route } from "./+types/orders";

const OrdersSchema = z.object({
  orders: z.array(z.object({ id: z.string(), order_number: z.string(), status: z.string(), email: z.string() })),
});

export async function loader({ context, params: { brand }, url }: Route.LoaderArgs) {
  const { orders } = valueOf(await context.get(staffApiContext).get(`brands/${brand}/orders`, OrdersSchema), url);
  return { orders, brand: context.get(meContext).brands.find(({ id }) => id === brand)! };
}

export default function Orders({ loaderData: { orders, brand } }: Route.ComponentProps) {
  return (
    <>
      <PageTitle title="Orders" brand={brand.name} />
      <div className="table-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">Number</th>
              <th scope="col">State</th>
              <th scope="col">Shopper</th>
            </tr>
          </thead>
          <tbody>
            {orders.map(({ id, order_number, status, email }) => (
              <tr key={id}>
                <th scope="row">{order_number}</th>
                <td>{status}</td>
                <td>{email}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
