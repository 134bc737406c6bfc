import type { Before } from "../db/database.ts";
import type { Action, Audit } from "../ports/audit.ts";
import type { Shop } from "../shop/shop.ts";
import { askSecondMember, countAlone, mayMoveAlone, type Move } from "./money-requests.ts";

/**
 * Moves money for a member, or leaves it waiting for a second one. @param run passes `before` to its transaction
 * @returns the answer of `run`; undefined while it waits
 */
export async function moveMoney<T>(
  { shop, audit }: { shop: Shop; audit: Audit },
  move: Move,
  act: Omit<Action, "brand" | "act">,
  run: (before: Before) => Promise<T>,
): Promise<T | undefined> {
  if (await mayMoveAlone(shop.db.read, shop, move.amount))
    return audit({ ...act, act: move.kind }, () => run((tx) => countAlone(tx, shop, move)));
  await audit({ ...act, act: `${move.kind}.ask` }, () => askSecondMember(shop, move));
  return undefined;
}
