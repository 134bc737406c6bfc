import { randomInt, randomUUID } from "node:crypto";

import { toRupees } from "../../app/commerce/money.ts";
import { createOrderNumber } from "../../app/commerce/order-number.server.ts";
import * as schemas from "../../app/commerce/schemas.ts";
import type { CartItem, Product, Tokens } from "../../app/commerce/types.ts";
import { breaks, type Finding, tolerated } from "./judge.ts";
import { readOrder } from "./read-calls.ts";
import type { Run } from "./run.ts";

/** Makes an account. @returns its login, or undefined where the host refuses. */
export async function signUp(run: Run): Promise<{ username: string; password: string } | undefined> {
  const account = { email: `c${randomUUID()}@conform.test`, password: `Co-${randomInt(1e9, 1e10)}x` };
  const body = { username: "Conform Check", ...account, phone: "0000000000" };
  const made = await run.ask("signUp", schemas.SignupSchema, { body });
  if (made === undefined) return undefined;
  return { username: account.email, password: account.password };
}

/** Writes the profile back as it is. */
export async function changeProfile(run: Run, token: string): Promise<void> {
  const profile = await run.ask("getProfile", schemas.ProfileSchema, { token });
  if (!profile) return;
  const { username, email, phone, addressLine1: address_line1, addressLine2: address_line2, country } = profile;
  const body = { username, email, phone, address_line1, address_line2, country };
  await run.ask("updateProfile", schemas.UpdatedSchema, { token, body });
  await run.ask("updateUser", schemas.UpdatedSchema, { token, body: { username, email, email_new: email, phone } });
}

/** Redeems a coupon that does not exist. */
export async function loadCoins(run: Run, token: string): Promise<void> {
  const call = { token, body: { coupon_code: `CONFORM-${randomInt(1e9)}` } };
  const isRefusal = (json: unknown) => schemas.LoadCoinSchema.safeParse(json).data?.isSuccess === false;
  await run.askRefused("loadCoins", { about: "with a code that does not exist", statuses: [400], isRefusal, ...call });
}

/** Adds a card to the cart, changes and removes it, then orders one without paying. */
export async function buy(run: Run, token: string, card: Product): Promise<void> {
  const before = await run.ask("getCart", schemas.CartSchema, { token });
  const added = await addLine(run, token, card, before ?? []);
  if (!added) return;
  const { id } = added;
  const body = { id: toWireId(id), ...toLine(card, 2) };
  await run.ask("updateCartItem", schemas.UpdatedSchema, { token, body });
  await readCart(run, token, "with two of it", (items) => quantityOf(items, id) === 2);
  await run.ask("removeCartItem", schemas.RemovedSchema, { token, body: { id: toWireId(id) } });
  await readCart(run, token, "without it", (items) => quantityOf(items, id) === 0);

  const line = await addLine(run, token, card, before ?? []);
  const cart = line && (await run.ask("getCart", schemas.CartSchema, { token, about: "before the order" }));
  if (!cart) return;
  await placeOrder(run, token, cart);
  const after = await run.ask("getCart", schemas.CartSchema, { token, about: "after the order" });
  if (after?.some((item) => item.id === line.id)) {
    const call = { token, body: { id: toWireId(line.id) } };
    await run.ask("removeCartItem", schemas.RemovedSchema, call);
  }
}

async function addLine(run: Run, token: string, card: Product, before: CartItem[]): Promise<CartItem | undefined> {
  const body = { cart_items: [{ product_id: toWireId(card.id), ...toLine(card, 1) }] };
  const isAdded = await run.ask("addToCart", schemas.AddedSchema, { token, body });
  if (isAdded === undefined) return undefined;
  const isOurs = ({ id, denomination }: CartItem) =>
    denomination === card.denominations[0]!.min && !before.some((item) => item.id === id);
  const cart = await readCart(run, token, "with the new line", (items) => items.some(isOurs));
  return cart?.find(isOurs);
}

const readCart = (run: Run, token: string, about: string, isRight: (items: CartItem[]) => boolean) =>
  run.ask("getCart", schemas.CartSchema, {
    ...{ token, about },
    check: (items) => (isRight(items) ? [] : [breaks([], "is not the cart that the last call makes")]),
  });

async function placeOrder(run: Run, token: string, cart: CartItem[]): Promise<void> {
  const amount = cart.reduce((sum, { toPay }) => sum + toPay, 0);
  const orderNumber = createOrderNumber(Date.now());
  const { shop } = run.options;
  const body = {
    ...{ amount: toRupees(amount), coins_used: 0, order_number: orderNumber },
    redirect_url: `${shop}/payment-success?orderid=${orderNumber}`,
    notify_url: `${shop}/payment-notification?orderid=${orderNumber}`,
  };
  const wrong = { ...body, amount: toRupees(amount) + 1, order_number: createOrderNumber(Date.now()) };
  await run.askRefused("placeOrder", { about: "over a wrong amount", statuses: [400, 409, 422], token, body: wrong });
  const placed = await run.ask("placeOrder", schemas.PlacedOrderSchema, {
    ...{ token, body },
    check: ({ links }) => (Object.keys(links).length > 0 ? [] : [breaks(["paymentLinks"], "names no way to pay")]),
  });
  if (!placed) return;
  await run.ask("placeOrder", schemas.PlacedOrderSchema, {
    ...{ token, body, about: "with the same number again" },
    check: ({ orderId }): Finding[] =>
      orderId === placed.orderId ? [] : [breaks(["orderId"], "makes a second order: the shopper could pay twice")],
  });
  await readOrder(run, token, placed.orderId, amount);
  await run.ask("getOrderHistory", schemas.OrderHistorySchema, {
    ...{ token, about: "with the new order" },
    check: (orders) =>
      orders.some(({ id }) => id === placed.orderId) ? [] : [tolerated([], "does not show an order until it is paid")],
  });
}

/** Ends the session, and makes sure that it has ended. */
export async function logOut(run: Run, { accessToken: token, refreshToken }: Tokens): Promise<void> {
  if (!refreshToken) return;
  const body = { refresh_token: refreshToken };
  await run.ask("logOut", schemas.AckSchema, { token, body });
  await run.askRefused("refreshToken", { about: "after the logout", statuses: [400, 401, 403], body });
}

const quantityOf = (items: CartItem[], id: string) => items.find((item) => item.id === id)?.quantity ?? 0;

const toLine = ({ denominations }: Product, quantity: number) => {
  const rupees = toRupees(denominations[0]!.min);
  return { quantity, to_pay: rupees * quantity, selectedDenomination: rupees };
};

/** As the storefront sends ids: an integer as a number. */
const toWireId = (id: string) => (/^(0|[1-9]\d{0,14})$/.test(id) ? Number(id) : id);
