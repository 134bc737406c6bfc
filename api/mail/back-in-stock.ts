import { t } from "../../config/language/t.ts";
import { formatPaise } from "../domain/pricing.ts";
import { translated } from "../domain/translations.ts";
import { getUser } from "../repositories/accounts/users.ts";
import { findProduct } from "../repositories/catalogue/catalogue.ts";
import type { Choice } from "../repositories/stock/stock-notices.ts";
import { composeLetter, greeting, nameOf } from "./letter/letter.ts";
import { shopName } from "./letter/look.ts";
import type { MailMaker } from "./letter/mail-maker.ts";
import { button, paragraph } from "./letter/parts.ts";

/** Notifies a shopper with a verified address, once, that a requested card is back in stock. */
export const backInStockMail: MailMaker<Choice & { userId: string; url: string }> = async (
  { db, tenant },
  { contents: { userId, productId, denomination, url } },
) => {
  const user = await getUser(db.read, userId);
  const found = await findProduct(db.read, productId);
  if (user.email_verified_at === null || found === undefined) return undefined;
  const compose = () => {
    const { name: product } = translated(found);
    return composeLetter(tenant, {
      to: user.email,
      subject: t("mail.backSubject", { product, shop: shopName(tenant) }),
      parts: [
        greeting(nameOf(user), t("mail.backLead", { product, amount: formatPaise(denomination) })),
        button(t("mail.backSee"), url),
        paragraph(t("mail.backAskAgain")),
      ],
    });
  };
  return { reader: user, compose };
};
