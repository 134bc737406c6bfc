import type { Writer } from "../db/database.ts";
import { formatCoins } from "../domain/pricing.ts";
import { getUser } from "../repositories/accounts/users.ts";
import type { Shop } from "../shop/shop.ts";
import { queueMessage } from "./queue-message.ts";
import { listUsable } from "./usable-channels.ts";

/** Coins in hundredths, and the time (ms) at which they end. `lotId`: the credit that ends first. */
type Lapsing = { userId: string; lotId: string; amount: number; at: number };

/** Queues the reminder that coins end soon, if the shopper has agreed to messages on a channel with a template for it. */
export async function queueCoinsLapseMessage(tx: Writer, shop: Shop, { userId, lotId, amount, at }: Lapsing) {
  const user = await getUser(tx, userId);
  // A number that was only typed may be somebody else's, and so may the consent.
  const phone = user.verified_phone;
  if (phone === null) return;
  if ((await listUsable(tx, shop, { kind: "coins-lapse", phone, user_id: userId })).length === 0) return;
  await queueMessage(tx, shop, {
    kind: "coins-lapse",
    about: lotId,
    userId,
    phone,
    language: user.language,
    contents: { name: user.username, coins: formatCoins(amount), endsAt: String(at) },
    expiresAt: at,
  });
}
