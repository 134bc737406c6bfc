import type { Before, Writer } from "../db/database.ts";
import { listSessions, revokeSessionsOf } from "../repositories/accounts/sessions.ts";
import { setDisabled } from "../repositories/accounts/users.ts";
import type { Shop } from "../shop/shop.ts";

/**
 * Closes an account and ends its sessions. Pending orders continue. @param before runs first in the transaction. @returns the number
 * of sessions that were open
 */
export const disableShopper = (shop: Shop, userId: string, before?: Before): Promise<number> =>
  shop.db.transaction(async (tx) => {
    await before?.(tx);
    const now = shop.clock.now();
    await setDisabled(tx, userId, now);
    return endAll(tx, userId, now);
  });

/** Signs a shopper out everywhere. @returns the number of sessions that were open */
export const endSessionsOf = ({ db, clock }: Shop, userId: string): Promise<number> =>
  db.transaction((tx) => endAll(tx, userId, clock.now()));

async function endAll(tx: Writer, userId: string, now: number) {
  const open = await listSessions(tx, userId, now);
  await revokeSessionsOf(tx, userId, now);
  return open.length;
}

/** Opens a closed account again; its sessions stay ended. @param before runs first in the transaction */
export const enableShopper = (shop: Shop, userId: string, before?: Before) =>
  shop.db.transaction(async (tx) => {
    await before?.(tx);
    await setDisabled(tx, userId, null);
  });
