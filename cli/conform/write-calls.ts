import { randomInt, randomUUID } from "node:crypto";

import { toRupees } from "../../app/base/money.ts";
import { createOrderNumber } from "../../app/commerce/order-number.server.ts";
import { ProfileSchema, SignupSchema } from "../../app/commerce/schemas/account.ts";
import { AckSchema, UpdatedSchema } from "../../app/commerce/schemas/acknowledgements.ts";
import { AddedSchema, CartSchema, RemovedSchema } from "../../app/commerce/schemas/cart.ts";
import { LoadCoinSchema } from "../../app/commerce/schemas/coins.ts";
import { OrderHistorySchema } from "../../app/commerce/schemas/history.ts";
import { PlacedOrderSchema } from "../../app/commerce/schemas/orders.ts";
import type { CartItem, Order, Product, Profile, Tokens } from "../../app/commerce/types.ts";
import { breaks, type Finding, tolerated } from "./judge.ts";
import { checkLinks } from "./payment-links.ts";
import { readOrder } from "./read-calls.ts";
import type { Run } from "./run.ts";

/** The sign-up sends this for no phone. */
const NO_PHONE = "0000000000";

/** Creates an account. @returns its login, or undefined if the backend refuses */
export async function signUp(run: Run): Promise<{ username: string; password: string } | undefined> {
  const account = { email: `c${randomUUID()}@conform.test`, password: `Co-${randomInt(1e9, 1e10)}x` };
  const body = { username: "Conform Check", ...account, phone: NO_PHONE };
  const made = await run.ask("signUp", SignupSchema, { body });
  if (made === undefined) return undefined;
  return { username: account.email, password: account.password };
}

/** Writes the profile back unchanged. @returns the profile */
export async function changeProfile(run: Run, token: string): Promise<Profile | undefined> {
  const profile = await run.ask("getProfile", ProfileSchema, { token });
  if (!profile) return undefined;
  const { username, email, addressLine1: address_line1, addressLine2: address_line2, country } = profile;
  const phone = profile.phone || NO_PHONE;
  const body = { username, email, phone, address_line1, address_line2, country };
  await run.ask("updateProfile", UpdatedSchema, { token, body });
  return profile;
}

/**
 * Writes back the addresses that receive vouchers, which only an order contains: they may differ from the account's own. If the
 * order names none, nothing is written, because the call would replace them.
 */
export async function changeContact(run: Run, token: string, account: Profile, order: Order): Promise<void> {
  const { username, email } = account;
  const contact = order.user;
  if (!contact?.email) return run.skip("updateUser", "the order does not say where vouchers go");
  const body = { username, email, email_new: contact.email, phone: contact.phone || NO_PHONE };
  await run.ask("updateUser", UpdatedSchema, { token, body });
}

/** Tries to redeem a coupon that does not exist. */
export async function loadCoins(run: Run, token: string): Promise<void> {
  const call = { token, body: { coupon_code: `CONFORM-${randomInt(1e9)}` } };
  const isRefusal = (json: unknown) => LoadCoinSchema.safeParse(json).data?.isSuccess === false;
  await run.askRefused("loadCoins", { about: "with a code that does not exist", statuses: [400], isRefusal, ...call });
}

/** Adds a card to the cart, changes and removes it, then orders one without paying. @returns the order */
export async function buy(run: Run, token: string, cards: Product[]): Promise<Order | undefined> {
  if (cards.length === 0) return undefined;
  const before = await run.ask("getCart", CartSchema, { token });
  if (!before) return undefined;
  const card = cards.find((candidate) => countOf(before, candidate) === 0) ?? cards[0]!;
  const held = countOf(before, card);
  const added = await addLine(run, token, card, before);
  if (!added) return undefined;
  const { id, quantity } = added;
  await run.ask("updateCartItem", UpdatedSchema, { token, body: { id: toWireId(id), ...toLine(card, quantity + 1) } });
  await readCart(run, token, "with one more of it", (items) => countOf(items, card) === held + 2);
  await run.ask("removeCartItem", RemovedSchema, { token, body: { id: toWireId(id) } });
  const isGone = (items: CartItem[]) => countOf(items, card) === held + 1 - quantity;
  const rest = await readCart(run, token, "without it", isGone);

  const line = rest && (await addLine(run, token, card, rest));
  const cart = line && (await run.ask("getCart", CartSchema, { token, about: "before the order" }));
  if (!cart) return undefined;
  const order = await placeOrder(run, token, cart);
  const after = await run.ask("getCart", CartSchema, { token, about: "after the order" });
  if (after?.some((item) => item.id === line.id)) {
    const call = { token, body: { id: toWireId(line.id) } };
    await run.ask("removeCartItem", RemovedSchema, call);
  }
  return order;
}

