import type { CommerceClient } from "#app/commerce/client.server.ts";
import { type CallError, isOutcomeUnknown, mayStillHappen } from "#app/commerce/result.ts";
import { time } from "#app/commerce/schemas/values.ts";
import type { CartItem, Gift } from "#app/commerce/types.ts";
import { readQuantity } from "#app/pricing/amounts.ts";
import { productHref } from "#app/routes/links.ts";
import { safeImageUrl } from "#app/tenant/urls.ts";
import { messageFor, quantityNoNumber } from "#app/texts/messages.ts";
import { dayOf, formatDate } from "#app/ui/date.tsx";

import type { Tenant } from "../../../config/brand/schema.ts";
import { t } from "../../../config/language/t.ts";
import { quantityField, shownField } from "./cart-line-item.ts";

/** The expiry's day in India, "2026-11-21", or a text of the backend that is not a time. */
export function expiryDay({ expiryDate }: CartItem["product"]): string | null {
  const expiresAt = time.parse(expiryDate);
  return expiresAt === null ? expiryDate : dayOf(expiresAt);
}

function expiryText(product: CartItem["product"]): string | null {
  const expiresAt = time.parse(product.expiryDate);
  return expiresAt === null ? product.expiryDate : formatDate(expiresAt);
}

/** A line for the cart page, with a checked picture URL. */
export const describeCartItem = ({ product, ...item }: CartItem, tenant: Tenant) => ({
  ...item,
  gift: tenant.features.gift ? item.gift : null,
  product: {
    name: product.name,
    href: product.id === null ? undefined : productHref({ id: product.id, name: product.name }, tenant),
    imageUrl: safeImageUrl(product.imageUrl, tenant),
    expiry: expiryText(product),
  },
});

/**
 * A failed change of one line: the page's alert, the text beside the line (docs/product.md, 11.4), and the typed
 * quantity.
 */
export type CartProblem = { itemId: string; alert: string; detail: string; typed?: string };

/**
 * Applies the cart form: removes the line that Remove names, sets each typed quantity, and counts a pressed step. It
 * saves each valid change, also beside invalid ones.
 * @returns the resulting cart, each failure, and true if the form changes a quantity
 */
export async function changeCart(commerce: CommerceClient, form: FormData) {
  const removed = form.get("remove");
  const removal = removed === null ? null : await removeItem(commerce, String(removed));
  const problems = removal ? [removal] : [];
  const refuse = (itemId: string, text: string, detail: string) => {
    const typed = form.get("stepped") === quantityField(itemId) ? undefined : text.slice(0, 20);
    problems.push({ itemId, alert: t("messages.quantityNotUpdated"), detail, typed });
  };
  const cart = await commerce.getCart();
  if (!cart.ok) {
    const detail = messageFor("updateCart", cart.error);
    for (const [name, typed] of form)
      if (name.startsWith(quantityField(""))) refuse(name.slice(quantityField("").length), String(typed), detail);
    return { cart, problems, isChanged: false };
  }
  let isChanged = false;
  for (const item of cart.value) {
    const typed = form.get(quantityField(item.id));
    if (typeof typed !== "string") continue;
    const quantity = askedQuantity(form, item, typed);
    if (quantity === item.quantity) continue;
    isChanged = true;
    const detail = quantity === null ? quantityNoNumber() : await setQuantity(commerce, item, quantity);
    if (detail) refuse(item.id, typed, detail);
  }
  return { cart: isChanged ? await commerce.getCart() : cart, problems, isChanged };
}

/**
 * A quantity that nobody has edited keeps its current value. Another tab may have changed it, and a backend may contain more than
 * the form allows.
 */
function askedQuantity(form: FormData, { id, quantity, stockLeft }: CartItem, typed: string) {
  if (form.get("reduce") === id && stockLeft) return stockLeft;
  const step = form.get("less") === id ? -1 : form.get("more") === id ? 1 : 0;
  const isShown = /^0*(\d+)$/.exec(typed.trim())?.[1] === form.get(shownField(id));
  return step === 0 && isShown ? quantity : readQuantity(typed, step);
}

/** The denomination comes from the cart, never from the form. @returns why it failed, or null */
async function setQuantity(commerce: CommerceClient, { id, denomination }: CartItem, quantity: number) {
  const updated = await commerce.updateCartItem({ id, quantity, denomination });
  if (updated.ok) return null;
  if (isOutcomeUnknown(updated.error) && (await findLine(commerce, id))?.quantity === quantity) return null;
  return messageFor("updateCart", updated.error);
}

/** Removes a line; a missing line counts as removed. Null on success. */
async function removeItem(commerce: CommerceClient, id: string): Promise<CartProblem | null> {
  const removed = await commerce.removeCartItem(id);
  const isGone = !removed.ok && removed.error.kind === "status" && removed.error.status === 404;
  if (removed.ok || isGone) return null;
  if (isOutcomeUnknown(removed.error) && (await findLine(commerce, id)) === null) return null;
  return { itemId: id, alert: t("messages.itemNotRemoved"), detail: messageFor("removeFromCart", removed.error) };
}

/** The line as it is now: null if the cart has none, undefined if the cart cannot be read. */
async function findLine(commerce: CommerceClient, id: string): Promise<CartItem | null | undefined> {
  const cart = await commerce.getCart();
  return cart.ok ? (cart.value.find((candidate) => candidate.id === id) ?? null) : undefined;
}

export type NewLine = { productId: string; quantity: number; denomination: number; gift?: Gift | null };
/** `isSure` is false if the answer was lost and the cart could not settle it. */
type Added = { isInCart: true; isSure: boolean } | { isInCart: false; isSure: boolean; error: CallError };

/** Adds a line. After a lost answer it looks for the line in the cart. A match may be an older line, so `isSure` is false. */
export async function addLine(commerce: CommerceClient, line: NewLine): Promise<Added> {
  const added = await commerce.addToCart(line);
  if (added.ok) return { isInCart: true, isSure: true };
  const { error } = added;
  if (!isOutcomeUnknown(error)) return { isInCart: false, isSure: true, error };
  const cart = await commerce.getCart();
  if (cart.ok && cart.value.some((item) => matches(item, line))) return { isInCart: true, isSure: false };
  return { isInCart: false, isSure: cart.ok && !mayStillHappen(error), error };
}

/** A line without a product id may be any product: backends need not send one. */
const matches = ({ product, denomination, quantity }: CartItem, line: NewLine) =>
  (product.id === null || product.id === line.productId) &&
  denomination === line.denomination &&
  quantity >= line.quantity;

type NotAdded = Extract<Added, { isInCart: false }>;

export function addMessage({ error, isSure }: NotAdded) {
  if (!isSure) return t("messages.addUnknown");
  return error.kind === "status" ? messageFor("addToCart", error) : t("messages.addFailed");
}

/** The same as form errors: an error about the gift's day goes to that field, all others above the form. */
export function describeAddProblem(added: NotAdded) {
  const day = added.error.kind === "status" ? added.error.fields.send_on : undefined;
  return day ? { fieldErrors: { gift_date: [day] } } : { formErrors: [addMessage(added)] };
}
