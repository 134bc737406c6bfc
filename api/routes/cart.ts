import { Router } from "express";
import { z } from "zod";
import type { Writer } from "../db/database.ts";
import { denominationProblem } from "../domain/cart.ts";
import { GIFT_MESSAGE_CHARACTERS, GIFT_NAME_CHARACTERS, readGift, sendOnProblem, storeGift } from "../domain/gifts.ts";
import { hasLink } from "../domain/links.ts";
import { toRupees } from "../domain/pricing.ts";
import { tellLine } from "../domain/stock-left.ts";
import { ApiError, notFound } from "../error.ts";
import { Amount, Lines, parseBody, Text } from "../http/parse.ts";
import { Email } from "../http/person.ts";
import { requireUser } from "../http/require-user.ts";
import {
  deleteCartLine,
  findCartLine,
  insertCartLine,
  listCart,
  updateCartLine,
  type CartChoice,
  type CartLine,
} from "../repositories/cart.ts";
import { findProduct } from "../repositories/catalogue.ts";
import { listCartForOrder, type CartLine as StockedCartLine } from "../repositories/order-cart.ts";
import { lockUser } from "../repositories/users.ts";
import type { Shop } from "../shop.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Beyond the spec: for whom a line is. */
const GiftBody = z
  .object({
    recipient_name: Text(GIFT_NAME_CHARACTERS)
      .trim()
      .min(1, { error: "Please enter the recipient's name" })
      .refine((name) => !hasLink(name), { error: "Please enter a name without web addresses" }),
    recipient_email: Email,
    message: Lines(GIFT_MESSAGE_CHARACTERS, {
      tooLong: `Message cannot exceed ${GIFT_MESSAGE_CHARACTERS} characters`,
    })
      .refine((text) => !hasLink(text), {
        error: "Please write your message without web or e-mail addresses, and a blank after each full stop",
      })
      .default(""),
    send_on: z.iso.date({ error: "Please choose a date" }).nullable().default(null),
  })
  .transform(({ recipient_name, recipient_email, message, send_on }) => ({
    recipientName: recipient_name,
    recipientEmail: recipient_email,
    message,
    sendOn: send_on,
  }));

