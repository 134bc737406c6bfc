import { formatPaise } from "../domain/pricing.ts";
import { getUser } from "../repositories/accounts/users.ts";
import { findProduct } from "../repositories/catalogue/catalogue.ts";
import type { Choice } from "../repositories/stock/stock-notices.ts";
import { composeLetter, greet } from "./letter.ts";
import { shopName } from "./look.ts";
import type { MailMaker } from "./mail-maker.ts";
import { button, paragraph } from "./parts.ts";

/** Notifies a shopper with a verified address, once, that a requested card is back in stock. */
export const backInStockMail: MailMaker<Choice & { userId: string; url: string }> = async (
  { db, tenant },
  { contents: { userId, productId, denomination, url } },
) => {
  const user = await getUser(db.read, userId);
  const product = await findProduct(db.read, productId);
  if (user.email_verified_at === null || product === undefined) return undefined;
  const card = `${product.name} of ${formatPaise(denomination)}`;
  return composeLetter(tenant, {
    to: user.email,
    subject: `${product.name} is back at ${shopName(tenant)}`,
    parts: [
      paragraph(
        `${greet(user)},\nyou asked us to tell you: the gift card ${card} is in stock again. It is not set aside for you, so it may sell out once more.`,
      ),
      button("See the gift card", url),
      paragraph("This is our only mail about it. If it sells out again, you can ask us again on its page."),
    ],
  });
};
