import { compare } from "./load.ts";
import { BROWSER, signIn, startShop } from "./shop.ts";
import type { Row } from "./table.ts";

/** CPU time of the storefront for one poll of a tab that waits for its payment, and for one search suggestion, whose cards are kept. */
export async function poll(): Promise<Row[]> {
  await using shop = await startShop();
  const { cookie } = await signIn(shop.program, shop.host);
  const headers = { ...BROWSER, "accept-encoding": "gzip, deflate, br", host: shop.host, cookie };
  const { state, suggest } = await compare({
    state: { program: shop.program, path: "/order-state?orderid=unknown", headers },
    suggest: { program: shop.program, path: "/suggest?q=tea", headers },
  });
  return [
    { what: "a poll of an order's state, CPU of the storefront", value: state.cpuMicros, unit: "µs", goal: 250 },
    {
      what: "a search suggestion that others have just got, CPU of the storefront",
      value: suggest.cpuMicros,
      unit: "µs",
      goal: 400,
    },
  ];
}
