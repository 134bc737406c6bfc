import type { Channel } from "../../config/brand/messages.ts";
import { t } from "../../config/language/t.ts";
import type { Reader } from "../db/database.ts";
import type { SignedInUser } from "../domain/signed-in-user.ts";
import { lockUser, setRemindersOff, wantsReminders } from "../repositories/accounts/users.ts";
import { findConsent, giveConsent } from "../repositories/messages/consents.ts";
import type { Shop } from "../shop/shop.ts";
import { channelsFor } from "./templates.ts";
import { allows } from "./usable-channels.ts";

type Owner = Pick<SignedInUser, "id" | "isEmailVerified" | "verifiedPhone">;

/** `by`: the way of the reminder before coins end; null if none reaches the shopper. `isOn`: they get it. */
type CoinReminders = { isOn: boolean; by: "mail" | Channel | null };

export async function readCoinReminders(db: Reader, shop: Pick<Shop, "tenant">, user: Owner): Promise<CoinReminders> {
  const { by, isAgreed } = await findWay(db, shop, user);
  return { by, isOn: isAgreed && (await wantsReminders(db, user.id)) };
}

/**
 * Switches the reminder on or off. A channel that alone reaches the shopper needs their consent, which this choice is, with the
 * sentence beside it.
 */
export const chooseCoinReminders = (shop: Shop, user: Owner, isWanted: boolean): Promise<CoinReminders> =>
  shop.db.transaction(async (tx) => {
    const now = shop.clock.now();
    await lockUser(tx, user.id);
    await setRemindersOff(tx, user.id, isWanted ? null : now);
    const { by, isAgreed } = await findWay(tx, shop, user);
    if (isWanted && !isAgreed && by !== null) {
      const said = { phone: user.verifiedPhone!, channel: by, user_id: user.id, source: "profile" } as const;
      await giveConsent(tx, { ...said, text: t(`own.remindersLabel-${by}`), now });
    }
    return { by, isOn: isWanted && by !== null };
  });

/** A mail needs no consent. A channel that the shopper has stopped is no way: they choose it again beside the other messages. */
async function findWay(db: Reader, { tenant }: Pick<Shop, "tenant">, { isEmailVerified, verifiedPhone }: Owner) {
  if (isEmailVerified) return { by: "mail", isAgreed: true } as const;
  if (verifiedPhone === null) return { by: null, isAgreed: false };
  const open: { channel: Channel; isUsed: boolean }[] = [];
  for (const channel of channelsFor(tenant, "coins-lapse")) {
    const word = await findConsent(db, verifiedPhone, channel);
    if (word === "given") return { by: channel, isAgreed: true };
    if (word === "none") open.push({ channel, isUsed: allows(channel, word) });
  }
  const way = open.find(({ isUsed }) => isUsed) ?? open[0];
  return { by: way?.channel ?? null, isAgreed: false };
}
