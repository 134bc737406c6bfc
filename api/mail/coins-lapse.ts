import { t } from "../../config/language/t.ts";
import { EXPIRY_NOTICE_MS } from "../domain/coins.ts";
import { formatDateTime } from "../domain/days.ts";
import { toRupees } from "../domain/pricing.ts";
import { getUser } from "../repositories/accounts/users.ts";
import { findLapsing, getLotOwner } from "../repositories/coins/coin-lots.ts";
import { composeLetter, greeting, nameOf } from "./letter/letter.ts";
import { shopName } from "./letter/look.ts";
import type { MailMaker } from "./letter/mail-maker.ts";
import { paragraph } from "./letter/parts.ts";

/** Warns that coins lapse within two days; no mail if they were spent since, or if the address is not proven. */
export const coinsLapseMail: MailMaker = async ({ db, tenant, clock, publicOrigin }, { about: lotId }) => {
  const userId = await getLotOwner(db.read, lotId);
  const lapsing = await findLapsing(db.read, userId, clock.now(), clock.now() + EXPIRY_NOTICE_MS);
  if (lapsing === null) return undefined;
  const user = await getUser(db.read, userId);
  if (user.email_verified_at === null) return undefined;
  const count = toRupees(lapsing.amount);
  const compose = () => {
    const text = t("mail.coinsLapse", { count, shop: shopName(tenant), date: formatDateTime(lapsing.at) });
    const subject = t("mail.coinsLapseSubject", { count });
    const parts = [
      greeting(nameOf(user), text),
      paragraph(t("mail.remindersOff", { page: `${publicOrigin}/account/details` })),
    ];
    return composeLetter(tenant, { to: user.email, subject, parts });
  };
  return { reader: user, compose };
};
