import { t } from "../../config/language/t.ts";
import { formatDate } from "../domain/days.ts";
import { formatPaise } from "../domain/pricing.ts";
import { isLive } from "../domain/wallet.ts";
import { getUser, type User } from "../repositories/accounts/users.ts";
import { listWalletCards, type WalletCard } from "../repositories/cards/wallet.ts";
import { readSoldTexts } from "../repositories/orders/sold-texts.ts";
import { composeLetter, greeting, type Letter, nameOf } from "./letter/letter.ts";
import { shopName } from "./letter/look.ts";
import type { MailMaker } from "./letter/mail-maker.ts";
import { button, paragraph } from "./letter/parts.ts";

type Contents = { userId: string; cardIds: string[] };

/** Reminds a shopper with a confirmed address that cards expire. It names no codes, and no card that was used since. */
export const cardExpiryMail: MailMaker<Contents> = async (shop, { contents: { userId, cardIds } }) => {
  const { db, clock, tenant } = shop;
  const user = await getUser(db.read, userId);
  if (user.email_verified_at === null || user.disabled_at !== null || user.card_reminders === "none") return undefined;
  const found = await listWalletCards(db.read, userId, cardIds);
  const cards = found.filter((card) => isLive(card) && card.expires_at !== null && card.expires_at > clock.now());
  if (cards.length === 0) return undefined;
  const translate = await readSoldTexts(shop, cards);
  return { reader: user, compose: () => composeCardExpiry(tenant, user, cards.map(translate)) };
};

/** @param cards with an end, the first to expire first */
function composeCardExpiry(
  tenant: Parameters<typeof composeLetter>[0],
  user: Pick<User, "username" | "email" | "email_verified_at">,
  cards: Pick<WalletCard, "id" | "name" | "face_value" | "amount_left" | "expires_at" | "redirect_url">[],
): Letter {
  const [first, ...others] = cards;
  const count = cards.length;
  const date = formatDate(first!.expires_at!);
  const path = others.length === 0 ? `/wallet?card=${encodeURIComponent(first!.id)}` : "/wallet";
  return composeLetter(tenant, {
    to: user.email,
    subject: t("mail.cardExpirySubject", { count, product: first!.name, date }),
    parts: [
      greeting(nameOf(user), t("mail.cardExpiryLead", { count, shop: shopName(tenant) })),
      paragraph(cards.map(describeCard).join("\n")),
      button(t("mail.cardExpirySee", { count }), new URL(path, first!.redirect_url).href),
      paragraph(t("mail.cardExpiryStop")),
    ],
  });
}

const describeCard = ({ name, face_value, amount_left, expires_at }: Parameters<typeof composeCardExpiry>[2][number]) =>
  t("mail.cardExpiryCard", {
    product: name,
    amount: formatPaise(amount_left ?? face_value ?? 0),
    date: formatDate(expires_at!),
  });