/** Adds one card. A backend may make a new line of it or add it to an equal one. @returns the line */
async function addLine(run: Run, token: string, card: Product, before: CartItem[]): Promise<CartItem | undefined> {
  const body = { cart_items: [{ product_id: toWireId(card.id), ...toLine(card, 1) }] };
  const isAdded = await run.ask("addToCart", AddedSchema, { token, body });
  if (isAdded === undefined) return undefined;
  const quantityBefore = (id: string) => before.find((item) => item.id === id)?.quantity ?? 0;
  const isOurs = (item: CartItem) => isOf(card, item) && item.quantity === quantityBefore(item.id) + 1;
  const cart = await readCart(run, token, "with the new card", (items) => items.some(isOurs));
  return cart?.find(isOurs);
}

const readCart = (run: Run, token: string, about: string, isRight: (items: CartItem[]) => boolean) =>
  run.ask("getCart", CartSchema, {
    token,
    about,
    check: (items) => (isRight(items) ? [] : [breaks([], "does not show the result of the last call")]),
  });

async function placeOrder(run: Run, token: string, cart: CartItem[]): Promise<Order | undefined> {
  const amount = cart.reduce((sum, { toPay }) => sum + toPay, 0);
  const orderNumber = createOrderNumber(Date.now());
  const { shop } = run.options;
  const body = {
    amount: toRupees(amount),
    coins_used: 0,
    order_number: orderNumber,
    redirect_url: `${shop}/payment-success?order_number=${orderNumber}`,
    notify_url: `${shop}/payment-notification?order_number=${orderNumber}`,
  };
  const placed = await run.ask("placeOrder", PlacedOrderSchema, {
    token,
    body,
    check: ({ links }) =>
      Object.keys(links).length > 0
        ? checkLinks(run, { amount, links })
        : [breaks(["paymentLinks"], "names no way to pay")],
  });
  if (!placed) return undefined;
  await run.ask("placeOrder", PlacedOrderSchema, {
    token,
    body,
    about: "with the same number again",
    check: ({ orderId }): Finding[] =>
      orderId === placed.orderId ? [] : [breaks(["orderId"], "makes a second order: the shopper could pay twice")],
  });
  const order = await readOrder(run, token, placed.orderId, { amount });
  await run.ask("getOrderHistory", OrderHistorySchema, {
    token,
    about: "with the new order",
    check: (orders) =>
      orders.some(({ id }) => id === placed.orderId) ? [] : [tolerated([], "does not show an order until it is paid")],
  });
  return order;
}

/** Ends the session, and checks that it has ended. */
export async function logOut(run: Run, { accessToken: token, refreshToken }: Tokens): Promise<void> {
  if (!refreshToken) return;
  const body = { refresh_token: refreshToken };
  await run.ask("logOut", AckSchema, { token, body });
  await run.askRefused("refreshToken", { about: "after the logout", statuses: [400, 401, 403], body });
}

/** The cart may name only the card. */
const isOf = (card: Product, { product, denomination }: CartItem) =>
  denomination === card.denominations[0]!.min &&
  (product.id === null ? product.name === card.name : product.id === card.id);

const countOf = (items: CartItem[], card: Product) =>
  items.reduce((count, item) => (isOf(card, item) ? count + item.quantity : count), 0);

const toLine = ({ denominations }: Product, quantity: number) => {
  const rupees = toRupees(denominations[0]!.min);
  return { quantity, to_pay: rupees * quantity, selectedDenomination: rupees };
};

/** Like the storefront, sends an integer id as a number. */
const toWireId = (id: string) => (/^(0|[1-9]\d{0,14})$/.test(id) ? Number(id) : id);
