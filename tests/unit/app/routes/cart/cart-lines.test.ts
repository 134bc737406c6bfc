import { afterEach, beforeEach, expect, test } from "vitest";

import { changeCart } from "#app/routes/cart/cart-lines.server.ts";

import { ForeignHost } from "../../../../helpers/backend/foreign-host.ts";
import { clientOf } from "../../../../helpers/storefront/client.ts";

let host: ForeignHost;
let shop: Awaited<ReturnType<typeof clientOf>>;
beforeEach(async () => {
  host = await new ForeignHost().start();
  shop = await clientOf(host);
});
afterEach(() => host[Symbol.asyncDispose]());

/** The quantity of each line in the backend's cart. */
const quantities = () => host.shop.cart.map(({ quantity }) => quantity);

/** Fills the cart with a line for each quantity. */
async function fill(...wanted: number[]) {
  const { commerce } = await shop.signIn();
  for (const [index, quantity] of wanted.entries())
    await commerce.addToCart({ productId: `gc-00${index + 1}`, quantity: 1, denomination: 50_000 }).then(() => {
      host.shop.cart[index]!.quantity = quantity;
    });
  host.requests.length = 0;
}

/** The cart's form: the quantities that the page showed, and those that are in its boxes; then what is pressed. */
async function send(shown: number[], typed: string[], pressed: Record<string, string> = {}) {
  const { commerce } = await shop.signIn();
  const form = new FormData();
  for (const [index, { id }] of host.shop.cart.entries()) {
    form.set(`shown.${id}`, String(shown[index]));
    form.set(`quantity.${id}`, typed[index]!);
  }
  for (const [name, value] of Object.entries(pressed)) form.set(name, value);
  return changeCart(commerce, form);
}

const changes = () => host.recorded("PATCH /cart/").map(({ body }) => body);

test("an untouched line keeps another tab's change", async () => {
  await fill(5, 2);
  expect((await send([1, 2], ["01", "03"])).problems).toEqual([]);
  expect(quantities()).toEqual([5, 3]);
});

test("an untouched line keeps a quantity above the form's limit", async () => {
  await fill(1_200, 1);
  expect((await send([1_200, 1], ["1200", "02"])).problems).toEqual([]);
  expect([quantities(), changes().length]).toEqual([[1_200, 2], 1]);
});

test("a typed quantity changes its own line only", async () => {
  await fill(1, 1, 1);
  await send([1, 1, 1], ["01", "04", "01"]);
  expect(quantities()).toEqual([1, 4, 1]);
  expect(changes()).toEqual([expect.objectContaining({ id: host.shop.cart[1]!.id, quantity: 4 })]);
});

test("a typed quantity that equals the shown one is a change if the page marks it", async () => {
  await fill(5);
  const { id } = host.shop.cart[0]!;
  const { commerce } = await shop.signIn();
  // The element takes the shown one out of the form when somebody types.
  const form = new FormData();
  form.set(`quantity.${id}`, "1");
  await changeCart(commerce, form);
  expect(quantities()).toEqual([1]);
});
