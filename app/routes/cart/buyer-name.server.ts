import { isOutcomeUnknown } from "#app/commerce/result.ts";
import type { CartItem } from "#app/commerce/types.ts";
import { checkField } from "#app/forms/check.ts";
import { nameRules } from "#app/forms/person.ts";
import { cartTotal } from "#app/pricing/amounts.ts";
import { commerceContext, sessionContext, visitorContext } from "#app/request/context.ts";
import { profileMessage } from "#app/texts/messages.ts";

import { NAMED_RECEIPT_PAISE } from "../../../config/brand/named-receipt.ts";
import { t } from "../../../config/language/t.ts";
import { READINGS } from "../../../config/typed/readings.ts";
import { type CheckoutOutcome, refuse } from "./checkout-outcome.ts";
import type { Context } from "./known-order.server.ts";

const ABOUT = "the buyer's name";

/** True if the receipt of this cart needs a name, and the account has none, because it signed up by phone. */
export function needsBuyerName(context: Context, items: CartItem[]): boolean {
  const { user } = context.get(visitorContext);
  return user !== null && user.username.trim() === "" && cartTotal(items) >= NAMED_RECEIPT_PAISE;
}

/** Keeps a typed name for the next page of the cart. */
export function keepTypedName(context: Context, name: string) {
  const session = context.get(sessionContext);
  if (name !== "") session.setTyped({ about: ABOUT, values: { name } });
}

export const readTypedName = (context: Context): string => context.get(sessionContext).typedAbout(ABOUT)?.name ?? "";

/** Stores the name that the receipt needs. @returns the refusal; null once it is stored, or not needed */
export async function storeBuyerName(
  context: Context,
  items: CartItem[],
  typed: string,
): Promise<CheckoutOutcome | null> {
  if (!needsBuyerName(context, items)) return null;
  const nameProblem = checkField(nameRules(), typed, {});
  if (nameProblem !== null) return { ...refuse(t("cart.nameNeeded")), nameProblem };
  const problem = await giveName(context, READINGS.line(typed));
  if (problem !== null) return { ...refuse(t("messages.checkoutFailed"), problem), nameProblem: problem };
  context.get(sessionContext).setTyped(null);
  return null;
}

/** After a lost answer it reads the profile again, because the name may have been saved. @returns the problem */
async function giveName(context: Context, username: string): Promise<string | null> {
  const commerce = context.get(commerceContext);
  const profile = await commerce.getProfile();
  if (!profile.ok) return profileMessage(profile.error);
  const saved = await commerce.updateProfile({ ...profile.value, username: profile.value.username || username });
  if (saved.ok) return null;
  const now = isOutcomeUnknown(saved.error) ? await commerce.getProfile() : null;
  return now?.ok && now.value.username !== "" ? null : profileMessage(saved.error);
}