/** GET, POST, PATCH and DELETE /cart/ (spec, section 7). `to_pay` is only what the shopper saw: it is computed anew. */
export function createCartRouter(shop: Shop) {
  const { db, clock, limits } = shop;
  const router = Router();
  router.use(requireUser(shop));

  const Quantity = z
    .int({ error: "must be a whole number" })
    .min(1, { error: "must be at least 1" })
    .max(limits.cartQuantity, { error: `must be at most ${limits.cartQuantity}` });
  const ItemId = z
    .string()
    .min(1)
    .max(64)
    .regex(/^[\w-]+$/);
  const AddBody = z.object({
    cart_items: z
      .array(
        z.object({
          product_id: z
            .int()
            .min(1)
            .max(2 ** 31 - 1),
          quantity: Quantity,
          to_pay: Amount.optional(),
          selectedDenomination: Amount,
          gift: GiftBody.nullish(),
        }),
      )
      .min(1)
      .max(limits.cartLines),
  });
  const ChangeBody = z.object({
    id: ItemId,
    quantity: Quantity,
    to_pay: Amount.optional(),
    selectedDenomination: Amount.optional(),
  });

  router.get("/", async (req, res) => {
    res.json((await listCartForOrder(db.read, req.user.id, clock.now())).map(lineJson));
  });

  router.post("/", async (req, res) => {
    const { cart_items } = parseBody(AddBody, req);
    const added = await db.transaction(async (tx) => {
      await lockUser(tx, req.user.id);
      const ids: string[] = [];
      for (const { product_id, quantity, to_pay, selectedDenomination: denomination, gift } of cart_items) {
        checkTotal(to_pay, denomination * quantity);
        if (gift?.sendOn) await checkSendOn(tx, product_id, gift.sendOn, clock.now());
        const choice = { productId: product_id, quantity, denomination, gift: storeGift(gift ?? null) };
        ids.push(await add(tx, req.user.id, choice));
      }
      const lines = await listCartForOrder(tx, req.user.id, clock.now());
      if (lines.length > limits.cartLines) throw new ApiError(400, `A cart has at most ${limits.cartLines} items.`);
      return lines.filter(({ cart_item_id }) => ids.includes(cart_item_id));
    }, req.user.id);
    res.status(201).json(added.map(lineJson));
  });

  router.patch("/", async (req, res) => {
    const { id, quantity, to_pay, selectedDenomination } = parseBody(ChangeBody, req);
    const changed = await db.transaction(async (tx) => {
      await lockUser(tx, req.user.id);
      const line = await findCartLine(tx, req.user.id, id);
      if (!line) throw notFound();
      const denomination = selectedDenomination ?? line.denomination;
      checkTotal(to_pay, denomination * quantity);
      await checkChoice(tx, line.product_id, denomination);
      const same = (await listCart(tx, req.user.id)).find(
        (other) => other.id !== id && isSame(other, { productId: line.product_id, denomination, gift: line.gift }),
      );
      if (same) await deleteCartLine(tx, req.user.id, same.id);
      await updateCartLine(tx, id, { denomination, quantity: checkQuantity(quantity + (same?.quantity ?? 0)) });
      return (await listCartForOrder(tx, req.user.id, clock.now())).find(({ cart_item_id }) => cart_item_id === id);
    }, req.user.id);
    res.json(lineJson(changed!));
  });

  router.delete("/", async (req, res) => {
    const { id } = parseBody(z.object({ id: ItemId }), req);
    if (!(await db.transaction((tx) => deleteCartLine(tx, req.user.id, id)))) throw notFound();
    res.json({ id });
  });

  /** Adds a choice, or raises the quantity of the line that has it already; answers that line's id. */
  async function add(tx: Writer, userId: string, choice: Choice) {
    await checkChoice(tx, choice.productId, choice.denomination);
    const lines = await listCart(tx, userId);
    const same = lines.find((line) => isSame(line, choice));
    // Later than the line before it, also within one millisecond: a cart keeps the order of adding.
    const now = Math.max(clock.now(), (lines.at(-1)?.created_at ?? 0) + 1);
    if (!same) return insertCartLine(tx, userId, choice, now);
    await updateCartLine(tx, same.id, { quantity: checkQuantity(same.quantity + choice.quantity) });
    return same.id;
  }

  function checkQuantity(quantity: number) {
    if (quantity <= limits.cartQuantity) return quantity;
    throw new ApiError(400, `At most ${limits.cartQuantity} of one card can be ordered at once.`);
  }

  const lineJson = (line: StockedCartLine) => ({
    id: line.cart_item_id,
    product: {
      id: line.product_id,
      name: line.name,
      image_url: line.image_url,
      expiry_date: new Date(clock.now() + line.validity_days * DAY_MS).toISOString(),
    },
    quantity: line.quantity,
    price: toRupees(line.denomination),
    to_pay: toRupees(line.denomination * line.quantity),
    selectedDenomination: toRupees(line.denomination),
    ...giftJson(line.gift),
    ...stockJson(line),
  });

  return router;
}

type Choice = Required<CartChoice>;

const isSame = (line: CartLine, { productId, denomination, gift }: Omit<Choice, "quantity">) =>
  line.product_id === productId && line.denomination === denomination && line.gift === gift;

/** Beyond the spec: a line that cannot be had whole says how many of its cards can. */
function stockJson({ is_available, is_sold, available, quantity }: StockedCartLine) {
  if (is_available !== 1 || !is_sold) return { stock_left: 0 };
  return available < quantity ? { stock_left: tellLine(available) } : {};
}

/** Only a line that is a gift has one. */
function giftJson(stored: string) {
  const gift = readGift(stored);
  if (gift === null) return {};
  const { recipientName, recipientEmail, message, sendOn } = gift;
  return { gift: { recipient_name: recipientName, recipient_email: recipientEmail, message, send_on: sendOn } };
}

/** @throws ApiError 409 when what the shopper saw is not what it costs. Paise. */
function checkTotal(shown: number | undefined, computed: number) {
  if (shown === undefined || shown === computed) return;
  throw new ApiError(409, "The price has changed. Please check your cart.", { to_pay: `is ${toRupees(computed)}` });
}

/** @throws ApiError 400 for a day on which a card of this product cannot be sent. */
async function checkSendOn(tx: Writer, productId: number, sendOn: string, now: number) {
  const product = await findProduct(tx, productId);
  const problem = product && sendOnProblem(sendOn, product.validity_days, now);
  if (problem) throw new ApiError(400, problem, { send_on: problem });
}

/** @throws ApiError 404 for an unknown product, 400 for one that cannot be had now or not at this amount. */
async function checkChoice(tx: Writer, productId: number, denomination: number) {
  const product = await findProduct(tx, productId);
  if (!product) throw notFound();
  if (product.is_available === 0 || product.quantity === 0)
    throw new ApiError(400, `${product.name} is not available at the moment.`, { product_id: "is not available" });
  const problem = denominationProblem(denomination, product.denominations);
  if (problem) throw new ApiError(400, problem, { selectedDenomination: problem });
}
