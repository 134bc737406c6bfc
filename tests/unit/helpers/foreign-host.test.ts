import { expect, test } from "vitest";

import { ForeignHost } from "../../helpers/backend/foreign-host.ts";

async function logIn(host: ForeignHost): Promise<{ access_token: string; refresh_token: string }> {
  const body = JSON.stringify({
    username: host.shop.user.email,
    password: host.shop.user.password,
    grant_type: "password",
  });
  return (await call(host, "/user/login/", { method: "POST", body })).json();
}

const call = (host: ForeignHost, path: string, init: RequestInit = {}, token = "") =>
  fetch(host.url + path, {
    ...init,
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
  });

test("sells, takes coins and issues vouchers, with all numbers as text", async () => {
  await using host = await new ForeignHost().start();
  const { access_token: token } = await logIn(host);
  const post = (path: string, body: object) => call(host, path, { method: "POST", body: JSON.stringify(body) }, token);

  await post("/cart/", {
    cart_items: [{ product_id: "gc-001", quantity: 2, to_pay: 1000, selectedDenomination: 500 }],
  });
  const cart = await (await call(host, "/cart/", {}, token)).json();
  expect(cart).toMatchObject([{ quantity: "2", price: "500.00", to_pay: "1000.00" }]);

  const wrong = await post("/place-order/", { amount: 1, coins_used: 0, order_number: "ORD0" });
  expect([wrong.status, await wrong.json()]).toEqual([409, { detail: "The total has changed" }]);
  const placed = await post("/place-order/", {
    amount: 900,
    coins_used: 100,
    order_number: "ORD1",
    redirect_url: "http://x/",
  });
  expect(await placed.json()).toMatchObject({
    updatedCoins: "900.00",
    paymentLinks: { other: expect.stringContaining("am=900.00") },
  });

  host.shop.pay("ORD1");
  const history = await (await call(host, "/order-history/", {}, token)).json();
  expect(history).toMatchObject([{ status: "Completed", vouchers: [{ pin_code: 4321 }] }]);
  expect(host.recorded("POST /place-order/")[1]?.body).toMatchObject({ amount: 900, order_number: "ORD1" });
});

test("expires tokens during a session and refreshes them without rotation", async () => {
  await using host = await new ForeignHost().start();
  const { access_token: old, refresh_token } = await logIn(host);
  host.expireAccessTokensAfter(1);
  expect((await call(host, "/user-data/", {}, old)).status).toBe(200);
  expect((await call(host, "/cart/", {}, old)).status).toBe(401);
  const refreshed = await call(host, "/user/refreshtoken/", {
    method: "POST",
    body: JSON.stringify({ refresh_token }),
  });
  const { access_token, ...rest } = await refreshed.json();
  expect(rest).toEqual({});
  expect((await call(host, "/cart/", {}, access_token)).status).toBe(200);
});

test("fails as often as a test requests, then answers again", async () => {
  await using host = await new ForeignHost({ errors: "details" }).start();
  host.fail("GET /home/", 500, undefined, 1);
  const broken = await call(host, "/home/");
  expect([broken.status, broken.headers.get("content-type")]).toEqual([500, "text/html"]);
  expect((await call(host, "/home/")).status).toBe(200);
  expect(await (await call(host, "/cart/")).json()).toMatchObject({ details: { errorMessage: expect.any(String) } });
  expect((await call(host, "/user/logout/", { method: "POST", body: "{}" })).status).toBe(404);
});

test("lists pages of eight, and omits the list if nothing is found", async () => {
  await using host = await new ForeignHost().start();
  const last = await (await call(host, "/products/?page=3&perPage=8")).json();
  expect(last).toMatchObject({ next: null, count: "20", results: { length: 4 } });
  const sorted = await (await call(host, "/products/sort/?sort=desc&subcategories[]=sc1")).json();
  expect(sorted.results.products[0].subcategory.id).toBe("sc1");
  expect(await (await call(host, "/products/?price_min=99999")).json()).toEqual({ count: "0" });
});
