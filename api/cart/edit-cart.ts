import { t } from "../../config/language/t.ts";
import { ApiError, notFound } from "../base/error.ts";
import type { Writer } from "../db/database.ts";
import { denominationProblem } from "../domain/denominations.ts";
import { type Gift, sendOnProblem, storeGift } from "../domain/gifts/gift.ts";
import { MAX_TOTAL_PAISE, toRupees } from "../domain/pricing.ts";
import { translated } from "../domain/translations.ts";
import { lockUser } from "../repositories/accounts/users.ts";
import {
  type CartChoice,
  type CartLine,
  deleteCartLine,
  findCartLine,
  insertCartLine,
  listCart,
  updateCartLine,
} from "../repositories/cart/cart.ts";
import { type CartLine as StockedCartLine, listCartForOrder } from "../repositories/cart/order-cart.ts";
import { findProduct } from "../repositories/catalogue/catalogue.ts";
import { isOffered } from "../repositories/suppliers/product-sources.ts";
import type { Shop } from "../shop/shop.ts";

/**
 * A card that a shopper adds. `shownTotal` is the total that the page showed, if the client sends it. Amounts in paise.
 */
export type NewCartLine = {
  productId: number;
  quantity: number;
  denomination: number;
  shownTotal: number | undefined;
  gift: Gift | null;
};

/** A change of the quantity in a line and, optionally, of its amount. Amounts in paise. */
export type CartLineChange = {
  id: string;
  quantity: number;
  denomination: number | undefined;
  shownTotal: number | undefined;
};

/** The shopper's cart, oldest line first, with the current stock and catalogue data of each line. */
export const readCart = ({ tenant, db, clock }: Shop, userId: string): Promise<StockedCartLine[]> =>
  listCartForOrder(db.read, tenant, userId, clock.now());

/**
 * Adds choices to the shopper's cart, all or none, and returns their lines. A choice that is already in the cart raises
 * the quantity of its line.
 * @throws ApiError 404 for an unknown product; 400 for a choice that is not for sale, for a day on which the gift
 * cannot be sent, and beyond the limits of a cart; 409 when `shownTotal` is not the current price
 */
export async function addToCart(shop: Shop, userId: string, choices: NewCartLine[]): Promise<StockedCartLine[]> {
  const { db, clock, limits } = shop;
  return db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const ids = new Set<string>();
    for (const { productId, quantity, denomination, shownTotal, gift } of choices) {
      checkTotal(shownTotal, denomination * quantity);
      if (gift?.sendOn) await checkSendOn(tx, productId, gift.sendOn, clock.now());
      ids.add(await addLine(tx, shop, userId, { productId, quantity, denomination, gift: storeGift(gift) }));
    }
    const lines = await listCartForOrder(tx, shop.tenant, userId, clock.now());
    if (lines.length > limits.cartLines) throw new ApiError(400, t("api.cartFull", { most: limits.cartLines }));
    return lines.filter(({ cart_item_id }) => ids.has(cart_item_id));
  }, userId);
}

/**
 * Changes a line in the shopper's cart and returns it. Merges it with another line that now holds the same choice.
 * @throws ApiError like `addToCart`; 404 for an unknown line
 */
export async function changeCartLine(shop: Shop, userId: string, change: CartLineChange): Promise<StockedCartLine> {
  const { db, clock } = shop;
  return db.transaction(async (tx) => {
    await lockUser(tx, userId);
    const line = await findCartLine(tx, userId, change.id);
    if (!line) throw notFound();
    const denomination = change.denomination ?? line.denomination;
    checkTotal(change.shownTotal, denomination * change.quantity);
    await checkChoice(tx, line.product_id, denomination, clock.now());
    const choice = { productId: line.product_id, denomination, gift: line.gift };
    const same = (await listCart(tx, userId)).find((other) => other.id !== line.id && isSame(other, choice));
    if (same) await deleteCartLine(tx, userId, same.id);
    const quantity = checkQuantity(shop, change.quantity + (same?.quantity ?? 0), denomination);
    await updateCartLine(tx, line.id, { denomination, quantity });
    const lines = await listCartForOrder(tx, shop.tenant, userId, clock.now());
    return lines.find(({ cart_item_id }) => cart_item_id === line.id)!;
  }, userId);
}

/** @throws ApiError 404 for an unknown line */
export async function removeCartLine({ db }: Shop, userId: string, id: string) {
  if (!(await db.transaction((tx) => deleteCartLine(tx, userId, id), userId))) throw notFound();
}

type Choice = Required<CartChoice>;

/** Adds a choice, or raises the quantity of the line that holds it, and returns that line's id. */
async function addLine(tx: Writer, shop: Shop, userId: string, choice: Choice): Promise<string> {
  await checkChoice(tx, choice.productId, choice.denomination, shop.clock.now());
  const lines = await listCart(tx, userId);
  const same = lines.find((line) => isSame(line, choice));
  // Later than the previous line, even within one millisecond, so that the cart keeps the order of adding.
  const now = Math.max(shop.clock.now(), (lines.at(-1)?.created_at ?? 0) + 1);
  const quantity = checkQuantity(shop, choice.quantity + (same?.quantity ?? 0), choice.denomination);
  if (!same) return insertCartLine(tx, userId, choice, now);
  await updateCartLine(tx, same.id, { quantity });
  return same.id;
}

const isSame = (line: CartLine, { productId, denomination, gift }: Omit<Choice, "quantity">) =>
  line.product_id === productId && line.denomination === denomination && line.gift === gift;

/** @throws ApiError 400 beyond the limit of one line, or beyond the largest total of an order */
function checkQuantity({ limits }: Shop, quantity: number, denomination: number) {
  const most = Math.min(limits.cartQuantity, Math.floor(MAX_TOTAL_PAISE / denomination));
  if (quantity <= most) return quantity;
  throw new ApiError(400, t(most === limits.cartQuantity ? "api.mostOfCard" : "api.mostOfAmount", { most }));
}

/** Amounts in paise. @throws ApiError 409 when the shown total is not the current price */
function checkTotal(shown: number | undefined, computed: number) {
  if (shown === undefined || shown === computed) return;
  throw new ApiError(409, t("api.priceChanged"), { to_pay: `is ${toRupees(computed)}` });
}

/** @throws ApiError 400 for a day on which a card of this product cannot be sent */
async function checkSendOn(tx: Writer, productId: number, sendOn: string, now: number) {
  const product = await findProduct(tx, productId);
  const problem = product && sendOnProblem(sendOn, product.validity_days, now);
  if (problem) throw new ApiError(400, problem, { send_on: problem });
}

/** @throws ApiError 404 for an unknown product, 400 for one that is unavailable or not sold for this amount */
async function checkChoice(tx: Writer, productId: number, denomination: number, now: number) {
  const product = await findProduct(tx, productId);
  if (!product) throw notFound();
  const isSoldOut = product.quantity === 0 && !(await isOffered(tx, productId, denomination, now));
  if (product.is_available === 0 || isSoldOut)
    throw new ApiError(400, t("api.notAvailable", { product: translated(product).name }), {
      product_id: "is not available",
    });
  const problem = denominationProblem(denomination, product.denominations);
  if (problem) throw new ApiError(400, problem, { selectedDenomination: problem });
}
