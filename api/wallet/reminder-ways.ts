import { t } from "../../config/language/t.ts";
import type { Writer } from "../db/database.ts";
import { DEFAULT_WAY, isPhoneWay, REMINDER_WAYS, type ReminderWay } from "../domain/wallet.ts";
import { channelsFor } from "../messages/templates.ts";
import type { User } from "../repositories/accounts/users.ts";
import { setCardReminders } from "../repositories/cards/wallet.ts";
import { giveConsent } from "../repositories/messages/consents.ts";
import type { Shop } from "../shop/shop.ts";

type Reachable = Pick<User, "email_verified_at" | "verified_phone" | "card_reminders">;

/** The ways in which the brand can remind this shopper. */
export const listWays = (shop: Pick<Shop, "tenant">, user: Reachable): ReminderWay[] =>
  REMINDER_WAYS.filter((way) => {
    if (way === "mail") return user.email_verified_at !== null;
    return isPhoneWay(way)
      ? user.verified_phone !== null && channelsFor(shop.tenant, "card-expiry").includes(way)
      : true;
  });

/** The way that the shopper chose, or mail; another one that reaches them if the brand or the account has lost it; else none. */
export function wayFor(shop: Pick<Shop, "tenant">, user: Reachable): ReminderWay {
  const ways = listWays(shop, user);
  const chosen = REMINDER_WAYS.find((way) => way === user.card_reminders) ?? DEFAULT_WAY;
  if (ways.includes(chosen)) return chosen;
  return ways.includes(DEFAULT_WAY) ? DEFAULT_WAY : "none";
}

/** Stores the shopper's choice. A phone's channel is also their consent to it, with the sentence that the form shows. */
export async function chooseWay(
  tx: Writer,
  { clock }: Shop,
  user: Pick<User, "id" | "verified_phone">,
  way: ReminderWay,
) {
  await setCardReminders(tx, user.id, way);
  if (!isPhoneWay(way)) return;
  const said = { phone: user.verified_phone!, channel: way, user_id: user.id, source: "wallet" } as const;
  await giveConsent(tx, { ...said, text: t(`wallet.remindBy-${way}`), now: clock.now() });
}
