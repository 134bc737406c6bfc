import { EXPIRY_NOTICE_MS } from "../domain/coins.ts";
import { formatDateTime } from "../domain/days.ts";
import { toRupees } from "../domain/pricing.ts";
import { getUser } from "../repositories/accounts/users.ts";
import { findLapsing, getLotOwner } from "../repositories/coins/coin-lots.ts";
import { composeLetter, greet } from "./letter.ts";
import { shopName } from "./look.ts";
import type { MailMaker } from "./mail-maker.ts";
import { paragraph } from "./parts.ts";

/** Warns that coins lapse within two days; no mail if they were spent since. */
export const coinsLapseMail: MailMaker = async ({ db, tenant, clock }, { about: lotId }) => {
  const userId = await getLotOwner(db.read, lotId);
  const lapsing = await findLapsing(db.read, userId, clock.now(), clock.now() + EXPIRY_NOTICE_MS);
  if (lapsing === null) return undefined;
  const user = await getUser(db.read, userId);
  const coins = `${toRupees(lapsing.amount)} ${lapsing.amount === 100 ? "coin" : "coins"}`;
  const text =
    `${greet(user)},\n${coins} of your balance at ${shopName(tenant)} expire soon, the first of them on ` +
    `${formatDateTime(lapsing.at)}. Each is worth one rupee off your next order until then.`;
  return composeLetter(tenant, { to: user.email, subject: `${coins} expire soon`, parts: [paragraph(text)] });
};
